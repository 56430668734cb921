//! Reminders of viewings, once each. All organisations' rows: background work alone comes here.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::row::ViewingRow;
use crate::domain::viewing::Viewing;

/// A viewing whose viewer is to be reminded, and who shows the home.
#[derive(Debug)]
pub struct Due {
    /// The viewing.
    pub viewing: Viewing,
    /// The name of the organisation, where it is known.
    pub organisation_name: Option<String>,
}

/// Writes down up to `limit` reminders that are due at `now` and were never written down, of viewings that lie ahead, and returns those
/// alone. Rows that another replica is working on are left to it.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.viewing.remind", skip_all)]
pub async fn remind(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<(Vec<Due>, u64), StoreError> {
    let taken = sqlx::query!(
        "SELECT organisation_id, viewing_id FROM viewings WHERE remind_at <= $1 ORDER BY remind_at LIMIT $2
         FOR UPDATE SKIP LOCKED",
        now,
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    let (organisations, viewings): (Vec<i64>, Vec<i64>) = taken
        .iter()
        .map(|row| (row.organisation_id, row.viewing_id))
        .unzip();
    let rows = sqlx::query_as!(
        ViewingRow,
        r#"WITH taken AS (
             UPDATE viewings v SET remind_at = NULL
             FROM unnest($2::bigint[], $3::bigint[]) AS t (organisation_id, viewing_id)
             WHERE v.organisation_id = t.organisation_id AND v.viewing_id = t.viewing_id AND v.remind_at <= $1
             RETURNING v.*),
         told AS (
             INSERT INTO viewing_reminders (organisation_id, viewing_id, moves, reminded_at)
             SELECT organisation_id, viewing_id, moves, $1 FROM taken
             WHERE status IN ('Scheduled', 'Confirmed') AND starts_at > $1 AND viewer_name IS NOT NULL
             ON CONFLICT DO NOTHING RETURNING organisation_id, viewing_id)
         SELECT organisation_id AS "organisation_id!", viewing_id AS "viewing_id!", property_id AS "property_id!",
             home_name AS "home_name!", home_address AS "home_address!", home_postcode AS "home_postcode!", room_number,
             viewer_name, viewer_email, viewer_phone, viewing_date AS "viewing_date!", viewing_time AS "viewing_time!",
             starts_at AS "starts_at!", status AS "status!", notes, note_for_viewer, host_user_id AS "host_user_id!", viewer_answer, answered_at,
             requested_date, requested_time, viewer_message, notice_at, calendar_uid AS "calendar_uid!", sequence AS "sequence!",
             moves AS "moves!", remind_at, token_nonce, home_left AS "home_left!", version AS "version!", created_at AS "created_at!",
             updated_at AS "updated_at!"
         FROM taken JOIN told USING (organisation_id, viewing_id) ORDER BY organisation_id, viewing_id"#,
        now,
        &organisations,
        &viewings,
    )
    .fetch_all(&mut *tx)
    .await?;
    let named = sqlx::query!(
        "SELECT organisation_id, name FROM vm_organisations WHERE organisation_id = ANY ($1)",
        &organisations,
    )
    .fetch_all(tx)
    .await?;
    let due = rows.into_iter().map(|row| {
        let name = named
            .iter()
            .find(|one| one.organisation_id == row.organisation_id);
        Ok(Due {
            organisation_name: name.map(|one| one.name.clone()),
            viewing: row.try_into()?,
        })
    });
    let due = due.collect::<Result<Vec<_>, StoreError>>()?;
    Ok((due, u64::try_from(taken.len()).unwrap_or_default()))
}

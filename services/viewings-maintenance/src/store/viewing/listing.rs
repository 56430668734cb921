//! Lists of viewings and their figures.

use chrono::NaiveDate;
use lintel_core::{OrganisationId, PropertyId, london_midnight};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::row::{ViewingRow, select_viewings};
use crate::domain::viewing::{Viewing, ViewingFilter, ViewingPlace, ViewingSummary, ViewingView};

/// At most `limit` viewings behind `place`, by their time: the earliest first, or the newest where the filter says so.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.viewing.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &ViewingFilter,
    place: Option<&ViewingPlace>,
    limit: i64,
) -> Result<Vec<Viewing>, StoreError> {
    let statuses = filter.view.map(ViewingView::statuses).unwrap_or_default();
    let statuses: Vec<String> = statuses.iter().map(|one| one.as_str().to_owned()).collect();
    let (at, id) = (
        place.map(|place| place.at),
        place.map(|place| place.id.get()),
    );
    let property = filter.property.map(PropertyId::get);
    let from = filter.from.map(london_midnight);
    let until = filter
        .to
        .and_then(|day| day.succ_opt())
        .map(london_midnight);
    let rows = if filter.newest_first() {
        select_viewings!(
            "WHERE organisation_id = $1 AND ($2::text[] = '{}' OR status = ANY ($2))
               AND ($3::bigint IS NULL OR property_id = $3)
               AND starts_at >= coalesce($4::timestamptz, '-infinity') AND starts_at < coalesce($5::timestamptz, 'infinity')
               AND (NOT EXISTS (SELECT FROM unnest($6::text[]) word
                        WHERE strpos(lower(concat_ws(' ', viewer_name, viewer_email, home_name, home_address, home_postcode)), word) = 0)
                    OR ($10 <> '' AND strpos(regexp_replace(viewer_phone, '[^0-9]', '', 'g'), $10) > 0))
               AND ($7::timestamptz IS NULL OR (starts_at, viewing_id) < ($7, $8::bigint))
             ORDER BY starts_at DESC, viewing_id DESC LIMIT $9",
            organisation.get(),
            &statuses,
            property,
            from,
            until,
            &filter.search.words,
            at,
            id,
            limit,
            filter.search.phone,
        )
        .fetch_all(tx)
        .await?
    } else {
        select_viewings!(
            "WHERE organisation_id = $1 AND ($2::text[] = '{}' OR status = ANY ($2))
               AND ($3::bigint IS NULL OR property_id = $3)
               AND starts_at >= coalesce($4::timestamptz, '-infinity') AND starts_at < coalesce($5::timestamptz, 'infinity')
               AND (NOT EXISTS (SELECT FROM unnest($6::text[]) word
                        WHERE strpos(lower(concat_ws(' ', viewer_name, viewer_email, home_name, home_address, home_postcode)), word) = 0)
                    OR ($10 <> '' AND strpos(regexp_replace(viewer_phone, '[^0-9]', '', 'g'), $10) > 0))
               AND ($7::timestamptz IS NULL OR (starts_at, viewing_id) > ($7, $8::bigint))
             ORDER BY starts_at, viewing_id LIMIT $9",
            organisation.get(),
            &statuses,
            property,
            from,
            until,
            &filter.search.words,
            at,
            id,
            limit,
            filter.search.phone,
        )
        .fetch_all(tx)
        .await?
    };
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The figures of the organisation; `today` is the day in London.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.viewing.summary", skip_all)]
pub async fn summary(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    today: NaiveDate,
) -> Result<ViewingSummary, StoreError> {
    Ok(sqlx::query_as!(
        ViewingSummary,
        r#"SELECT count(*) FILTER (WHERE status IN ('Scheduled', 'Confirmed')) AS "upcoming!",
             count(*) FILTER (WHERE status IN ('Completed', 'Move-in Process Started')) AS "completed!",
             count(*) FILTER (WHERE status = 'Cancelled') AS "cancelled!",
             count(*) FILTER (WHERE status IN ('Scheduled', 'Confirmed') AND viewing_date = $2) AS "today!"
         FROM viewings WHERE organisation_id = $1"#,
        organisation.get(),
        today,
    )
    .fetch_one(tx)
    .await?)
}

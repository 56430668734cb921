//! Viewings at the same time.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId, ViewingId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::row::{ViewingRow, select_viewings};
use crate::domain::viewing::{LASTS, Viewing};

/// Viewings of the same home or the same host, neither done nor cancelled, that overlap one that begins at `at`; the earliest first.
/// `but` is not among them.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.viewing.overlapping", skip_all)]
pub async fn overlapping(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    (property, host): (PropertyId, UserId),
    at: DateTime<Utc>,
    but: Option<ViewingId>,
) -> Result<Vec<Viewing>, StoreError> {
    let rows = select_viewings!(
        "WHERE organisation_id = $1 AND status IN ('Scheduled', 'Confirmed') AND starts_at > $2 AND starts_at < $3
           AND (property_id = $4 OR host_user_id = $5) AND viewing_id IS DISTINCT FROM $6
         ORDER BY starts_at, viewing_id",
        organisation.get(),
        at - LASTS,
        at + LASTS,
        property.get(),
        host.get(),
        but.map(ViewingId::get) as Option<i64>,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Returns the overlaps of each open viewing, as [`overlapping`] has them. The bounds are worked out here: under row-level security
/// PostgreSQL uses no index for a bound that it works out from a column.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.viewing.clashes", skip_all)]
pub async fn clashes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    viewings: &[&Viewing],
) -> Result<HashMap<ViewingId, Vec<ViewingId>>, StoreError> {
    let (mut ids, mut homes, mut hosts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut after, mut before) = (Vec::new(), Vec::new());
    for viewing in viewings {
        ids.push(viewing.id.get());
        homes.push(viewing.home.property.get());
        hosts.push(viewing.host.get());
        after.push(viewing.at.instant - LASTS);
        before.push(viewing.at.instant + LASTS);
    }
    let rows = sqlx::query!(
        r#"SELECT v.viewing_id AS "viewing_id!", o.viewing_id AS other
           FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
               AS v (viewing_id, property_id, host_user_id, after, before)
           JOIN viewings o ON o.organisation_id = $1 AND o.viewing_id <> v.viewing_id AND o.status IN ('Scheduled', 'Confirmed')
               AND o.starts_at > v.after AND o.starts_at < v.before
               AND (o.property_id = v.property_id OR o.host_user_id = v.host_user_id)
           ORDER BY o.starts_at, o.viewing_id"#,
        organisation.get(),
        &ids,
        &homes,
        &hosts,
        &after,
        &before,
    )
    .fetch_all(tx)
    .await?;
    let mut clashes: HashMap<ViewingId, Vec<ViewingId>> = HashMap::new();
    for row in rows {
        let of = clashes.entry(row.viewing_id.into()).or_default();
        of.push(row.other.into());
    }
    Ok(clashes)
}

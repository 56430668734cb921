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

/// What each of these viewings overlaps, as [`overlapping`] has it; those that are done or cancelled overlap nothing.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.viewing.clashes", skip_all)]
pub async fn clashes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    viewings: &[i64],
) -> Result<HashMap<ViewingId, Vec<ViewingId>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT v.viewing_id, o.viewing_id AS other
         FROM viewings v JOIN viewings o ON o.organisation_id = v.organisation_id AND o.viewing_id <> v.viewing_id
             AND o.status IN ('Scheduled', 'Confirmed')
             AND o.starts_at > v.starts_at - $3::interval AND o.starts_at < v.starts_at + $3::interval
             AND (o.property_id = v.property_id OR o.host_user_id = v.host_user_id)
         WHERE v.organisation_id = $1 AND v.viewing_id = ANY ($2) AND v.status IN ('Scheduled', 'Confirmed')
         ORDER BY o.starts_at, o.viewing_id",
        organisation.get(),
        viewings,
        sqlx::postgres::types::PgInterval::try_from(LASTS).unwrap_or_default(),
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

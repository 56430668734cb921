//! The copy of what identity says of organisations: their names, who lets, and which mails tenants get.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::{
    contract::landlord,
    domain::{keeping::Lessor, letting::TenantMailKind},
};

/// What is known of an organisation; `None` where nothing is yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.organisation.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<Lessor>, StoreError> {
    let row = sqlx::query!(
        "SELECT name, landlord, off_mails FROM organisation_names WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| Lessor {
        name: row.name,
        landlord: row.landlord.as_deref().and_then(landlord::kept),
        off_mails: row
            .off_mails
            .iter()
            .filter_map(|kind| TenantMailKind::parse(kind))
            .collect(),
    }))
}

/// The name under which tenants know who lets; `None` where it is not known yet.
///
/// # Errors
/// As [`find`].
pub async fn name(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<String>, StoreError> {
    let found = find(tx, organisation).await?;
    Ok(found.map(|lessor| lessor.known_as()))
}

/// Keeps what identity says of an organisation unless something as new is known, or it is gone. A copy that the release before made at
/// this version lacks the landlord, and gets it. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.organisation.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    told: &Lessor,
    version: i64,
) -> Result<bool, StoreError> {
    let landlord = told.landlord.as_ref().map(landlord::to_keep);
    let off = told.off_mails.iter();
    let off: Vec<_> = off.map(|kind| kind.as_str().to_owned()).collect();
    let kept = sqlx::query!(
        "INSERT INTO organisation_names (organisation_id, name, landlord, off_mails, version, told_version)
         SELECT $1, $2, $3, $4, $5, $5 WHERE NOT EXISTS (SELECT FROM gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id) DO UPDATE SET name = excluded.name, landlord = excluded.landlord,
             off_mails = excluded.off_mails, version = excluded.version, told_version = excluded.told_version
         WHERE organisation_names.version < excluded.version
             OR (organisation_names.version = excluded.version
                 AND organisation_names.told_version IS DISTINCT FROM excluded.version)",
        organisation.get(),
        told.name,
        landlord,
        &off,
        version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}

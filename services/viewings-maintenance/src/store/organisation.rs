//! The copy of the names of identity's organisations.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The organisation's name; `None` where it is not known yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.organisation.name", skip_all)]
pub async fn name(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar!(
        "SELECT name FROM vm_organisations WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(name)
}

/// Returns whether an organisation has switched a kind of mails to tenants off.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.organisation.has_switched_off", skip_all)]
pub async fn has_switched_off(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    kind: &str,
) -> Result<bool, StoreError> {
    let off = sqlx::query_scalar!(
        r#"SELECT $2 = ANY (off_mails) AS "off!" FROM vm_organisations WHERE organisation_id = $1"#,
        organisation.get(),
        kind,
    )
    .fetch_optional(tx)
    .await?;
    Ok(off.unwrap_or(false))
}

/// Keeps the name under which tenants know an organisation, and the mails that they do not get, unless something as new is known, or it is
/// gone. A copy that the release before made at this version lacks the mails, and gets them. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.organisation.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    (name, off_mails): (&str, &[String]),
    version: i64,
) -> Result<bool, StoreError> {
    let kept = sqlx::query!(
        "INSERT INTO vm_organisations (organisation_id, name, off_mails, version, told_version)
         SELECT $1, $2, $3, $4, $4 WHERE NOT EXISTS (SELECT FROM vm_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id) DO UPDATE SET name = excluded.name, off_mails = excluded.off_mails,
             version = excluded.version, told_version = excluded.told_version
         WHERE vm_organisations.version < excluded.version
             OR (vm_organisations.version = excluded.version AND vm_organisations.told_version IS DISTINCT FROM excluded.version)",
        organisation.get(),
        name,
        off_mails,
        version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}

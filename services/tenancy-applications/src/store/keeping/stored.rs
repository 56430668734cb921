//! How many bytes of files are kept.

use lintel_core::{ApplicationId, OrganisationId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Bytes of an organisation's documents, of applications and tenancies.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.stored.of_organisation", skip_all)]
pub async fn of_organisation(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<i64, StoreError> {
    let bytes = sqlx::query_scalar!(
        r#"SELECT (coalesce((SELECT sum(size_bytes) FROM application_documents WHERE organisation_id = $1), 0)
               + coalesce((SELECT sum(size_bytes) FROM tenancy_documents WHERE organisation_id = $1), 0))::bigint AS "bytes!""#,
        organisation.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(bytes)
}

/// Bytes that applicants sent by the link by which an application came; 0 where it came by none.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.stored.by_link_of", skip_all)]
pub async fn by_link_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<i64, StoreError> {
    let bytes = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(d.size_bytes), 0)::bigint AS "bytes!"
           FROM applications one
           JOIN applications beside ON beside.organisation_id = one.organisation_id AND beside.invite_id = one.invite_id
           JOIN application_documents d ON d.organisation_id = beside.organisation_id AND d.application_id = beside.application_id
           WHERE one.organisation_id = $1 AND one.application_id = $2 AND d.added_by = 'Applicant'"#,
        organisation.get(),
        application.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(bytes)
}

//! Erasing an application with everything that belongs to it.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, OrganisationId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Erases an application; references, documents and timeline go with it, and its tenant no longer names it. What stays is its number and
/// when it went.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.erasure.erase", skip_all)]
pub async fn erase(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenants SET application_id = NULL WHERE organisation_id = $1 AND application_id = $2",
        organisation.get(),
        application.get(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "WITH gone AS (
             DELETE FROM applications WHERE organisation_id = $1 AND application_id = $2
             RETURNING organisation_id, application_id)
         INSERT INTO erased_applications (organisation_id, application_id, erased_at)
         SELECT organisation_id, application_id, $3 FROM gone",
        organisation.get(),
        application.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

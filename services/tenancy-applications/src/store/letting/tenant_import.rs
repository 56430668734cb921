//! Imports of tenants and how far they are.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, TenantImportId, UserId};
use lintel_db::{RowName, StoreError};
use lintel_sheet::ImportProblem;
use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use crate::domain::letting::{ImportState, NewImport, TenantImport};

/// An organisation has one running import at a time, so that two at once cannot add a file twice.
pub const GOING_ON_UQ: &str = "tenant_imports_organisation_id_importing_uq";

struct ImportRow {
    tenant_import_id: i64,
    created_by: i64,
    file_name: String,
    state: String,
    row_count: i32,
    imported_count: i32,
    problem_count: i32,
    problems: Value,
    warnings: Value,
    created_at: DateTime<Utc>,
    version: i64,
}

impl TryFrom<ImportRow> for TenantImport {
    type Error = StoreError;

    fn try_from(row: ImportRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "tenant_imports",
            id: row.tenant_import_id,
        };
        Ok(Self {
            id: row.tenant_import_id.into(),
            created_by: row.created_by.into(),
            file_name: row.file_name,
            state: name.known("state", ImportState::parse(&row.state))?,
            rows: row.row_count,
            imported: row.imported_count,
            problem_count: row.problem_count,
            problems: name.known("problems", serde_json::from_value(row.problems).ok())?,
            warnings: name.known("warnings", serde_json::from_value(row.warnings).ok())?,
            created_at: row.created_at,
            version: row.version,
        })
    }
}

/// Every column that a [`TenantImport`] is read from, between the caller's `head` and `tail`.
macro_rules! import_query {
    ($head:literal, $tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ImportRow,
            $head
                + " tenant_import_id, created_by, file_name, state, row_count, imported_count, problem_count, problems, warnings,
                created_at, version "
                + $tail,
            $($argument),+
        )
    };
}

/// Keeps what a dry run found.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_import.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    created_by: UserId,
    new: &NewImport,
    now: DateTime<Utc>,
) -> Result<TenantImport, StoreError> {
    import_query!(
        "INSERT INTO tenant_imports (organisation_id, created_by, file_name, sealed, state, row_count, problem_count,
             problems, warnings, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'Checked', $5, $6, $7, $8, $9, $9)
         RETURNING",
        "",
        organisation.get(),
        created_by.get(),
        new.file_name,
        &new.sealed,
        new.rows,
        new.problem_count,
        json(&new.problems),
        json(&new.warnings),
        now,
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

/// Deletes the organisation's files that wait to be imported, except the newest `kept`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_import.forget_all_but", skip_all)]
pub async fn forget_all_but(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    kept: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM tenant_imports
         WHERE organisation_id = $1 AND state = 'Checked' AND tenant_import_id NOT IN (
             SELECT tenant_import_id FROM tenant_imports WHERE organisation_id = $1 AND state = 'Checked'
             ORDER BY tenant_import_id DESC LIMIT $2)",
        organisation.get(),
        kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes files that were checked before `unused` and never imported, and imports that ended before `ended`, of every
/// organisation. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_import.forget", skip_all)]
pub async fn forget(
    worker: &PgPool,
    unused: DateTime<Utc>,
    ended: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let forgotten = sqlx::query!(
        "DELETE FROM tenant_imports
         WHERE (state = 'Checked' AND updated_at < $1) OR (state IN ('Imported', 'Failed') AND updated_at < $2)",
        unused,
        ended,
    )
    .execute(worker)
    .await?;
    Ok(forgotten.rows_affected())
}

/// An import of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or the row is inconsistent.
#[tracing::instrument(name = "db.tenant_import.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: TenantImportId,
) -> Result<Option<TenantImport>, StoreError> {
    let row = import_query!(
        "SELECT",
        "FROM tenant_imports WHERE organisation_id = $1 AND tenant_import_id = $2",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Locks an import for a change; waits for who has it.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.tenant_import.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: TenantImportId,
) -> Result<Option<TenantImport>, StoreError> {
    let row = import_query!(
        "SELECT",
        "FROM tenant_imports WHERE organisation_id = $1 AND tenant_import_id = $2 FOR UPDATE",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Locks an import that is going on, unless another process has it: the lock is the lease, and dies with its process.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.tenant_import.take", skip_all)]
pub async fn take(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: TenantImportId,
) -> Result<Option<TenantImport>, StoreError> {
    let row = import_query!(
        "SELECT",
        "FROM tenant_imports WHERE organisation_id = $1 AND tenant_import_id = $2 AND state = 'Importing'
         FOR UPDATE SKIP LOCKED",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The sealed file of an import that is going on; none when it is over by now.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_import.sealed", skip_all)]
pub async fn sealed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: TenantImportId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let sealed = sqlx::query_scalar!(
        "SELECT sealed FROM tenant_imports
         WHERE organisation_id = $1 AND tenant_import_id = $2 AND state = 'Importing'",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(sealed.flatten())
}

/// Moves a locked import on; one that is over keeps no file.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_import.advance", skip_all)]
pub async fn advance(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: &TenantImport,
    now: DateTime<Utc>,
) -> Result<TenantImport, StoreError> {
    let is_over = matches!(import.state, ImportState::Imported | ImportState::Failed);
    import_query!(
        "UPDATE tenant_imports
         SET state = $3, imported_count = $4, problem_count = $5, problems = $6, updated_at = $7, version = version + 1,
             sealed = CASE WHEN $8 THEN NULL ELSE sealed END
         WHERE organisation_id = $1 AND tenant_import_id = $2
         RETURNING",
        "",
        organisation.get(),
        import.id.get(),
        import.state.as_str(),
        import.imported,
        import.problem_count,
        json(&import.problems),
        now,
        is_over,
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

/// An import that is going on, of any organisation; the one that waited longest.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_import.waiting", skip_all)]
pub async fn waiting(
    worker: &PgPool,
) -> Result<Option<(OrganisationId, TenantImportId, UserId)>, StoreError> {
    let row = sqlx::query!(
        "SELECT organisation_id, tenant_import_id, created_by FROM tenant_imports
         WHERE state = 'Importing' ORDER BY updated_at LIMIT 1",
    )
    .fetch_optional(worker)
    .await?;
    Ok(row.map(|row| {
        (
            row.organisation_id.into(),
            row.tenant_import_id.into(),
            row.created_by.into(),
        )
    }))
}

fn json(problems: &[ImportProblem]) -> Value {
    serde_json::json!(problems)
}

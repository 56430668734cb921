//! Imports and how far they are.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, PropertyImportId, UserId};
use lintel_db::StoreError;
use lintel_sheet::ImportProblem;
use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use super::RowName;
use crate::domain::{ImportState, InspectionSettings, NewImport, PropertyImport};

/// An organisation has one running import at a time, so that two at once cannot add a file twice.
pub const GOING_ON_UQ: &str = "property_imports_organisation_id_importing_uq";

struct ImportRow {
    property_import_id: i64,
    created_by: i64,
    file_name: String,
    state: String,
    row_count: i32,
    imported_count: i32,
    problem_count: i32,
    problems: Value,
    inspection_frequency_months: i32,
    created_at: DateTime<Utc>,
    version: i64,
}

impl TryFrom<ImportRow> for PropertyImport {
    type Error = StoreError;

    fn try_from(row: ImportRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "property_imports",
            id: row.property_import_id,
        };
        Ok(Self {
            id: row.property_import_id.into(),
            created_by: row.created_by.into(),
            file_name: row.file_name,
            state: name.known("state", ImportState::parse(&row.state))?,
            rows: row.row_count,
            imported: row.imported_count,
            problem_count: row.problem_count,
            problems: name.known("problems", serde_json::from_value(row.problems).ok())?,
            inspections: name.known(
                "inspection_frequency_months",
                InspectionSettings::every(Some(row.inspection_frequency_months)).ok(),
            )?,
            created_at: row.created_at,
            version: row.version,
        })
    }
}

macro_rules! import_query {
    ($head:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ImportRow,
            $head
                + " property_import_id, created_by, file_name, state, row_count, imported_count, problem_count, problems,
                inspection_frequency_months, created_at, version",
            $($argument),+
        )
    };
}

/// Keeps what a dry run found.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property_import.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    created_by: UserId,
    new: &NewImport,
    now: DateTime<Utc>,
) -> Result<PropertyImport, StoreError> {
    let problems = json(&new.problems);
    import_query!(
        "INSERT INTO property_imports (organisation_id, created_by, file_name, content, state, row_count, problem_count,
             problems, created_at, updated_at, photos)
         VALUES ($1, $2, $3, $4, 'Checked', $5, $6, $7, $8, $8, $9)
         RETURNING",
        organisation.get(),
        created_by.get(),
        new.file_name,
        &new.content,
        new.rows,
        new.problem_count,
        problems,
        now,
        &new.photos,
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

/// Deletes the organisation's files that wait to be imported, except the newest `kept`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property_import.forget_all_but", skip_all)]
pub async fn forget_all_but(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    kept: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM property_imports
         WHERE organisation_id = $1 AND state = 'Checked' AND property_import_id NOT IN (
             SELECT property_import_id FROM property_imports WHERE organisation_id = $1 AND state = 'Checked'
             ORDER BY property_import_id DESC LIMIT $2)",
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
#[tracing::instrument(name = "db.property_import.forget", skip_all)]
pub async fn forget(
    worker: &PgPool,
    unused: DateTime<Utc>,
    ended: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let forgotten = sqlx::query!(
        "DELETE FROM property_imports
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
#[tracing::instrument(name = "db.property_import.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImportId,
) -> Result<Option<PropertyImport>, StoreError> {
    let row = sqlx::query_as!(
        ImportRow,
        "SELECT property_import_id, created_by, file_name, state, row_count, imported_count, problem_count, problems,
             inspection_frequency_months, created_at, version
         FROM property_imports WHERE organisation_id = $1 AND property_import_id = $2",
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
#[tracing::instrument(name = "db.property_import.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImportId,
) -> Result<Option<PropertyImport>, StoreError> {
    let row = sqlx::query_as!(
        ImportRow,
        "SELECT property_import_id, created_by, file_name, state, row_count, imported_count, problem_count, problems,
             inspection_frequency_months, created_at, version
         FROM property_imports WHERE organisation_id = $1 AND property_import_id = $2 FOR UPDATE",
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
#[tracing::instrument(name = "db.property_import.take", skip_all)]
pub async fn take(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImportId,
) -> Result<Option<PropertyImport>, StoreError> {
    let row = sqlx::query_as!(
        ImportRow,
        "SELECT property_import_id, created_by, file_name, state, row_count, imported_count, problem_count, problems,
             inspection_frequency_months, created_at, version
         FROM property_imports WHERE organisation_id = $1 AND property_import_id = $2 AND state = 'Importing'
         FOR UPDATE SKIP LOCKED",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The file of an import that is going on; none when it is over by now.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property_import.content", skip_all)]
pub async fn content(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImportId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let content = sqlx::query_scalar!(
        "SELECT content FROM property_imports
         WHERE organisation_id = $1 AND property_import_id = $2 AND state = 'Importing'",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(content.flatten())
}

/// Moves a locked import on; one that is over keeps no file.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property_import.advance", skip_all)]
pub async fn advance(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImport,
    now: DateTime<Utc>,
) -> Result<PropertyImport, StoreError> {
    let is_over = matches!(import.state, ImportState::Imported | ImportState::Failed);
    import_query!(
        "UPDATE property_imports
         SET state = $3, imported_count = $4, problem_count = $5, problems = $6, updated_at = $7, version = version + 1,
             content = CASE WHEN $8 THEN NULL ELSE content END, inspection_frequency_months = $9
         WHERE organisation_id = $1 AND property_import_id = $2
         RETURNING",
        organisation.get(),
        import.id.get(),
        import.state.as_str(),
        import.imported,
        import.problem_count,
        json(&import.problems),
        now,
        is_over,
        i32::try_from(import.inspections.frequency_months).unwrap_or(i32::MAX),
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

/// An import that is going on, of any organisation; the one that waited longest.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property_import.waiting", skip_all)]
pub async fn waiting(
    worker: &PgPool,
) -> Result<Option<(OrganisationId, PropertyImportId, UserId)>, StoreError> {
    let row = sqlx::query!(
        "SELECT organisation_id, property_import_id, created_by FROM property_imports
         WHERE state = 'Importing' ORDER BY updated_at LIMIT 1",
    )
    .fetch_optional(worker)
    .await?;
    Ok(row.map(|row| {
        (
            row.organisation_id.into(),
            row.property_import_id.into(),
            row.created_by.into(),
        )
    }))
}

fn json(problems: &[ImportProblem]) -> Value {
    serde_json::json!(problems)
}

/// Notes which import added these properties.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property_import.note_added", skip_all)]
pub async fn note_added(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImportId,
    properties: &[i64],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE properties SET property_import_id = $2 WHERE organisation_id = $1 AND property_id = ANY ($3)",
        organisation.get(),
        import.get(),
        properties,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A property that an import added, as far as taking the import back looks at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// Its id.
    pub id: PropertyId,
    /// The landlord's name for it.
    pub name: String,
    /// The postcode.
    pub postcode: String,
    /// 1 unless somebody has changed it.
    pub version: i64,
    /// True when it is or was let.
    pub is_let: bool,
    /// True when it has certificates.
    pub has_certificates: bool,
    /// True when it has an inspection that is not the one that Lintel planned at first.
    pub has_inspections: bool,
}

/// The properties that an import added, locked until the transaction ends.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property_import.lock_added", skip_all)]
pub async fn lock_added(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: PropertyImportId,
) -> Result<Vec<Added>, StoreError> {
    let (organisation, import) = (organisation.get(), import.get());
    sqlx::query!(
        "SELECT property_id FROM properties WHERE organisation_id = $1 AND property_import_id = $2 ORDER BY property_id FOR UPDATE",
        organisation,
        import,
    )
    .fetch_all(&mut *tx)
    .await?;
    // A statement of its own: it sees what was changed before the locks were had.
    let rows = sqlx::query!(
        r#"SELECT property_id, name, postcode, version,
             EXISTS (SELECT FROM lettings WHERE lettings.organisation_id = $1
                     AND lettings.property_id = properties.property_id) AS "is_let!",
             EXISTS (SELECT FROM property_certificates AS one WHERE one.organisation_id = $1
                     AND one.property_id = properties.property_id) AS "has_certificates!",
             EXISTS (SELECT FROM property_inspections AS one WHERE one.organisation_id = $1
                     AND one.property_id = properties.property_id AND NOT (automatic AND one.version = 1)) AS "has_inspections!"
           FROM properties WHERE organisation_id = $1 AND property_import_id = $2 ORDER BY property_id"#,
        organisation,
        import,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| Added {
            id: row.property_id.into(),
            name: row.name,
            postcode: row.postcode,
            version: row.version,
            is_let: row.is_let,
            has_certificates: row.has_certificates,
            has_inspections: row.has_inspections,
        })
        .collect())
}

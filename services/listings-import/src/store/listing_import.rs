//! Imports as callers see them: their files in parts, and how far each is. Working on them is [`super::import_work`]'s.

use chrono::{DateTime, Utc};
use lintel_core::{ListingImportId, OrganisationId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::{
    connectors::Format,
    domain::{Counts, ImportState, ListingImport, Refusal},
};

/// A row of `listing_imports` as people see it.
pub(super) struct ImportRow {
    pub listing_import_id: i64,
    pub state: String,
    pub format: String,
    pub source: String,
    pub file_name: String,
    pub size_bytes: i64,
    pub read_count: i64,
    pub added_count: i64,
    pub changed_count: i64,
    pub unchanged_count: i64,
    pub withdrawn_count: i64,
    pub refused_count: i64,
    pub problem: String,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub version: i64,
}

impl TryFrom<ImportRow> for ListingImport {
    type Error = StoreError;

    fn try_from(row: ImportRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "listing_imports",
            id: row.listing_import_id,
        };
        Ok(Self {
            id: row.listing_import_id.into(),
            state: name.known("state", ImportState::parse(&row.state))?,
            format: name.known("format", Format::parse(&row.format))?,
            source: row.source,
            file_name: row.file_name,
            size: row.size_bytes,
            counts: Counts {
                read: row.read_count,
                added: row.added_count,
                changed: row.changed_count,
                unchanged: row.unchanged_count,
                withdrawn: row.withdrawn_count,
                refused: row.refused_count,
            },
            refusals: Vec::new(),
            problem: row.problem,
            created_at: row.created_at,
            finished_at: row.finished_at,
            version: row.version,
        })
    }
}

/// Selects or returns the columns of [`ImportRow`].
macro_rules! import_query {
    ($head:literal, $tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ImportRow,
            $head + " listing_import_id, state, format, source, file_name, size_bytes, read_count, added_count, changed_count,
                unchanged_count, withdrawn_count, refused_count, problem, created_at, finished_at, version "
                + $tail,
            $($argument),+
        )
    };
}
pub(super) use import_query;

/// Begins an import whose file will come.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.listing_import.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    created_by: UserId,
    format: Format,
    source: &str,
    file_name: &str,
    now: DateTime<Utc>,
) -> Result<ListingImport, StoreError> {
    import_query!(
        "INSERT INTO listing_imports (organisation_id, created_by, state, format, source, file_name, kept, told_at, created_at,
             updated_at)
         VALUES ($1, $2, 'uploading', $3, $4, $5, true, $6, $6, $6)
         RETURNING",
        "",
        organisation.get(),
        created_by.get(),
        format.as_str(),
        source,
        file_name,
        now,
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

/// Counts the imports of the organisation that are not done. Serialises those that begin at once.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.listing_import.open", skip_all)]
pub async fn open(tx: &mut PgConnection, organisation: OrganisationId) -> Result<i64, StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('listing imports of ' || $1::bigint::text, 0))",
        organisation.get(),
    )
    .execute(&mut *tx)
    .await?;
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM listing_imports
           WHERE organisation_id = $1 AND state IN ('uploading', 'queued', 'running')"#,
        organisation.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// An import of the organisation, without its refusals.
///
/// # Errors
/// [`StoreError`] when the database fails or the row is inconsistent.
#[tracing::instrument(name = "db.listing_import.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: ListingImportId,
) -> Result<Option<ListingImport>, StoreError> {
    let row = import_query!(
        "SELECT",
        "FROM listing_imports WHERE organisation_id = $1 AND listing_import_id = $2",
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
#[tracing::instrument(name = "db.listing_import.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: ListingImportId,
) -> Result<Option<ListingImport>, StoreError> {
    let row = import_query!(
        "SELECT",
        "FROM listing_imports WHERE organisation_id = $1 AND listing_import_id = $2 FOR UPDATE",
        organisation.get(),
        import.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// A page of the organisation's imports, the newest first.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.listing_import.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: Option<i64>,
    at_most: i64,
) -> Result<Vec<ListingImport>, StoreError> {
    let rows = import_query!(
        "SELECT",
        "FROM listing_imports WHERE organisation_id = $1 AND listing_import_id < $2
         ORDER BY listing_import_id DESC LIMIT $3",
        organisation.get(),
        before.unwrap_or(i64::MAX),
        at_most,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The refusals of an import that are kept, in the order of its file.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.listing_import.refusals", skip_all)]
pub async fn refusals(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: ListingImportId,
) -> Result<Vec<Refusal>, StoreError> {
    Ok(sqlx::query_as!(
        Refusal,
        "SELECT line, field, reason FROM listing_import_refusals
         WHERE organisation_id = $1 AND listing_import_id = $2 ORDER BY place",
        organisation.get(),
        import.get(),
    )
    .fetch_all(tx)
    .await?)
}

/// Adds a part to the end of the file of a locked import.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.listing_import.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: ListingImportId,
    offset: i64,
    content: &[u8],
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    sqlx::query!(
        "INSERT INTO listing_import_parts (listing_import_id, start_offset, organisation_id, content) VALUES ($1, $2, $3, $4)",
        import.get(),
        offset,
        organisation.get(),
        content,
    )
    .execute(&mut *tx)
    .await?;
    Ok(sqlx::query_scalar!(
        "UPDATE listing_imports SET size_bytes = size_bytes + octet_length($3::bytea), updated_at = $4, version = version + 1
         WHERE organisation_id = $1 AND listing_import_id = $2 RETURNING size_bytes",
        organisation.get(),
        import.get(),
        content,
        now,
    )
    .fetch_one(tx)
    .await?)
}

/// Lets the job have a locked import.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.listing_import.queue", skip_all)]
pub async fn queue(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: ListingImportId,
    now: DateTime<Utc>,
) -> Result<ListingImport, StoreError> {
    import_query!(
        "UPDATE listing_imports SET state = 'queued', started_at = $3, updated_at = $3, version = version + 1
         WHERE organisation_id = $1 AND listing_import_id = $2
         RETURNING",
        "",
        organisation.get(),
        import.get(),
        now,
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

//! Working on imports, of any organisation: taking one, writing down how far it is, ending it. Who works on one holds its lease; a
//! statement of one whose lease somebody else has by now changes nothing.

use chrono::{DateTime, Utc};
use lintel_core::{ListingImportId, OrganisationId};
use lintel_db::{RowName, StoreError};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::listing_import::{ImportRow, import_query};
use crate::{
    connectors::Format,
    domain::{Counts, ImportState, ListingImport, MOST_REFUSALS, Phase, Refusal},
};

/// An import that this process works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Which.
    pub id: ListingImportId,
    /// The organisation; 0 for the operator's.
    pub organisation: OrganisationId,
    /// The format of its file.
    pub format: Format,
    /// The name of its source.
    pub source: String,
    /// Its phase.
    pub phase: Phase,
    /// The number of its file's rows that are in the tables.
    pub cursor: i64,
    /// The branches of a whole snapshot.
    pub branches: Vec<String>,
    /// Bytes of its file.
    pub size: i64,
    /// The worker.
    pub owner: Uuid,
}

impl Taken {
    /// The source as rows are keyed by it.
    #[must_use]
    pub fn source_key(&self) -> String {
        self.source.to_lowercase()
    }
}

/// Takes the import that has waited longest and that nobody works on, unless an earlier one of the same source goes on.
///
/// # Errors
/// [`StoreError`] when the database fails or the row is inconsistent.
#[tracing::instrument(name = "db.import_work.take", skip_all)]
pub async fn take(
    tx: &mut PgConnection,
    owner: Uuid,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<Taken>, StoreError> {
    let row = sqlx::query!(
        "UPDATE listing_imports SET state = 'running', lease_owner = $1, lease_until = $3, updated_at = $2, version = version + 1
         WHERE listing_import_id = (
             SELECT i.listing_import_id FROM listing_imports i
             WHERE i.kept AND i.state IN ('queued', 'running') AND (i.lease_until IS NULL OR i.lease_until <= $2)
               AND NOT EXISTS (SELECT FROM listing_imports o
                   WHERE o.organisation_id = i.organisation_id AND lower(o.source) = lower(i.source)
                     AND o.state IN ('queued', 'running') AND (o.kept OR o.lease_until > $2)
                     AND (o.started_at, o.listing_import_id) < (i.started_at, i.listing_import_id))
             ORDER BY i.started_at, i.listing_import_id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING listing_import_id, organisation_id, format, source, phase, row_cursor, branches, size_bytes",
        owner,
        now,
        until,
    )
    .fetch_optional(tx)
    .await?;
    row.map(|row| {
        let name = RowName {
            table: "listing_imports",
            id: row.listing_import_id,
        };
        Ok(Taken {
            id: row.listing_import_id.into(),
            organisation: row.organisation_id.into(),
            format: name.known("format", Format::parse(&row.format))?,
            source: row.source,
            phase: name.known("phase", Phase::parse(&row.phase))?,
            cursor: row.row_cursor,
            branches: row.branches,
            size: row.size_bytes,
            owner,
        })
    })
    .transpose()
}

/// Begins an import of the operator's whose file a command reads from a disk; `None` while another one of that source goes on. Those
/// that a killed command left are over.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.begin", skip_all)]
pub async fn begin(
    tx: &mut PgConnection,
    owner: Uuid,
    format: Format,
    source: &str,
    file_name: &str,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<Taken>, StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('listing imports of 0', 0))")
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "UPDATE listing_imports SET state = 'failed', problem = 'The command that read it was ended.', finished_at = $2,
             updated_at = $2, version = version + 1, lease_owner = NULL, lease_until = NULL
         WHERE organisation_id = 0 AND lower(source) = lower($1) AND NOT kept AND state = 'running'
             AND (lease_until IS NULL OR lease_until <= $2)",
        source,
        now,
    )
    .execute(&mut *tx)
    .await?;
    let row = sqlx::query!(
        "INSERT INTO listing_imports (organisation_id, state, format, source, file_name, kept, lease_owner, lease_until, told_at,
             created_at, started_at, updated_at)
         SELECT 0, 'running', $1, $2, $3, false, $4, $6, $5, $5, $5, $5
         WHERE NOT EXISTS (SELECT FROM listing_imports
             WHERE organisation_id = 0 AND lower(source) = lower($2) AND state IN ('queued', 'running'))
         RETURNING listing_import_id",
        format.as_str(),
        source,
        file_name,
        owner,
        now,
        until,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| Taken {
        id: row.listing_import_id.into(),
        organisation: OrganisationId::new(0),
        format,
        source: source.to_owned(),
        phase: Phase::Rows,
        cursor: 0,
        branches: Vec::new(),
        size: 0,
        owner,
    }))
}

/// Writes down that the rows up to `cursor` came to `counts`, and goes on holding the lease. `None` if somebody else has it by now;
/// otherwise whether it is time to tell of it.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.advance", skip_all)]
pub async fn advance(
    tx: &mut PgConnection,
    taken: &Taken,
    cursor: i64,
    counts: Counts,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<ListingImport>, StoreError> {
    let row = import_query!(
        "UPDATE listing_imports
         SET row_cursor = $4, read_count = read_count + $5, added_count = added_count + $6, changed_count = changed_count + $7,
             unchanged_count = unchanged_count + $8, withdrawn_count = withdrawn_count + $9, refused_count = refused_count + $10,
             lease_until = $12, updated_at = $11, version = version + 1
         WHERE listing_import_id = $1 AND lease_owner = $2 AND row_cursor = $3 AND state = 'running'
         RETURNING",
        "",
        taken.id.get(),
        taken.owner,
        taken.cursor,
        cursor,
        counts.read,
        counts.added,
        counts.changed,
        counts.unchanged,
        counts.withdrawn,
        counts.refused,
        now,
        until,
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Returns whether nothing was told of the import since `since`; if so, it is being told now.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.is_due", skip_all)]
pub async fn is_due(
    tx: &mut PgConnection,
    taken: &Taken,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let told = sqlx::query!(
        "UPDATE listing_imports SET told_at = $3 WHERE listing_import_id = $1 AND told_at <= $2",
        taken.id.get(),
        since,
        now,
    )
    .execute(tx)
    .await?;
    Ok(told.rows_affected() == 1)
}

/// Keeps refusals, as long as there are not too many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.refuse", skip_all)]
pub async fn refuse(
    tx: &mut PgConnection,
    taken: &Taken,
    refusals: &[Refusal],
) -> Result<(), StoreError> {
    if refusals.is_empty() {
        return Ok(());
    }
    let lines: Vec<i64> = refusals.iter().map(|refusal| refusal.line).collect();
    let fields: Vec<String> = refusals
        .iter()
        .map(|refusal| refusal.field.clone())
        .collect();
    let reasons: Vec<String> = refusals
        .iter()
        .map(|refusal| refusal.reason.clone())
        .collect();
    sqlx::query!(
        "INSERT INTO listing_import_refusals (listing_import_id, place, organisation_id, line, field, reason)
         SELECT $1, kept.count + given.place, $2, given.line, given.field, given.reason
         FROM (SELECT count(*) AS count FROM listing_import_refusals WHERE listing_import_id = $1) AS kept,
              unnest($3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY AS given (line, field, reason, place)
         WHERE kept.count + given.place <= $6",
        taken.id.get(),
        taken.organisation.get(),
        &lines,
        &fields,
        &reasons,
        i64::try_from(MOST_REFUSALS).unwrap_or(i64::MAX),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Goes over to another phase with what is said of the file. `false` if somebody else has the lease by now.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.turn_to", skip_all)]
pub async fn turn_to(
    worker: &PgPool,
    taken: &Taken,
    phase: Phase,
    branches: &[String],
    problem: &str,
    until: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let turned = sqlx::query!(
        "UPDATE listing_imports SET phase = $3, branches = $4, problem = $5, lease_until = $6, version = version + 1
         WHERE listing_import_id = $1 AND lease_owner = $2 AND state = 'running'",
        taken.id.get(),
        taken.owner,
        phase.as_str(),
        branches,
        problem,
        until,
    )
    .execute(worker)
    .await?;
    Ok(turned.rows_affected() == 1)
}

/// Ends an import and forgets its file. `None` if somebody else has the lease by now.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.end", skip_all)]
pub async fn end(
    tx: &mut PgConnection,
    taken: &Taken,
    state: ImportState,
    problem: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<ListingImport>, StoreError> {
    let row = import_query!(
        "UPDATE listing_imports SET state = $3, problem = coalesce($4, problem), finished_at = $5, updated_at = $5, told_at = $5,
             lease_owner = NULL, lease_until = NULL, version = version + 1
         WHERE listing_import_id = $1 AND lease_owner = $2 AND state = 'running'
         RETURNING",
        "",
        taken.id.get(),
        taken.owner,
        state.as_str(),
        problem,
        now,
    )
    .fetch_optional(&mut *tx)
    .await?;
    if row.is_some() {
        sqlx::query!(
            "DELETE FROM listing_import_parts WHERE listing_import_id = $1",
            taken.id.get(),
        )
        .execute(tx)
        .await?;
    }
    row.map(TryInto::try_into).transpose()
}

/// Lets somebody else go on with an import at once.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.import_work.let_go", skip_all)]
pub async fn let_go(worker: &PgPool, taken: &Taken) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE listing_imports SET lease_owner = NULL, lease_until = NULL
         WHERE listing_import_id = $1 AND lease_owner = $2 AND state = 'running'",
        taken.id.get(),
        taken.owner,
    )
    .execute(worker)
    .await?;
    Ok(())
}

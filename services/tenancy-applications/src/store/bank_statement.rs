//! Banks' files that were read.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{BankStatementId, OrganisationId, TenantId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::{BankStatement, NewBankStatement};

/// How many files a list has.
const LISTED: i64 = 200;

struct StatementRow {
    bank_statement_id: i64,
    file_name: String,
    format: String,
    line_count: i32,
    known_count: i32,
    open_count: i32,
    from_date: Option<NaiveDate>,
    to_date: Option<NaiveDate>,
    version: i64,
    created_at: DateTime<Utc>,
}

impl From<StatementRow> for BankStatement {
    fn from(row: StatementRow) -> Self {
        Self {
            id: row.bank_statement_id.into(),
            file_name: row.file_name,
            format: row.format,
            lines: row.line_count,
            known: row.known_count,
            open: row.open_count,
            days: row.from_date.zip(row.to_date),
            version: row.version,
            created_at: row.created_at,
        }
    }
}

/// Every column that a [`BankStatement`] is read from; what follows is the caller's.
macro_rules! select_statements {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            StatementRow,
            r#"SELECT bank_statement_id, file_name, format, line_count, known_count,
                 (SELECT count(*)::integer FROM bank_lines
                  WHERE bank_lines.organisation_id = $1 AND bank_lines.bank_statement_id = bank_statements.bank_statement_id
                    AND NOT ignored AND (entry_id IS NULL OR EXISTS (
                        SELECT FROM ledger_entries AS back
                        WHERE back.organisation_id = $1 AND back.reverses = bank_lines.entry_id))) AS "open_count!",
                 from_date, to_date, version, created_at
             FROM bank_statements WHERE organisation_id = $1 "# + $tail,
            $($argument),+
        )
    };
}

/// Adds a file without its lines.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_statement.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    created_by: UserId,
    new: &NewBankStatement,
    now: DateTime<Utc>,
) -> Result<BankStatementId, StoreError> {
    let (first, last) = new.days().unzip();
    let id = sqlx::query_scalar!(
        "INSERT INTO bank_statements (organisation_id, created_by, file_name, format, line_count, from_date, to_date, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING bank_statement_id",
        organisation.get(),
        created_by.get(),
        new.file_name,
        new.format,
        i32::try_from(new.lines.len()).unwrap_or(i32::MAX),
        first,
        last,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Notes how many lines of a file an earlier one had.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.bank_statement.set_known", skip_all)]
pub async fn set_known(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: BankStatementId,
    known: usize,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE bank_statements SET known_count = $3 WHERE organisation_id = $1 AND bank_statement_id = $2",
        organisation.get(),
        statement.get(),
        i32::try_from(known).unwrap_or(i32::MAX),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A file of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_statement.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: BankStatementId,
) -> Result<Option<BankStatement>, StoreError> {
    let row = select_statements!(
        "AND bank_statement_id = $2",
        organisation.get(),
        statement.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(Into::into))
}

/// The last files of the organisation, the newest first.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.bank_statement.list", skip_all)]
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<BankStatement>, StoreError> {
    let rows = select_statements!(
        "ORDER BY bank_statement_id DESC LIMIT $2",
        organisation.get(),
        LISTED,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Moves files on whose lines were decided. Gives each with its version.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.bank_statement.advance", skip_all)]
pub async fn advance(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statements: &[i64],
) -> Result<Vec<(BankStatementId, i64)>, StoreError> {
    // Locked in one order, so that two who decide lines of the same files do not wait for each other.
    let rows = sqlx::query!(
        "WITH these AS (
             SELECT bank_statement_id FROM bank_statements
             WHERE organisation_id = $1 AND bank_statement_id = ANY ($2) ORDER BY bank_statement_id FOR UPDATE)
         UPDATE bank_statements SET version = version + 1 FROM these
         WHERE organisation_id = $1 AND bank_statements.bank_statement_id = these.bank_statement_id
         RETURNING bank_statements.bank_statement_id, version",
        organisation.get(),
        statements,
    )
    .fetch_all(tx)
    .await?;
    let moved = rows.into_iter();
    Ok(moved
        .map(|row| (row.bank_statement_id.into(), row.version))
        .collect())
}

/// Frees the lines whose receipts, all of them taken back, go with a tenant.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.bank_statement.free", skip_all)]
pub async fn free(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE bank_lines SET entry_id = NULL WHERE organisation_id = $1 AND entry_id IN (
             SELECT entry_id FROM ledger_entries WHERE organisation_id = $1 AND tenant_id = $2)",
        organisation.get(),
        tenant.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

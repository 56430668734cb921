//! Banks' files that were read.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{BankAccountId, BankStatementId, OrganisationId, TenantId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::rent::{BankStatement, Counted, NewBankStatement};

/// How many files a list has.
const LISTED: i64 = 200;

struct StatementRow {
    bank_statement_id: i64,
    file_name: String,
    format: String,
    line_count: i32,
    known_count: i32,
    open_count: i32,
    out_count: i32,
    known_out_count: i32,
    open_out_count: i32,
    wrong_way_count: i32,
    proof: Option<String>,
    layout_name: Option<String>,
    left_out: Option<Vec<u8>>,
    bank_account_id: Option<i64>,
    account_name: Option<String>,
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
            lines: Counted {
                all: row.line_count,
                known: row.known_count,
                open: row.open_count,
            },
            out: Counted {
                all: row.out_count,
                known: row.known_out_count,
                open: row.open_out_count,
            },
            days: row.from_date.zip(row.to_date),
            wrong_way: row.wrong_way_count,
            proof: row.proof,
            layout_name: row.layout_name,
            account: row.bank_account_id.map(Into::into).zip(row.account_name),
            left_out: row.left_out,
            version: row.version,
            created_at: row.created_at,
        }
    }
}

/// Every column that a [`BankStatement`] is read from; what follows is the caller's. `$1` is the organisation, `$2` narrows the files
/// whose lines are counted.
macro_rules! select_statements {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            StatementRow,
            r#"SELECT bank_statement_id, file_name, format, line_count, known_count, out_count, known_out_count, wrong_way_count, proof,
                 layout_name, left_out, bank_statements.bank_account_id, bank_accounts.name AS "account_name?",
                 coalesce(counts.open_in, 0) AS "open_count!", coalesce(counts.open_out, 0) AS "open_out_count!",
                 from_date, to_date, version, bank_statements.created_at
             FROM bank_statements
             LEFT JOIN bank_accounts ON bank_accounts.organisation_id = $1
               AND bank_accounts.bank_account_id = bank_statements.bank_account_id
             LEFT JOIN (
                 SELECT line.bank_statement_id AS counted_id, count(*) FILTER (WHERE NOT went_out)::integer AS open_in,
                   count(*) FILTER (WHERE went_out)::integer AS open_out
                 FROM bank_lines AS line
                 LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = line.entry_id
                 LEFT JOIN (
                     SELECT part.bank_line_id, sum(part.amount) AS given FROM bank_line_parts AS part
                     LEFT JOIN ledger_entries AS gone ON gone.organisation_id = $1 AND gone.reverses = part.entry_id
                     WHERE part.organisation_id = $1 AND gone.entry_id IS NULL GROUP BY part.bank_line_id) AS parts
                   ON parts.bank_line_id = line.bank_line_id
                 WHERE line.organisation_id = $1 AND NOT line.ignored AND (line.entry_id IS NULL OR back.entry_id IS NOT NULL)
                   AND coalesce(parts.given, 0) < line.amount
                 GROUP BY line.bank_statement_id) AS counts ON counts.counted_id = bank_statement_id
             WHERE bank_statements.organisation_id = $1 "# + $tail,
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
    account: Option<BankAccountId>,
    new: &NewBankStatement,
    now: DateTime<Utc>,
) -> Result<BankStatementId, StoreError> {
    let (first, last) = new.days.unzip();
    let (lines, out) = new.lines;
    let id = sqlx::query_scalar!(
        "INSERT INTO bank_statements (organisation_id, created_by, file_name, format, line_count, out_count, from_date, to_date, proof,
                                      layout_name, left_out, content_mark, bank_account_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING bank_statement_id",
        organisation.get(),
        created_by.get(),
        new.file_name,
        new.format,
        i32::try_from(lines).unwrap_or(i32::MAX),
        i32::try_from(out).unwrap_or(i32::MAX),
        first,
        last,
        new.proof,
        new.layout_name,
        new.left_out,
        new.content_mark.as_slice(),
        account.map(BankAccountId::get),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Notes how many lines of a file an earlier one had, of money that came and that went out, and how many of those stood the wrong way.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.bank_statement.set_known", skip_all)]
pub async fn set_known(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: BankStatementId,
    (known, known_out, wrong_way): (usize, usize, usize),
) -> Result<(), StoreError> {
    let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    sqlx::query!(
        "UPDATE bank_statements SET known_count = $3, known_out_count = $4, wrong_way_count = $5
         WHERE organisation_id = $1 AND bank_statement_id = $2",
        organisation.get(),
        statement.get(),
        number(known),
        number(known_out),
        number(wrong_way),
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

/// The first and the last day of each file that may be of one of these accounts.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.bank_statement.days_read", skip_all)]
pub async fn days_read(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    accounts: &[i64],
) -> Result<Vec<(NaiveDate, NaiveDate)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT DISTINCT from_date AS "from_date!", to_date AS "to_date!" FROM bank_statements
           WHERE organisation_id = $1 AND from_date IS NOT NULL
             AND (bank_account_id IS NULL OR cardinality($2::bigint[]) = 0 OR bank_account_id = ANY ($2))"#,
        organisation.get(),
        accounts,
    )
    .fetch_all(tx)
    .await?;
    let days = rows.into_iter();
    Ok(days.map(|row| (row.from_date, row.to_date)).collect())
}

/// Whether the same bytes were read before.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.bank_statement.was_read", skip_all)]
pub async fn was_read(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    content_mark: &[u8],
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM bank_statements WHERE organisation_id = $1 AND content_mark = $2) AS "was_read!""#,
        organisation.get(),
        content_mark,
    )
    .fetch_one(tx)
    .await?)
}

/// Lets one file of an organisation be added at a time: two with the same lines would both find none of them.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_statement.lock", skip_all)]
pub async fn lock(tx: &mut PgConnection, organisation: OrganisationId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('bank files of ' || $1::bigint::text, 0))",
        organisation.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
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

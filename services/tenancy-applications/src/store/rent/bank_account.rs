//! Accounts that banks' files were read of, and whether their lines add up.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{BankAccountId, OrganisationId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::rent::{BankAccount, BankMonth};

/// The accounts of an organisation, by their names.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_account.list", skip_all)]
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<BankAccount>, StoreError> {
    let rows = sqlx::query!(
        "SELECT bank_account_id, name, ending FROM bank_accounts WHERE organisation_id = $1 ORDER BY lower(name), bank_account_id",
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let accounts = rows.into_iter().map(|row| BankAccount {
        id: row.bank_account_id.into(),
        name: row.name,
        ending: row.ending,
    });
    Ok(accounts.collect())
}

/// The account with a number, or a new one under `name`.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_account.of_number", skip_all)]
pub async fn of_number(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    number_mark: &[u8],
    ending: Option<&str>,
    name: &str,
    now: DateTime<Utc>,
) -> Result<BankAccountId, StoreError> {
    let known = sqlx::query_scalar!(
        "SELECT bank_account_id FROM bank_accounts WHERE organisation_id = $1 AND number_mark = $2",
        organisation.get(),
        number_mark,
    )
    .fetch_optional(&mut *tx)
    .await?;
    match known {
        Some(known) => Ok(known.into()),
        None => insert(tx, organisation, Some(number_mark), ending, name, now).await,
    }
}

/// Adds an account.
///
/// # Errors
/// As [`of_number`].
#[tracing::instrument(name = "db.bank_account.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    number_mark: Option<&[u8]>,
    ending: Option<&str>,
    name: &str,
    now: DateTime<Utc>,
) -> Result<BankAccountId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO bank_accounts (organisation_id, name, number_mark, ending, created_at) VALUES ($1, $2, $3, $4, $5)
         RETURNING bank_account_id",
        organisation.get(),
        name,
        number_mark,
        ending,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Gives an account another name. Gives whether there is such an account.
///
/// # Errors
/// As [`of_number`].
#[tracing::instrument(name = "db.bank_account.rename", skip_all)]
pub async fn rename(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    account: BankAccountId,
    name: &str,
) -> Result<bool, StoreError> {
    let renamed = sqlx::query!(
        "UPDATE bank_accounts SET name = $3 WHERE organisation_id = $1 AND bank_account_id = $2",
        organisation.get(),
        account.get(),
        name,
    )
    .execute(tx)
    .await?;
    Ok(renamed.rows_affected() > 0)
}

/// The lines of an account, or of none, from a day on and before another, with the balances around them. Lines of a day are in the order
/// in which they were added, which is the bank's.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.bank_account.month", skip_all)]
pub async fn month(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    account: Option<BankAccountId>,
    (first, behind): (NaiveDate, NaiveDate),
) -> Result<BankMonth, StoreError> {
    let row = sqlx::query!(
        r#"SELECT
             (array_agg(balance - signed ORDER BY booked_on, bank_line_id))[1] AS opening,
             (array_agg(balance ORDER BY booked_on DESC, bank_line_id DESC))[1] AS closing,
             coalesce(sum(lines.amount) FILTER (WHERE NOT went_out), 0) AS "money_in!",
             coalesce(sum(lines.amount) FILTER (WHERE went_out), 0) AS "money_out!",
             count(*) FILTER (WHERE NOT went_out) AS "lines_in!", count(*) FILTER (WHERE went_out) AS "lines_out!",
             count(*) FILTER (WHERE NOT went_out AND is_decided) AS "decided_in!",
             count(*) FILTER (WHERE went_out AND is_decided) AS "decided_out!"
           FROM (
               SELECT line.*, CASE WHEN went_out THEN -line.amount ELSE line.amount END AS signed,
                 ignored OR (line.entry_id IS NOT NULL AND back.entry_id IS NULL) OR coalesce(parts.given, 0) >= line.amount AS is_decided
               FROM bank_lines AS line
               LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = line.entry_id
               LEFT JOIN (
                   SELECT part.bank_line_id, sum(part.amount) AS given FROM bank_line_parts AS part
                   LEFT JOIN ledger_entries AS gone ON gone.organisation_id = $1 AND gone.reverses = part.entry_id
                   WHERE part.organisation_id = $1 AND gone.entry_id IS NULL GROUP BY part.bank_line_id) AS parts
                 ON parts.bank_line_id = line.bank_line_id
               WHERE line.organisation_id = $1 AND line.bank_account_id IS NOT DISTINCT FROM $2
                 AND booked_on >= $3 AND booked_on < $4) AS lines"#,
        organisation.get(),
        account.map(BankAccountId::get),
        first,
        behind,
    )
    .fetch_one(tx)
    .await?;
    let name = RowName {
        table: "bank_lines",
        id: account.map_or(0, BankAccountId::get),
    };
    let money = |amount: Decimal| name.money("amount", amount);
    Ok(BankMonth {
        opening: name.some_money("balance", row.opening)?,
        closing: name.some_money("balance", row.closing)?,
        money_in: money(row.money_in)?,
        money_out: money(row.money_out)?,
        lines_in: row.lines_in,
        lines_out: row.lines_out,
        decided_in: row.decided_in,
        decided_out: row.decided_out,
    })
}

/// Whether an organisation has an account.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_account.exists", skip_all)]
pub async fn exists(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    account: BankAccountId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM bank_accounts WHERE organisation_id = $1 AND bank_account_id = $2) AS "exists!""#,
        organisation.get(),
        account.get(),
    )
    .fetch_one(tx)
    .await?)
}

//! Lines of banks' files, and what they are compared with.

use chrono::NaiveDate;
use lintel_core::{BankLineId, BankStatementId, LedgerEntryId, OrganisationId, TenantId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{BankLineState, NewBankLine, StoredBankLine};

struct LineRow {
    bank_line_id: i64,
    bank_statement_id: i64,
    line_key: String,
    booked_on: NaiveDate,
    amount: Decimal,
    sealed: Vec<u8>,
    payer_mark: Option<Vec<u8>>,
    reference_mark: Option<Vec<u8>>,
    state: String,
    entry_id: Option<i64>,
    tenant_id: Option<i64>,
}

impl TryFrom<LineRow> for StoredBankLine {
    type Error = StoreError;

    fn try_from(row: LineRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "bank_lines",
            id: row.bank_line_id,
        };
        let state = name.known("state", BankLineState::parse(&row.state))?;
        let receipt = row.entry_id.zip(row.tenant_id);
        let receipt = receipt.filter(|_| state == BankLineState::Received);
        Ok(Self {
            id: row.bank_line_id.into(),
            statement: row.bank_statement_id.into(),
            key: row.line_key,
            booked: row.booked_on,
            amount: name.money("amount", row.amount)?,
            sealed: row.sealed,
            payer_mark: row.payer_mark,
            reference_mark: row.reference_mark,
            state,
            receipt: receipt.map(|(entry, tenant)| (entry.into(), tenant.into())),
        })
    }
}

/// Every column that a [`StoredBankLine`] is read from; what follows is the caller's.
macro_rules! select_lines {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            LineRow,
            r#"SELECT bank_line_id AS "bank_line_id!", bank_statement_id AS "bank_statement_id!", line_key AS "line_key!",
                 booked_on AS "booked_on!", amount AS "amount!", sealed AS "sealed!", payer_mark AS "payer_mark?",
                 reference_mark AS "reference_mark?", state AS "state!", entry_id AS "entry_id?", tenant_id AS "tenant_id?"
             FROM (
                 SELECT line.*, entry.tenant_id, CASE
                     WHEN line.ignored THEN 'ignored'
                     WHEN line.entry_id IS NULL OR EXISTS (
                         SELECT FROM ledger_entries AS back
                         WHERE back.organisation_id = $1 AND back.reverses = line.entry_id) THEN 'open'
                     ELSE 'received' END AS state
                 FROM bank_lines AS line LEFT JOIN ledger_entries AS entry
                   ON entry.organisation_id = line.organisation_id AND entry.entry_id = line.entry_id
                 WHERE line.organisation_id = $1) AS lines "# + $tail,
            $($argument),+
        )
    };
}

/// Where a page ended: the sort values of its last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Whether it is decided.
    pub decided: bool,
    /// Its day.
    pub booked: NaiveDate,
    /// Its id.
    pub id: BankLineId,
}

/// Adds lines of a file that no earlier one had. Gives how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: BankStatementId,
    lines: &[NewBankLine],
) -> Result<usize, StoreError> {
    // In one order, whatever that of the file: two files with the same lines do not wait for each other.
    let mut lines: Vec<_> = lines.iter().collect();
    lines.sort_by(|one, other| (one.booked, &one.key).cmp(&(other.booked, &other.key)));
    let keys: Vec<String> = lines.iter().map(|line| line.key.clone()).collect();
    let days: Vec<NaiveDate> = lines.iter().map(|line| line.booked).collect();
    let amounts: Vec<Decimal> = lines.iter().map(|line| line.amount.to_decimal()).collect();
    let sealed: Vec<Vec<u8>> = lines.iter().map(|line| line.sealed.clone()).collect();
    let bytes = |mark: Option<[u8; 32]>| mark.map(|mark| mark.to_vec());
    let payers: Vec<Option<Vec<u8>>> = lines.iter().map(|line| bytes(line.payer_mark)).collect();
    let references: Vec<Option<Vec<u8>>> = lines
        .iter()
        .map(|line| bytes(line.reference_mark))
        .collect();
    let added = sqlx::query!(
        "INSERT INTO bank_lines (organisation_id, bank_statement_id, line_key, booked_on, amount, sealed, payer_mark, reference_mark)
         SELECT $1, $2, given.line_key, given.booked_on, given.amount, given.sealed, given.payer_mark, given.reference_mark
         FROM unnest($3::text[], $4::date[], $5::numeric[], $6::bytea[], $7::bytea[], $8::bytea[]) WITH ORDINALITY
             AS given (line_key, booked_on, amount, sealed, payer_mark, reference_mark, place)
         ORDER BY given.place ON CONFLICT ON CONSTRAINT bank_lines_organisation_id_line_key_uq DO NOTHING",
        organisation.get(),
        statement.get(),
        &keys,
        &days,
        &amounts,
        &sealed,
        &payers as &[Option<Vec<u8>>],
        &references as &[Option<Vec<u8>>],
    )
    .execute(tx)
    .await?;
    Ok(usize::try_from(added.rows_affected()).unwrap_or(usize::MAX))
}

/// At most `limit` lines behind `place`, those to decide first and the newest of each first; of one file or of all, in one state or in
/// any.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.bank_line.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: Option<BankStatementId>,
    state: Option<BankLineState>,
    place: Option<Place>,
    limit: i64,
) -> Result<Vec<StoredBankLine>, StoreError> {
    let rows = select_lines!(
        "WHERE ($2::bigint IS NULL OR bank_statement_id = $2) AND ($3::text IS NULL OR state = $3)
           AND ($4::boolean IS NULL OR (state <> 'open') > $4
                OR ((state <> 'open') = $4 AND (booked_on, bank_line_id) < ($5::date, $6::bigint)))
         ORDER BY (state <> 'open'), booked_on DESC, bank_line_id DESC LIMIT $7",
        organisation.get(),
        statement.map(BankStatementId::get),
        state.map(BankLineState::as_str),
        place.map(|place| place.decided),
        place.map(|place| place.booked),
        place.map(|place| place.id.get()),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// These lines, as far as they are the organisation's.
///
/// # Errors
/// As [`page`].
#[tracing::instrument(name = "db.bank_line.of_ids", skip_all)]
pub async fn of_ids(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: &[i64],
) -> Result<Vec<StoredBankLine>, StoreError> {
    let rows = select_lines!("WHERE bank_line_id = ANY ($2)", organisation.get(), lines)
        .fetch_all(tx)
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Locks these lines until the transaction ends; whoever locks tenancies as well has done that before.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_line.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: &[i64],
) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT bank_line_id FROM bank_lines WHERE organisation_id = $1 AND bank_line_id = ANY ($2)
         ORDER BY bank_line_id FOR UPDATE",
        organisation.get(),
        lines,
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

/// Writes what became of lines: each is a receipt, or is ignored.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line.decide", skip_all)]
pub async fn decide(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    decided: &[(BankLineId, Option<LedgerEntryId>)],
) -> Result<(), StoreError> {
    let ids: Vec<i64> = decided.iter().map(|(line, _)| line.get()).collect();
    let entries = decided
        .iter()
        .map(|(_, entry)| entry.map(LedgerEntryId::get));
    let entries: Vec<Option<i64>> = entries.collect();
    sqlx::query!(
        "UPDATE bank_lines SET entry_id = given.entry_id, ignored = given.entry_id IS NULL
         FROM unnest($2::bigint[], $3::bigint[]) AS given (bank_line_id, entry_id)
         WHERE organisation_id = $1 AND bank_lines.bank_line_id = given.bank_line_id",
        organisation.get(),
        &ids,
        &entries as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A receipt that was confirmed: what names it, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    /// The mark of its payer.
    pub payer: Option<Vec<u8>>,
    /// The mark of its reference.
    pub reference: Option<Vec<u8>>,
    /// The tenant.
    pub tenant: TenantId,
}

/// The receipts with any of these marks of payers or of references that were not taken back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_line.confirmed", skip_all)]
pub async fn confirmed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    payers: &[Vec<u8>],
    references: &[Vec<u8>],
) -> Result<Vec<Confirmed>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT payer_mark, reference_mark, tenant_id
         FROM bank_lines JOIN ledger_entries
           ON ledger_entries.organisation_id = bank_lines.organisation_id AND ledger_entries.entry_id = bank_lines.entry_id
         WHERE bank_lines.organisation_id = $1 AND bank_lines.entry_id IS NOT NULL
           AND (payer_mark = ANY ($2) OR reference_mark = ANY ($3))
           AND NOT EXISTS (SELECT FROM ledger_entries AS back
                           WHERE back.organisation_id = $1 AND back.reverses = bank_lines.entry_id)
         ORDER BY tenant_id",
        organisation.get(),
        payers,
        references,
    )
    .fetch_all(tx)
    .await?;
    let found = rows.into_iter().map(|row| Confirmed {
        payer: row.payer_mark,
        reference: row.reference_mark,
        tenant: row.tenant_id.into(),
    });
    Ok(found.collect())
}

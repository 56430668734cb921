//! Lines of banks' files.

use chrono::NaiveDate;
use lintel_core::{
    BankAccountId, BankLineId, BankStatementId, LedgerEntryId, Money, OrganisationId,
};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::rent::{BankLineState, BankLineWay, NewBankLine, StoredBankLine};

struct LineRow {
    bank_line_id: i64,
    bank_statement_id: i64,
    line_key: String,
    bank_account_id: Option<i64>,
    booked_on: NaiveDate,
    amount: Decimal,
    went_out: bool,
    balance: Option<Decimal>,
    open_amount: Decimal,
    sealed: Vec<u8>,
    payer_mark: Option<Vec<u8>>,
    reference_mark: Option<Vec<u8>>,
    number_marks: Vec<Vec<u8>>,
    state: String,
    entry_id: Option<i64>,
    tenant_id: Option<i64>,
    wrong_way: bool,
    read_before: bool,
}

impl TryFrom<LineRow> for StoredBankLine {
    type Error = StoreError;

    fn try_from(row: LineRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "bank_lines",
            id: row.bank_line_id,
        };
        let state = name.known("state", BankLineState::parse(&row.state))?;
        let entry = row.entry_id.zip(row.tenant_id);
        Ok(Self {
            id: row.bank_line_id.into(),
            statement: row.bank_statement_id.into(),
            key: row.line_key,
            account: row.bank_account_id.map(Into::into),
            booked: row.booked_on,
            amount: name.money("amount", row.amount)?,
            way: way(row.went_out),
            balance: name.some_money("balance", row.balance)?,
            open: name.money("open_amount", row.open_amount)?,
            sealed: row.sealed,
            payer_mark: row.payer_mark,
            reference_mark: row.reference_mark,
            number_marks: row.number_marks,
            state,
            entry: entry.map(|(entry, tenant)| (entry.into(), tenant.into())),
            wrong_way: row.wrong_way,
            read_before: row.read_before,
        })
    }
}

/// Every column that a [`StoredBankLine`] is read from; what follows is the caller's. An entry that was taken back does not count.
macro_rules! select_lines {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            LineRow,
            r#"SELECT bank_line_id AS "bank_line_id!", bank_statement_id AS "bank_statement_id!", line_key AS "line_key!",
                 bank_account_id, booked_on AS "booked_on!", amount AS "amount!", went_out AS "went_out!", balance,
                 CASE WHEN ignored THEN 0 ELSE amount - given END AS "open_amount!", sealed AS "sealed!", payer_mark AS "payer_mark?",
                 reference_mark AS "reference_mark?", number_marks AS "number_marks!", state AS "state!", whole_id AS "entry_id?",
                 tenant_id AS "tenant_id?", wrong_way AS "wrong_way!", read_before AS "read_before!"
             FROM (
                 SELECT told.*, CASE
                     WHEN ignored THEN 'ignored' WHEN given < amount THEN 'open' WHEN NOT went_out OR wrong_way THEN 'received'
                     WHEN returns THEN 'depositReturned' ELSE 'refunded' END AS state
                 FROM (
                     SELECT line.*, entry.entry_id AS whole_id, entry.tenant_id, coalesce(parts.returns, false) AS returns,
                         line.went_out AND entry.kind IS NOT DISTINCT FROM 'receipt' AS wrong_way,
                         CASE WHEN entry.entry_id IS NULL THEN coalesce(parts.given, 0) ELSE line.amount END AS given
                     FROM bank_lines AS line
                     LEFT JOIN (
                         SELECT live.entry_id, live.tenant_id, live.kind FROM ledger_entries AS live
                         LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = live.entry_id
                         WHERE live.organisation_id = $1 AND back.entry_id IS NULL) AS entry ON entry.entry_id = line.entry_id
                     LEFT JOIN (
                         SELECT part.bank_line_id, sum(part.amount) AS given, bool_or(part.kind = 'depositReturn') AS returns
                         FROM bank_line_parts AS part
                         LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = part.entry_id
                         WHERE part.organisation_id = $1 AND back.entry_id IS NULL GROUP BY part.bank_line_id) AS parts
                       ON parts.bank_line_id = line.bank_line_id
                     WHERE line.organisation_id = $1) AS told) AS lines "# + $tail,
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

/// Which lines a page has; what is not said narrows nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Of one file.
    pub statement: Option<BankStatementId>,
    /// In one state.
    pub state: Option<BankLineState>,
    /// Decided in whatever way.
    pub decided: bool,
    /// Money that went one way.
    pub way: Option<BankLineWay>,
    /// Of one account.
    pub account: Option<BankAccountId>,
    /// From its first day on and before its last.
    pub days: Option<(NaiveDate, NaiveDate)>,
}

/// Adds lines of a file in their order.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: BankStatementId,
    lines: &[NewBankLine],
) -> Result<(), StoreError> {
    let keys: Vec<String> = lines.iter().map(|line| line.key.clone()).collect();
    let accounts = lines
        .iter()
        .map(|line| line.account.map(BankAccountId::get));
    let accounts: Vec<Option<i64>> = accounts.collect();
    let days: Vec<NaiveDate> = lines.iter().map(|line| line.booked).collect();
    let amounts: Vec<Decimal> = lines.iter().map(|line| line.amount.to_decimal()).collect();
    let out: Vec<bool> = lines
        .iter()
        .map(|line| line.way == BankLineWay::Out)
        .collect();
    let balances = lines.iter().map(|line| line.balance.map(Money::to_decimal));
    let balances: Vec<Option<Decimal>> = balances.collect();
    let sealed: Vec<Vec<u8>> = lines.iter().map(|line| line.sealed.clone()).collect();
    let bytes = |mark: Option<[u8; 32]>| mark.map(|mark| mark.to_vec());
    let payers: Vec<Option<Vec<u8>>> = lines.iter().map(|line| bytes(line.payer_mark)).collect();
    let references: Vec<Option<Vec<u8>>> = lines
        .iter()
        .map(|line| bytes(line.reference_mark))
        .collect();
    sqlx::query!(
        "INSERT INTO bank_lines (organisation_id, bank_statement_id, line_key, bank_account_id, booked_on, amount, went_out, balance,
                                 sealed, payer_mark, reference_mark, read_before)
         SELECT $1, $2, given.line_key, given.account, given.booked_on, given.amount, given.went_out, given.balance, given.sealed,
                given.payer_mark, given.reference_mark, false
         FROM unnest($3::text[], $4::bigint[], $5::date[], $6::numeric[], $7::boolean[], $8::numeric[], $9::bytea[], $10::bytea[],
                     $11::bytea[]) WITH ORDINALITY
             AS given (line_key, account, booked_on, amount, went_out, balance, sealed, payer_mark, reference_mark, place)
         ORDER BY given.place",
        organisation.get(),
        statement.get(),
        &keys,
        &accounts as &[Option<i64>],
        &days,
        &amounts,
        &out,
        &balances as &[Option<Decimal>],
        &sealed,
        &payers as &[Option<Vec<u8>>],
        &references as &[Option<Vec<u8>>],
    )
    .execute(&mut *tx)
    .await?;
    // An array of arrays cannot be given away in rows, so marks of numbers come one a row.
    let numbers = lines.iter().flat_map(|line| {
        let marks = line.number_marks.iter();
        marks.map(|mark| (line.key.clone(), mark.to_vec()))
    });
    let (keys, marks): (Vec<String>, Vec<Vec<u8>>) = numbers.unzip();
    if keys.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE bank_lines SET number_marks = given.marks
         FROM (SELECT line_key, array_agg(mark) AS marks FROM unnest($2::text[], $3::bytea[]) AS one (line_key, mark)
               GROUP BY line_key) AS given
         WHERE organisation_id = $1 AND bank_lines.line_key = given.line_key",
        organisation.get(),
        &keys,
        &marks,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// At most `limit` lines behind `place`, those to decide first and the newest of each first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.bank_line.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    wanted: Wanted,
    place: Option<Place>,
    limit: i64,
) -> Result<Vec<StoredBankLine>, StoreError> {
    let rows = select_lines!(
        "WHERE ($2::bigint IS NULL OR bank_statement_id = $2) AND ($3::text IS NULL OR state = $3) AND (NOT $4 OR state <> 'open')
           AND ($5::boolean IS NULL OR went_out = $5) AND ($6::bigint IS NULL OR bank_account_id = $6)
           AND ($7::date IS NULL OR booked_on >= $7 AND booked_on < $8)
           AND ($9::boolean IS NULL OR (state <> 'open') > $9
                OR ((state <> 'open') = $9 AND (booked_on, bank_line_id) < ($10::date, $11::bigint)))
         ORDER BY (state <> 'open'), booked_on DESC, bank_line_id DESC LIMIT $12",
        organisation.get(),
        wanted.statement.map(BankStatementId::get),
        wanted.state.map(BankLineState::as_str),
        wanted.decided,
        wanted.way.map(|way| way == BankLineWay::Out),
        wanted.account.map(BankAccountId::get),
        wanted.days.map(|(first, _)| first),
        wanted.days.map(|(_, behind)| behind),
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

/// A line that a file is compared with, and the format of the file that had it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Its id.
    pub id: BankLineId,
    /// Names the row.
    pub key: String,
    /// The account.
    pub account: Option<BankAccountId>,
    /// The day.
    pub booked: NaiveDate,
    /// How much.
    pub amount: Money,
    /// Which way it went.
    pub way: BankLineWay,
    /// The balance after it.
    pub balance: Option<Money>,
    /// Payer and reference, sealed.
    pub sealed: Vec<u8>,
    /// The file's format.
    pub format: String,
    /// Whether its text was read by the rules of before.
    pub read_before: bool,
}

/// The lines of these days, to be compared with a file.
///
/// # Errors
/// As [`page`].
#[tracing::instrument(name = "db.bank_line.of_days", skip_all)]
pub async fn of_days(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    days: &[NaiveDate],
) -> Result<Vec<Compared>, StoreError> {
    let rows = sqlx::query!(
        "SELECT bank_line_id, line_key, line.bank_account_id, booked_on, amount, went_out, balance, sealed, format, read_before
         FROM bank_lines AS line
         JOIN bank_statements ON bank_statements.organisation_id = line.organisation_id
           AND bank_statements.bank_statement_id = line.bank_statement_id
         WHERE line.organisation_id = $1 AND booked_on = ANY ($2) ORDER BY bank_line_id",
        organisation.get(),
        days,
    )
    .fetch_all(tx)
    .await?;
    let lines = rows.into_iter().map(|row| {
        let name = RowName {
            table: "bank_lines",
            id: row.bank_line_id,
        };
        Ok(Compared {
            id: row.bank_line_id.into(),
            key: row.line_key,
            account: row.bank_account_id.map(Into::into),
            booked: row.booked_on,
            amount: name.money("amount", row.amount)?,
            way: way(row.went_out),
            balance: name.some_money("balance", row.balance)?,
            sealed: row.sealed,
            format: row.format,
            read_before: row.read_before,
        })
    });
    lines.collect()
}

/// Notes what a later file says of lines that are stored: account and balance where they had none, and that money went out.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line.complete", skip_all)]
pub async fn complete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    said: &[(
        BankLineId,
        Option<BankAccountId>,
        Option<Money>,
        BankLineWay,
    )],
) -> Result<(), StoreError> {
    let ids: Vec<i64> = said.iter().map(|(line, ..)| line.get()).collect();
    let accounts = said
        .iter()
        .map(|(_, account, ..)| account.map(BankAccountId::get));
    let accounts: Vec<Option<i64>> = accounts.collect();
    let balances = said
        .iter()
        .map(|(_, _, balance, _)| balance.map(Money::to_decimal));
    let balances: Vec<Option<Decimal>> = balances.collect();
    let out: Vec<bool> = said
        .iter()
        .map(|(.., way)| *way == BankLineWay::Out)
        .collect();
    sqlx::query!(
        "UPDATE bank_lines SET bank_account_id = coalesce(bank_lines.bank_account_id, given.account),
             balance = coalesce(bank_lines.balance, given.balance), went_out = given.went_out
         FROM unnest($2::bigint[], $3::bigint[], $4::numeric[], $5::boolean[]) AS given (bank_line_id, account, balance, went_out)
         WHERE organisation_id = $1 AND bank_lines.bank_line_id = given.bank_line_id
           AND (bank_lines.bank_account_id IS NULL AND given.account IS NOT NULL
                OR bank_lines.balance IS NULL AND given.balance IS NOT NULL OR bank_lines.went_out <> given.went_out)",
        organisation.get(),
        &ids,
        &accounts as &[Option<i64>],
        &balances as &[Option<Decimal>],
        &out,
    )
    .execute(tx)
    .await?;
    Ok(())
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

/// What becomes of a line as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// The line.
    pub line: BankLineId,
    /// The entry that it is; none where it is ignored or split.
    pub entry: Option<LedgerEntryId>,
    /// Whether it is ignored.
    pub ignored: bool,
    /// Whether lines like it are proposed as it was split.
    pub propose_again: bool,
}

/// Writes what became of lines as a whole.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line.decide", skip_all)]
pub async fn decide(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    decided: &[Whole],
) -> Result<(), StoreError> {
    let ids: Vec<i64> = decided.iter().map(|one| one.line.get()).collect();
    let entries = decided.iter().map(|one| one.entry.map(LedgerEntryId::get));
    let entries: Vec<Option<i64>> = entries.collect();
    let ignored: Vec<bool> = decided.iter().map(|one| one.ignored).collect();
    let again: Vec<bool> = decided.iter().map(|one| one.propose_again).collect();
    sqlx::query!(
        "UPDATE bank_lines SET entry_id = given.entry_id, ignored = given.ignored, propose_again = given.propose_again
         FROM unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::boolean[]) AS given (bank_line_id, entry_id, ignored, propose_again)
         WHERE organisation_id = $1 AND bank_lines.bank_line_id = given.bank_line_id",
        organisation.get(),
        &ids,
        &entries as &[Option<i64>],
        &ignored,
        &again,
    )
    .execute(tx)
    .await?;
    Ok(())
}

const fn way(went_out: bool) -> BankLineWay {
    if went_out {
        BankLineWay::Out
    } else {
        BankLineWay::In
    }
}

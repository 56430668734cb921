//! Entries of ledgers, and the sums of them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{LedgerEntryId, Money, OrganisationId, TenancyId, TenantId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{
    Entry, EntryActor, EntryKind, Owed, PaymentMethod, RentPeriod, ReversalReason, Span,
    ledger::ArrearsRow,
};

/// The key that keeps an entry from being taken back twice.
pub const REVERSES_UQ: &str = "ledger_entries_organisation_id_reverses_uq";

/// An entry to insert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Whose.
    pub tenant: TenantId,
    /// What it is.
    pub kind: EntryKind,
    /// Above nothing.
    pub amount: Money,
    /// What it adds to the balance.
    pub effect: Money,
    /// The day that it counts from.
    pub date: NaiveDate,
    /// How money came.
    pub method: Option<PaymentMethod>,
    /// What it is for.
    pub reference: Option<String>,
    /// The entry that it takes back.
    pub reverses: Option<LedgerEntryId>,
    /// Why it takes that back.
    pub reason: Option<ReversalReason>,
    /// The charge that it settles first.
    pub pays: Option<LedgerEntryId>,
    /// The days that it is for.
    pub span: Option<Span>,
}

struct EntryRow {
    entry_id: i64,
    tenant_id: i64,
    kind: String,
    amount: Decimal,
    effect: Decimal,
    entry_date: NaiveDate,
    method: Option<String>,
    reference: Option<String>,
    reverses: Option<i64>,
    reason: Option<String>,
    pays: Option<i64>,
    period_start: Option<NaiveDate>,
    period_end: Option<NaiveDate>,
    actor: String,
    created_at: DateTime<Utc>,
}

impl TryFrom<EntryRow> for Entry {
    type Error = StoreError;

    fn try_from(row: EntryRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "ledger_entries",
            id: row.entry_id,
        };
        let method = row.method.as_deref();
        let reason = row.reason.as_deref();
        Ok(Self {
            id: row.entry_id.into(),
            tenant: row.tenant_id.into(),
            kind: name.known("kind", EntryKind::parse(&row.kind))?,
            amount: name.money("amount", row.amount)?,
            effect: name.money("effect", row.effect)?,
            date: row.entry_date,
            method: method
                .map(|method| name.known("method", PaymentMethod::parse(method)))
                .transpose()?,
            reference: row.reference,
            reverses: row.reverses.map(Into::into),
            reason: reason
                .map(|reason| name.known("reason", ReversalReason::parse(reason)))
                .transpose()?,
            pays: row.pays.map(Into::into),
            span: row
                .period_start
                .zip(row.period_end)
                .map(|(first, last)| Span { first, last }),
            actor: name.known("actor", EntryActor::parse(&row.actor))?,
            created_at: row.created_at,
        })
    }
}

/// The entries of a tenancy, or of one tenant of it, in the ledger's order.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.ledger_entry.of_tenancy", skip_all)]
pub async fn of_tenancy(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Vec<Entry>, StoreError> {
    let rows = sqlx::query_as!(
        EntryRow,
        "SELECT entry_id, tenant_id, kind, amount, effect, entry_date, method, reference, reverses, reason, pays, period_start,
                period_end, actor, created_at
         FROM ledger_entries WHERE organisation_id = $1 AND tenancy_id = $2 ORDER BY entry_date, entry_id",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// One entry of a tenant's.
///
/// # Errors
/// As [`of_tenancy`].
#[tracing::instrument(name = "db.ledger_entry.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    entry: LedgerEntryId,
) -> Result<Option<Entry>, StoreError> {
    let row = sqlx::query_as!(
        EntryRow,
        "SELECT entry_id, tenant_id, kind, amount, effect, entry_date, method, reference, reverses, reason, pays, period_start,
                period_end, actor, created_at
         FROM ledger_entries WHERE organisation_id = $1 AND tenant_id = $2 AND entry_id = $3",
        organisation.get(),
        tenant.get(),
        entry.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Whether an entry is a charge of the tenancy that was not taken back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger_entry.is_charge", skip_all)]
pub async fn is_charge(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    entry: LedgerEntryId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM ledger_entries AS entry
             WHERE organisation_id = $1 AND tenancy_id = $2 AND entry_id = $3 AND kind = 'charge' AND NOT EXISTS (
                 SELECT FROM ledger_entries AS back
                 WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id)) AS "is!""#,
        organisation.get(),
        tenancy.get(),
        entry.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Adds entries, in their order. Gives their ids.
///
/// # Errors
/// [`StoreError`] when the database refuses: [`REVERSES_UQ`] among others.
#[tracing::instrument(name = "db.ledger_entry.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    entries: &[Written],
    actor: EntryActor,
    now: DateTime<Utc>,
) -> Result<Vec<LedgerEntryId>, StoreError> {
    let tenants: Vec<i64> = entries.iter().map(|one| one.tenant.get()).collect();
    let kinds: Vec<String> = entries
        .iter()
        .map(|one| one.kind.as_str().to_owned())
        .collect();
    let amounts: Vec<Decimal> = entries.iter().map(|one| one.amount.to_decimal()).collect();
    let effects: Vec<Decimal> = entries.iter().map(|one| one.effect.to_decimal()).collect();
    let dates: Vec<NaiveDate> = entries.iter().map(|one| one.date).collect();
    let methods = entries
        .iter()
        .map(|one| one.method.map(|method| method.as_str().to_owned()));
    let methods: Vec<Option<String>> = methods.collect();
    let references: Vec<Option<String>> = entries.iter().map(|one| one.reference.clone()).collect();
    let reverses = entries
        .iter()
        .map(|one| one.reverses.map(LedgerEntryId::get));
    let reverses: Vec<Option<i64>> = reverses.collect();
    let reasons = entries
        .iter()
        .map(|one| one.reason.map(|reason| reason.as_str().to_owned()));
    let reasons: Vec<Option<String>> = reasons.collect();
    let pays = entries.iter().map(|one| one.pays.map(LedgerEntryId::get));
    let pays: Vec<Option<i64>> = pays.collect();
    let firsts = entries.iter().map(|one| one.span.map(|span| span.first));
    let firsts: Vec<Option<NaiveDate>> = firsts.collect();
    let lasts = entries.iter().map(|one| one.span.map(|span| span.last));
    let lasts: Vec<Option<NaiveDate>> = lasts.collect();
    let ids = sqlx::query_scalar!(
        "INSERT INTO ledger_entries (organisation_id, tenancy_id, tenant_id, kind, amount, effect, entry_date, method, reference,
                                     reverses, period_start, period_end, actor, created_at, reason, pays)
         SELECT $1, $2, given.tenant_id, given.kind, given.amount, given.effect, given.entry_date, given.method, given.reference,
                given.reverses, given.period_start, given.period_end, $13, $14, given.reason, given.pays
         FROM unnest($3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::date[], $8::text[], $9::text[], $10::bigint[],
                     $11::date[], $12::date[], $15::text[], $16::bigint[]) WITH ORDINALITY
             AS given (tenant_id, kind, amount, effect, entry_date, method, reference, reverses, period_start, period_end, reason,
                       pays, place)
         ORDER BY given.place RETURNING entry_id",
        organisation.get(),
        tenancy.get(),
        &tenants,
        &kinds,
        &amounts,
        &effects,
        &dates,
        &methods as &[Option<String>],
        &references as &[Option<String>],
        &reverses as &[Option<i64>],
        &firsts as &[Option<NaiveDate>],
        &lasts as &[Option<NaiveDate>],
        actor.as_str(),
        now,
        &reasons as &[Option<String>],
        &pays as &[Option<i64>],
    )
    .fetch_all(tx)
    .await?;
    Ok(ids.into_iter().map(Into::into).collect())
}

struct SumRow {
    tenant_id: i64,
    tenancy_id: i64,
    property_id: i64,
    name: String,
    home_name: String,
    postcode: String,
    room_number: Option<String>,
    share: Decimal,
    rent: Decimal,
    rent_then: Decimal,
    period: Option<String>,
    balance: Decimal,
    tenancy_balance: Decimal,
    oldest_unpaid: Option<NaiveDate>,
}

impl TryFrom<SumRow> for ArrearsRow {
    type Error = StoreError;

    fn try_from(row: SumRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "ledgers",
            id: row.tenancy_id,
        };
        let period = row.period.as_deref();
        let period = period
            .map(|period| name.known("period", RentPeriod::parse(period)))
            .transpose()?;
        Ok(Self {
            tenant: row.tenant_id.into(),
            tenancy: row.tenancy_id.into(),
            property: row.property_id.into(),
            name: row.name,
            home: row.home_name,
            postcode: row.postcode,
            room: row.room_number,
            share: name.money("share", row.share)?,
            rent: name.money("rent", row.rent)?,
            rent_then: name.money("first_rent", row.rent_then)?,
            period: period.unwrap_or(RentPeriod::Monthly),
            owed: Owed {
                balance: name.money("balance", row.balance)?,
                oldest_unpaid: row.oldest_unpaid,
            },
            tenancy_balance: name.money("balance", row.tenancy_balance)?,
        })
    }
}

/// What tenants owe as of `$2`, each with the day of the oldest charge that is not paid. Each is summed by itself, out of the index alone.
/// Unpaid are the newest charges that come to the balance, because the oldest are settled first: they are walked from the newest back,
/// only of who owes something and no further than that. What follows is the caller's.
macro_rules! select_sums {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            SumRow,
            r#"SELECT tenants.tenant_id, tenancies.tenancy_id, property_id, name, home_name, home_postcode AS postcode, room_number, share,
                 rent,
                 coalesce((SELECT monthly_rent FROM rent_changes
                           WHERE rent_changes.organisation_id = $1 AND rent_changes.tenancy_id = tenancies.tenancy_id
                             AND effective_date <= $2 ORDER BY effective_date DESC LIMIT 1), first_rent, rent) AS "rent_then!",
                 period, sums.balance AS "balance!",
                 coalesce((SELECT sum(effect) FROM ledger_entries
                           WHERE ledger_entries.organisation_id = $1 AND ledger_entries.tenancy_id = tenancies.tenancy_id
                             AND entry_date <= $2), 0) AS "tenancy_balance!",
                 oldest.entry_date AS "oldest_unpaid?"
             FROM tenants
             JOIN tenancies ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
             JOIN ledgers ON ledgers.organisation_id = tenants.organisation_id AND ledgers.tenancy_id = tenants.tenancy_id
             CROSS JOIN LATERAL (
                 SELECT coalesce(sum(effect), 0) AS balance FROM ledger_entries AS entry
                 WHERE entry.organisation_id = $1 AND entry.tenant_id = tenants.tenant_id AND entry_date <= $2
             ) AS sums
             LEFT JOIN LATERAL (
                 SELECT walked.entry_date FROM (
                     SELECT entry_date, entry_id, sum(amount) OVER (ORDER BY entry_date DESC, entry_id DESC) AS so_far
                     FROM ledger_entries AS charge
                     WHERE charge.organisation_id = $1 AND charge.tenant_id = tenants.tenant_id AND charge.kind = 'charge'
                       AND charge.entry_date <= $2 AND NOT EXISTS (
                           SELECT FROM ledger_entries AS back
                           WHERE back.organisation_id = $1 AND back.reverses = charge.entry_id AND back.entry_date <= $2)
                 ) AS walked
                 WHERE walked.so_far >= sums.balance ORDER BY walked.entry_date DESC, walked.entry_id DESC LIMIT 1
             ) AS oldest ON sums.balance > 0
             WHERE tenants.organisation_id = $1 "# + $tail,
            $($argument),+
        )
    };
}

/// What each of these tenants owes as of a day; of those who have a ledger.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.ledger_entry.owed", skip_all)]
pub async fn owed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenants: &[i64],
    day: NaiveDate,
) -> Result<Vec<ArrearsRow>, StoreError> {
    let rows = select_sums!(
        "AND tenants.tenant_id = ANY ($3)",
        organisation.get(),
        day,
        tenants,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` tenants with a ledger behind `after` (the day of the oldest unpaid charge and the id), the oldest arrears first and
/// those without last; of all, or of those who owe something.
///
/// # Errors
/// As [`owed`].
#[tracing::instrument(name = "db.ledger_entry.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    day: NaiveDate,
    all: bool,
    after: Option<(Option<NaiveDate>, TenantId)>,
    limit: i64,
) -> Result<Vec<ArrearsRow>, StoreError> {
    let rows = select_sums!(
        "AND ($3 OR sums.balance > 0)
         AND ($5::bigint IS NULL OR (coalesce(oldest.entry_date, '9999-12-31'), tenants.tenant_id)
              > (coalesce($4::date, '9999-12-31'), $5))
         ORDER BY coalesce(oldest.entry_date, '9999-12-31'), tenants.tenant_id LIMIT $6",
        organisation.get(),
        day,
        all,
        after.and_then(|(oldest, _)| oldest),
        after.map(|(_, tenant)| tenant.get()),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The sums of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// What is owed by all who owe.
    pub owed: Money,
    /// How many they are.
    pub tenants: i64,
    /// What came in the month, by the day.
    pub received: Money,
    /// What was due in the month, by the day.
    pub due: Money,
}

/// The sums of an organisation as of a day, whose month begins on `month`.
///
/// # Errors
/// As [`owed`].
#[tracing::instrument(name = "db.ledger_entry.totals", skip_all)]
pub async fn totals(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    day: NaiveDate,
    month: NaiveDate,
) -> Result<Totals, StoreError> {
    let row = sqlx::query!(
        r#"WITH sums AS (
             SELECT balance FROM tenants CROSS JOIN LATERAL (
                 SELECT sum(effect) AS balance FROM ledger_entries AS entry
                 WHERE entry.organisation_id = $1 AND entry.tenant_id = tenants.tenant_id AND entry_date <= $2
             ) AS entries
             WHERE organisation_id = $1 AND balance > 0),
           months AS (
             SELECT kind, amount FROM ledger_entries AS entry
             WHERE organisation_id = $1 AND entry_date BETWEEN $3 AND $2 AND kind IN ('charge', 'receipt') AND NOT EXISTS (
                 SELECT FROM ledger_entries AS back
                 WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id AND back.entry_date <= $2))
           SELECT (SELECT coalesce(sum(balance), 0) FROM sums) AS "owed!", (SELECT count(*) FROM sums) AS "tenants!",
                  (SELECT coalesce(sum(amount), 0) FROM months WHERE kind = 'receipt') AS "received!",
                  (SELECT coalesce(sum(amount), 0) FROM months WHERE kind = 'charge') AS "due!""#,
        organisation.get(),
        day,
        month,
    )
    .fetch_one(tx)
    .await?;
    let name = RowName {
        table: "ledger_entries",
        id: organisation.get(),
    };
    Ok(Totals {
        owed: name.money("balance", row.owed)?,
        tenants: row.tenants,
        received: name.money("amount", row.received)?,
        due: name.money("amount", row.due)?,
    })
}

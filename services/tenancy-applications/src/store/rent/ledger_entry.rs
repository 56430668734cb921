//! Entries of ledgers.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{LedgerEntryId, Money, OrganisationId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::rent::{Entry, EntryActor, EntryKind, PaymentMethod, ReversalReason, Span};

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
    tenancy_id: i64,
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

/// The entries of a tenancy, in the ledger's order.
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
        "SELECT entry_id, tenancy_id, tenant_id, kind, amount, effect, entry_date, method, reference, reverses, reason, pays, period_start,
                period_end, actor, created_at
         FROM ledger_entries WHERE organisation_id = $1 AND tenancy_id = $2 ORDER BY entry_date, entry_id",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The entries of several tenancies, each with its tenancy.
///
/// # Errors
/// As [`of_tenancy`].
#[tracing::instrument(name = "db.ledger_entry.of_tenancies", skip_all)]
pub async fn of_tenancies(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancies: &[i64],
) -> Result<Vec<(TenancyId, Entry)>, StoreError> {
    let rows = sqlx::query_as!(
        EntryRow,
        "SELECT entry_id, tenancy_id, tenant_id, kind, amount, effect, entry_date, method, reference, reverses, reason, pays, period_start,
                period_end, actor, created_at
         FROM ledger_entries WHERE organisation_id = $1 AND tenancy_id = ANY ($2)",
        organisation.get(),
        tenancies,
    )
    .fetch_all(tx)
    .await?;
    let entries = rows
        .into_iter()
        .map(|row| Ok((row.tenancy_id.into(), row.try_into()?)));
    entries.collect()
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
        "SELECT entry_id, tenancy_id, tenant_id, kind, amount, effect, entry_date, method, reference, reverses, reason, pays, period_start,
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

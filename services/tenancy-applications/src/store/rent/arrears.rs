//! What tenancies owe as of a day, summed by the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{Money, OrganisationId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::{
    domain::rent::{
        Owed, RentPeriod,
        ledger::{ArrearsRow, TenancyArrears},
    },
    store::nation,
};

/// The sums of a tenancy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summed {
    /// What it owes where the oldest money settles the oldest charge.
    pub arrears: TenancyArrears,
    /// Whether money went back or named a charge by then, or charges that are no rent may be overdue: what is overdue has to be walked
    /// through then, entry by entry.
    pub is_walked: bool,
}

struct SumRow {
    tenancy_id: i64,
    postcode: String,
    home_nation: Option<String>,
    rent_then: Decimal,
    period: Option<String>,
    balance: Decimal,
    is_walked: bool,
    due: Decimal,
    oldest: Option<NaiveDate>,
    oldest_amount: Decimal,
}

impl TryFrom<SumRow> for Summed {
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
        let overdue = (row.balance - row.due).max(Decimal::ZERO);
        let oldest_amount = row.oldest.map_or(Decimal::ZERO, |_| row.oldest_amount);
        Ok(Self {
            arrears: TenancyArrears {
                tenancy: row.tenancy_id.into(),
                nation: nation(&name, row.home_nation.as_deref(), &row.postcode)?,
                rent_then: name.money("first_rent", row.rent_then)?,
                period: period.unwrap_or(RentPeriod::Monthly),
                owed: Owed {
                    balance: name.money("balance", row.balance)?,
                    overdue: name.money("balance", overdue)?,
                    overdue_rent: name.money("balance", overdue)?,
                    oldest_unpaid: row.oldest,
                    oldest_amount: name.money("amount", oldest_amount)?,
                },
            },
            is_walked: row.is_walked,
        })
    }
}

/// What tenancies owe as of `$2`, each with what is due that very day and with the oldest day before it whose charges are not paid. The
/// unpaid charges are the newest that come to the balance, because the oldest are settled first: they are walked from the newest back,
/// only of who owes something and no further than that. What follows is the caller's.
macro_rules! select_sums {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            SumRow,
            r#"SELECT tenancies.tenancy_id, home_postcode AS postcode, home_nation,
                 coalesce((SELECT monthly_rent FROM rent_changes
                           WHERE rent_changes.organisation_id = $1 AND rent_changes.tenancy_id = tenancies.tenancy_id
                             AND effective_date <= $2 ORDER BY effective_date DESC LIMIT 1), first_rent, rent) AS "rent_then!",
                 period, sums.balance AS "balance!", coalesce(today.due, 0) AS "due!",
                 named.tenancy_id IS NOT NULL OR EXISTS (
                     SELECT FROM ledger_entries AS other
                     WHERE other.organisation_id = $1 AND other.tenancy_id = ledgers.tenancy_id AND other.kind = 'charge'
                       AND other.period_start IS NULL AND other.entry_date >= oldest.entry_date AND other.entry_date < $2
                 ) AS "is_walked!",
                 oldest.entry_date AS "oldest?",
                 sums.balance - (
                     SELECT coalesce(sum(amount), 0) FROM ledger_entries AS newer
                     WHERE newer.organisation_id = $1 AND newer.tenancy_id = ledgers.tenancy_id AND newer.kind = 'charge'
                       AND newer.entry_date > oldest.entry_date AND newer.entry_date <= $2 AND NOT EXISTS (
                           SELECT FROM ledger_entries AS back
                           WHERE back.organisation_id = $1 AND back.reverses = newer.entry_id AND back.entry_date <= $2)
                 ) AS "oldest_amount!"
             FROM ledgers
             JOIN tenancies ON tenancies.organisation_id = ledgers.organisation_id AND tenancies.tenancy_id = ledgers.tenancy_id
             CROSS JOIN LATERAL (
                 SELECT coalesce(sum(effect), 0) AS balance FROM ledger_entries AS entry
                 WHERE entry.organisation_id = $1 AND entry.tenancy_id = ledgers.tenancy_id AND entry_date <= $2
             ) AS sums
             LEFT JOIN (
                 SELECT tenancy_id, sum(amount) AS due FROM ledger_entries AS charge
                 WHERE charge.organisation_id = $1 AND charge.kind = 'charge' AND charge.entry_date = $2 AND NOT EXISTS (
                     SELECT FROM ledger_entries AS back
                     WHERE back.organisation_id = $1 AND back.reverses = charge.entry_id AND back.entry_date <= $2)
                 GROUP BY tenancy_id
             ) AS today ON today.tenancy_id = ledgers.tenancy_id
             LEFT JOIN (
                 SELECT DISTINCT tenancy_id FROM ledger_entries
                 WHERE organisation_id = $1 AND entry_date <= $2 AND (kind = 'refund' OR pays IS NOT NULL)
             ) AS named ON named.tenancy_id = ledgers.tenancy_id
             LEFT JOIN LATERAL (
                 SELECT walked.entry_date FROM (
                     SELECT entry_date, entry_id, sum(amount) OVER (ORDER BY entry_date DESC, entry_id DESC) AS so_far
                     FROM ledger_entries AS charge
                     WHERE charge.organisation_id = $1 AND charge.tenancy_id = ledgers.tenancy_id AND charge.kind = 'charge'
                       AND charge.entry_date <= $2 AND sums.balance > coalesce(today.due, 0) AND NOT EXISTS (
                           SELECT FROM ledger_entries AS back
                           WHERE back.organisation_id = $1 AND back.reverses = charge.entry_id AND back.entry_date <= $2)
                 ) AS walked
                 WHERE walked.so_far >= sums.balance ORDER BY walked.entry_date DESC, walked.entry_id DESC LIMIT 1
             ) AS oldest ON true
             WHERE ledgers.organisation_id = $1 "# + $tail,
            $($argument),+
        )
    };
}

/// What each of these tenancies owes as of a day; of those who have a ledger.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.arrears.of", skip_all)]
pub async fn of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancies: &[i64],
    day: NaiveDate,
) -> Result<Vec<Summed>, StoreError> {
    let rows = select_sums!(
        "AND ledgers.tenancy_id = ANY ($3)",
        organisation.get(),
        day,
        tenancies,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// What every tenancy of the organisation with a ledger owes as of a day.
///
/// # Errors
/// As [`of`].
#[tracing::instrument(name = "db.arrears.of_all", skip_all)]
pub async fn of_all(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    day: NaiveDate,
) -> Result<Vec<Summed>, StoreError> {
    let rows = select_sums!("", organisation.get(), day)
        .fetch_all(tx)
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Says which ledgers and tenancies there are and at which versions, as one number: while it is the same, so is what they owe on any day.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.arrears.version", skip_all)]
pub async fn version(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(i64, i64), StoreError> {
    let row = sqlx::query!(
        r#"SELECT (SELECT coalesce(bit_xor(hashint8extended(tenancy_id, version)), 0) FROM ledgers WHERE organisation_id = $1)
                    AS "ledgers!",
                  (SELECT coalesce(bit_xor(hashint8extended(tenancy_id, version)), 0) FROM tenancies WHERE organisation_id = $1)
                    AS "tenancies!""#,
        organisation.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok((row.ledgers, row.tenancies))
}

/// The tenants of the organisation by id, each with the tenancy and whether they have left.
///
/// # Errors
/// As [`version`].
#[tracing::instrument(name = "db.arrears.tenants", skip_all)]
pub async fn tenants(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<(TenantId, TenancyId, bool)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, tenancy_id, has_left FROM tenants WHERE organisation_id = $1 ORDER BY tenant_id",
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let tenants = rows.into_iter();
    Ok(tenants
        .map(|row| (row.tenant_id.into(), row.tenancy_id.into(), row.has_left))
        .collect())
}

/// The names of these tenants.
///
/// # Errors
/// As [`version`].
#[tracing::instrument(name = "db.arrears.names", skip_all)]
pub async fn names(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenants: &[TenantId],
) -> Result<HashMap<TenantId, String>, StoreError> {
    let ids: Vec<i64> = tenants.iter().map(|tenant| tenant.get()).collect();
    let rows = sqlx::query!(
        "SELECT tenant_id, name FROM tenants WHERE organisation_id = $1 AND tenant_id = ANY ($2)",
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.tenant_id.into(), row.name)).collect())
}

/// These tenants with their homes, for what their tenancies owe.
///
/// # Errors
/// As [`version`].
#[tracing::instrument(name = "db.arrears.rows", skip_all)]
pub async fn rows(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    owing: Vec<(TenantId, TenancyArrears)>,
) -> Result<Vec<ArrearsRow>, StoreError> {
    let ids: Vec<i64> = owing.iter().map(|(tenant, _)| tenant.get()).collect();
    let named = sqlx::query!(
        "SELECT tenant_id, property_id, name, home_name, room_number
         FROM tenants JOIN tenancies USING (organisation_id, tenancy_id) WHERE organisation_id = $1 AND tenant_id = ANY ($2)",
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    let rows = owing.into_iter().filter_map(|(tenant, arrears)| {
        let found = named.iter().find(|row| row.tenant_id == tenant.get())?;
        Some(ArrearsRow {
            tenant,
            property: found.property_id.into(),
            name: found.name.clone(),
            home: found.home_name.clone(),
            room: found.room_number.clone(),
            tenancy: arrears,
        })
    });
    Ok(rows.collect())
}

/// What came and was due in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month {
    /// What came, by the day.
    pub received: Money,
    /// What was due, by the day.
    pub due: Money,
}

/// What came and was due from `first` to `day`. What went back is neither.
///
/// # Errors
/// As [`of`].
#[tracing::instrument(name = "db.arrears.month", skip_all)]
pub async fn month(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    first: NaiveDate,
    day: NaiveDate,
) -> Result<Month, StoreError> {
    let row = sqlx::query!(
        r#"SELECT coalesce(sum(amount) FILTER (WHERE kind = 'receipt'), 0) AS "received!",
                  coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0) AS "due!"
           FROM ledger_entries AS entry
           WHERE organisation_id = $1 AND entry_date BETWEEN $2 AND $3 AND kind IN ('charge', 'receipt') AND NOT EXISTS (
               SELECT FROM ledger_entries AS back
               WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id AND back.entry_date <= $3)"#,
        organisation.get(),
        first,
        day,
    )
    .fetch_one(tx)
    .await?;
    let name = RowName {
        table: "ledger_entries",
        id: organisation.get(),
    };
    Ok(Month {
        received: name.money("amount", row.received)?,
        due: name.money("amount", row.due)?,
    })
}

//! The tenants that payments may be of.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use lintel_core::{Money, OrganisationId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::rent::{StoredBankLine, bank_match::Candidate};

/// The tenants who live there, are to, left since a day or owe something, with what each tenancy owes on
/// `today`.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.bank_candidate.all", skip_all)]
pub async fn all(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    today: NaiveDate,
    left_since: NaiveDate,
) -> Result<Vec<Candidate>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT tenants.tenant_id, name, home_name, room_number, share, rent, has_left, coalesce(sums.balance, 0) AS "balance!"
           FROM tenants
           JOIN tenancies ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
           LEFT JOIN (
               SELECT tenancy_id, sum(effect) AS balance FROM ledger_entries
               WHERE organisation_id = $1 AND entry_date <= $2 GROUP BY tenancy_id) AS sums
             ON sums.tenancy_id = tenants.tenancy_id
           WHERE tenants.organisation_id = $1 AND (NOT has_left OR leave_date >= $3 OR sums.balance > 0)
           ORDER BY tenants.tenant_id"#,
        organisation.get(),
        today,
        left_since,
    )
    .fetch_all(tx)
    .await?;
    let candidates = rows.into_iter().map(|row| {
        let name = RowName {
            table: "tenants",
            id: row.tenant_id,
        };
        Ok(Candidate {
            tenant: row.tenant_id.into(),
            name: row.name,
            home: home_of(row.home_name, row.room_number),
            share: name.money("share", row.share)?,
            rent: name.money("rent", row.rent)?,
            balance: name.money("balance", row.balance)?,
            has_left: row.has_left,
            charges: Vec::new(),
            receipts: Vec::new(),
        })
    });
    candidates.collect()
}

/// Gives candidates their charges of these amounts since a day, and their receipts of these amounts and days.
///
/// # Errors
/// As [`all`].
#[tracing::instrument(name = "db.bank_candidate.add_entries", skip_all)]
pub async fn add_entries(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    candidates: &mut [Candidate],
    amounts: &[Money],
    days: &[NaiveDate],
    charged_since: NaiveDate,
) -> Result<(), StoreError> {
    let amounts: Vec<Decimal> = amounts.iter().map(|amount| amount.to_decimal()).collect();
    let rows = sqlx::query!(
        r#"WITH live AS (
               SELECT entry.tenancy_id, entry.tenant_id, entry.kind, entry.entry_date, entry.amount FROM ledger_entries AS entry
               LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = entry.entry_id
               WHERE entry.organisation_id = $1 AND back.entry_id IS NULL
                 AND (entry.kind = 'charge' AND entry.entry_date >= $4 OR entry.kind = 'receipt' AND entry.entry_date = ANY ($3)))
           SELECT tenant_id AS "tenant_id!", kind AS "kind!", entry_date AS "entry_date!", amount AS "amount!"
           FROM live WHERE amount = ANY ($2)
           UNION
           SELECT tenants.tenant_id, 'charge', due.entry_date, due.amount
           FROM (SELECT tenancy_id, entry_date, sum(amount) AS amount FROM live WHERE kind = 'charge' GROUP BY tenancy_id, entry_date) AS due
           JOIN tenants ON tenants.organisation_id = $1 AND tenants.tenancy_id = due.tenancy_id
           WHERE due.amount = ANY ($2)"#,
        organisation.get(),
        &amounts,
        days,
        charged_since,
    )
    .fetch_all(tx)
    .await?;
    let places = candidates.iter().enumerate();
    let places: HashMap<_, _> = places
        .map(|(place, one)| (one.tenant.get(), place))
        .collect();
    for row in rows {
        let place = places.get(&row.tenant_id);
        let Some(candidate) = place.and_then(|place| candidates.get_mut(*place)) else {
            continue;
        };
        let name = RowName {
            table: "ledger_entries",
            id: row.tenant_id,
        };
        let amount = name.money("amount", row.amount)?;
        if row.kind == "charge" {
            candidate.charges.push(amount);
        } else {
            candidate.receipts.push((row.entry_date, amount));
        }
    }
    Ok(())
}

/// The return of a deposit that is recorded and no line of a bank's file yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedDeposit {
    /// The tenancy's first tenant.
    pub tenant: TenantId,
    /// The tenant's name.
    pub name: String,
    /// What the landlord calls the property, with the room.
    pub home: String,
    /// When it was given back.
    pub on: NaiveDate,
    /// How much.
    pub amount: Money,
    /// Days around it in which its line may be.
    around: Days,
}

impl ReturnedDeposit {
    /// Whether a line may be it.
    #[must_use]
    pub fn fits(&self, line: &StoredBankLine) -> bool {
        let first = self.on.checked_sub_days(self.around);
        let last = self.on.checked_add_days(self.around);
        let is_near = first.is_some_and(|first| first <= line.booked)
            && last.is_some_and(|last| line.booked <= last);
        is_near && self.amount == line.open
    }
}

/// The returns of these amounts that are no lines yet; a line may be as many days around one.
///
/// # Errors
/// As [`all`].
#[tracing::instrument(name = "db.bank_candidate.returned_deposits", skip_all)]
pub async fn returned_deposits(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    amounts: &[Money],
    around: u64,
) -> Result<Vec<ReturnedDeposit>, StoreError> {
    let amounts: Vec<Decimal> = amounts.iter().map(|amount| amount.to_decimal()).collect();
    let rows = sqlx::query!(
        r#"SELECT DISTINCT ON (deposits.tenancy_id) tenants.tenant_id, name, home_name, room_number, return_date AS "return_date!",
             returned AS "returned!"
           FROM deposits
           JOIN tenancies ON tenancies.organisation_id = $1 AND tenancies.tenancy_id = deposits.tenancy_id
           JOIN tenants ON tenants.organisation_id = $1 AND tenants.tenancy_id = deposits.tenancy_id
           WHERE deposits.organisation_id = $1 AND return_date IS NOT NULL AND returned = ANY ($2)
             AND NOT EXISTS (
                 SELECT FROM bank_line_parts AS part
                 JOIN tenants AS one ON one.organisation_id = $1 AND one.tenant_id = part.tenant_id
                 WHERE part.organisation_id = $1 AND part.kind = 'depositReturn' AND one.tenancy_id = deposits.tenancy_id)
           ORDER BY deposits.tenancy_id, tenants.tenant_id"#,
        organisation.get(),
        &amounts,
    )
    .fetch_all(tx)
    .await?;
    let deposits = rows.into_iter().map(|row| {
        let name = RowName {
            table: "deposits",
            id: row.tenant_id,
        };
        Ok(ReturnedDeposit {
            tenant: row.tenant_id.into(),
            name: row.name,
            home: home_of(row.home_name, row.room_number),
            on: row.return_date,
            amount: name.money("returned", row.returned)?,
            around: Days::new(around),
        })
    });
    deposits.collect()
}

fn home_of(name: String, room: Option<String>) -> String {
    match room {
        Some(room) => format!("{name}, Room {room}"),
        None => name,
    }
}

//! The tenants that payments may be of.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{Money, OrganisationId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::bank_match::Candidate;

/// The tenants who live there, are to, left since a day or owe something, with what each owes on `today`.
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
        r#"SELECT tenants.tenant_id, name, home_name, room_number, share, has_left, coalesce(sums.balance, 0) AS "balance!"
           FROM tenants
           JOIN tenancies ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
           LEFT JOIN (
               SELECT tenant_id, sum(effect) AS balance FROM ledger_entries
               WHERE organisation_id = $1 AND entry_date <= $2 GROUP BY tenant_id) AS sums
             ON sums.tenant_id = tenants.tenant_id
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
            home: match row.room_number {
                Some(room) => format!("{}, Room {room}", row.home_name),
                None => row.home_name,
            },
            share: name.money("share", row.share)?,
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
        "SELECT DISTINCT tenant_id, kind, entry_date, amount FROM ledger_entries AS entry
         WHERE organisation_id = $1 AND amount = ANY ($2)
           AND (kind = 'charge' AND entry_date >= $4 OR kind = 'receipt' AND entry_date = ANY ($3))
           AND NOT EXISTS (SELECT FROM ledger_entries AS back
                           WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id)",
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

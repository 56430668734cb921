//! Ledgers of tenants: what is owed and paid.

use chrono::NaiveDate;
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{date, money, required};
use crate::{
    problem::Problem,
    rest::{Arrears, ArrearsFields, LedgerEntry, RentChange, RentTerms},
};

/// The ledger of a tenant as of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ledger {
    /// What the tenancy owes on that day.
    #[serde(flatten)]
    pub arrears: ArrearsFields,
    /// The tenant's own entries of that day and before, the oldest first.
    pub entries: Vec<LedgerEntry>,
    /// How rent is due; null where none is charged.
    #[schema(required)]
    pub terms: Option<RentTerms>,
    /// The dated changes of the rent, the oldest first.
    pub changes: Vec<RentChange>,
    /// The same for the landlord; null for a tenant.
    #[schema(required)]
    pub tenancy_arrears: Option<Arrears>,
    /// The next day that rent is due; null where none is.
    #[schema(required)]
    pub next_due_date: Option<NaiveDate>,
    /// What is due then of this tenant; null where nothing is.
    #[schema(required, example = "950.00")]
    pub next_due_amount: Option<String>,
}

impl TryFrom<tenancy::GetLedgerResponse> for Ledger {
    type Error = Problem;

    fn try_from(ledger: tenancy::GetLedgerResponse) -> Result<Self, Problem> {
        let entries = ledger.entries.into_iter().map(TryInto::try_into);
        let changes = ledger.changes.into_iter().map(TryInto::try_into);
        Ok(Self {
            arrears: required(ledger.arrears, "arrears")?.try_into()?,
            entries: entries.collect::<Result<_, _>>()?,
            terms: ledger.terms.map(TryInto::try_into).transpose()?,
            changes: changes.collect::<Result<_, _>>()?,
            tenancy_arrears: ledger.tenancy_arrears.map(TryInto::try_into).transpose()?,
            next_due_date: date(ledger.next_due_date)?,
            next_due_amount: money(ledger.next_due_amount)?,
        })
    }
}

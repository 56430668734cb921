//! Ledgers of tenants: what is owed and paid.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, some, text},
    names::{LedgerEntryKind, ProRata, RentPaymentStatus, RentPeriod, ReversalReason},
};
use crate::problem::Problem;

/// What a tenancy owes on a day: its tenants owe it together.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Arrears {
    /// Charges that were due by then and refunds, less receipts and waivers by then; below 0 there is a credit.
    #[schema(example = "1900.00")]
    pub balance: String,
    /// What of the balance is unpaid rent whose day is over; a charge is overdue from the day after its own on.
    #[schema(example = "1900.00")]
    pub overdue: String,
    /// The day of the oldest charge that is overdue; null when there is none.
    #[schema(required)]
    pub oldest_unpaid_due: Option<NaiveDate>,
    /// What is unpaid of the charges of that day.
    #[schema(example = "950.00")]
    pub oldest_unpaid_amount: String,
    /// Days since then; 0 where nothing is overdue.
    #[schema(example = 34)]
    pub days_in_arrears: i32,
    /// What is overdue in monthly rents of the tenancy, rounded down to two decimals.
    #[schema(example = "2.60")]
    pub months_of_rent: String,
    /// Whether the threshold of ground 8 is reached; only in England.
    #[serde(rename = "ground8Met")]
    pub ground_8_met: bool,
    /// The day that the figures are of.
    pub as_of: NaiveDate,
}

impl TryFrom<tenancy::Arrears> for Arrears {
    type Error = Problem;

    fn try_from(arrears: tenancy::Arrears) -> Result<Self, Problem> {
        let balance = required(money(arrears.balance)?, "balance")?;
        Ok(Self {
            // A service of the release before says neither: all that is owed counts then.
            overdue: money(arrears.overdue)?.unwrap_or_else(|| balance.clone()),
            oldest_unpaid_due: date(arrears.oldest_unpaid_due)?,
            oldest_unpaid_amount: money(arrears.oldest_unpaid_amount)?
                .unwrap_or_else(|| balance.clone()),
            days_in_arrears: arrears.days_in_arrears,
            months_of_rent: arrears.months_of_rent,
            ground_8_met: arrears.ground_8_met,
            as_of: required(date(arrears.as_of)?, "as_of")?,
            balance,
        })
    }
}

/// An entry of a ledger. It is never changed or removed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// Its id.
    #[schema(example = 311)]
    pub id: i64,
    /// What it is.
    pub kind: LedgerEntryKind,
    /// Above 0, whatever the kind.
    #[schema(example = "950.00")]
    pub amount: String,
    /// The day that it counts from: of a charge the day that it is due, of a receipt the day that the money came.
    pub date: NaiveDate,
    /// How money came or went; null otherwise.
    #[schema(required, example = "bank-transfer")]
    pub method: Option<String>,
    /// What it is for, or what the payer wrote; null for nothing.
    #[schema(required)]
    pub reference: Option<String>,
    /// The entry that a reversal takes back; null otherwise.
    #[schema(required)]
    pub reverses: Option<i64>,
    /// Why a reversal takes it back; null where nobody said.
    #[schema(required)]
    pub reason: Option<ReversalReason>,
    /// The charge that a receipt settles first; null for none.
    #[schema(required)]
    pub pays: Option<i64>,
    /// The entry that takes this one back; null for none.
    #[schema(required)]
    pub reversed_by: Option<i64>,
    /// The first day that a charge of rent is for; null otherwise.
    #[schema(required)]
    pub period_start: Option<NaiveDate>,
    /// The last day that a charge of rent is for; null otherwise.
    #[schema(required)]
    pub period_end: Option<NaiveDate>,
    /// How a charge stands on the day that was asked for; null otherwise.
    #[schema(required)]
    pub status: Option<RentPaymentStatus>,
    /// How much of a charge is paid or waived by then; null otherwise.
    #[schema(required)]
    pub settled: Option<String>,
    /// The balance of the tenancy after this entry.
    #[schema(required, example = "950.00")]
    pub balance: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// Landlord, Lintel for the schedule, or Bank statement.
    #[schema(example = "Landlord")]
    pub actor: String,
}

impl TryFrom<tenancy::LedgerEntry> for LedgerEntry {
    type Error = Problem;

    fn try_from(entry: tenancy::LedgerEntry) -> Result<Self, Problem> {
        let kind = LedgerEntryKind::from_number(entry.kind);
        Ok(Self {
            id: entry.entry_id,
            kind: required(kind, "kind")?,
            amount: required(money(entry.amount)?, "amount")?,
            date: required(date(entry.date)?, "date")?,
            method: text(entry.method),
            reference: text(entry.reference),
            reverses: some(entry.reverses),
            reason: ReversalReason::from_number(entry.reason),
            pays: some(entry.pays),
            reversed_by: some(entry.reversed_by),
            period_start: date(entry.period_start)?,
            period_end: date(entry.period_end)?,
            status: RentPaymentStatus::from_number(entry.status),
            settled: money(entry.settled)?,
            balance: money(entry.balance)?,
            created_at: required(instant(entry.create_time)?, "create_time")?,
            actor: entry.actor,
        })
    }
}

/// How rent is due in a tenancy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RentTerms {
    /// How often.
    pub period: RentPeriod,
    /// With monthly the day of the month, 1 to 31; shorter months end earlier. With the others 0.
    #[schema(example = 31)]
    pub due_day: i32,
    /// The first day that rent is charged for.
    #[schema(required)]
    pub first_day: Option<NaiveDate>,
    /// How the rent of a part of a period is worked out.
    pub pro_rata: ProRata,
    /// The rent of a whole period of the whole tenancy; null where it is not worked out yet.
    #[schema(required, example = "950.00")]
    pub period_rent: Option<String>,
}

impl TryFrom<tenancy::RentTerms> for RentTerms {
    type Error = Problem;

    fn try_from(terms: tenancy::RentTerms) -> Result<Self, Problem> {
        let period = RentPeriod::from_number(terms.period);
        let pro_rata = ProRata::from_number(terms.pro_rata);
        Ok(Self {
            period: required(period, "period")?,
            due_day: terms.due_day,
            first_day: date(terms.first_day)?,
            pro_rata: required(pro_rata, "pro_rata")?,
            period_rent: money(terms.period_rent)?,
        })
    }
}

/// A dated change of the rent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RentChange {
    /// Its id; 0 for a rise of before Lintel.
    #[schema(example = 4)]
    pub id: i64,
    /// The first day of the new rent, the first of a period.
    pub effective_date: NaiveDate,
    /// The rent of the whole tenancy per month from then on.
    #[schema(example = "990.00")]
    pub monthly_rent: String,
    /// When the notice was served; null for a reduction.
    #[schema(required)]
    pub served_date: Option<NaiveDate>,
    /// Whether the day has come.
    pub in_force: bool,
}

impl TryFrom<tenancy::RentChange> for RentChange {
    type Error = Problem;

    fn try_from(change: tenancy::RentChange) -> Result<Self, Problem> {
        Ok(Self {
            id: change.rent_change_id,
            effective_date: required(date(change.effective_date)?, "effective_date")?,
            monthly_rent: required(money(change.monthly_rent)?, "monthly_rent")?,
            served_date: date(change.serve_date)?,
            in_force: change.in_force,
        })
    }
}

/// The ledger of a tenant as of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ledger {
    /// What the tenancy owes on that day.
    #[serde(flatten)]
    pub arrears: Arrears,
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

/// An entry that was written, and what is owed since.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostedEntry {
    /// As it was written.
    pub entry: LedgerEntry,
    /// What the tenancy owes today.
    pub arrears: Arrears,
}

impl TryFrom<tenancy::PostLedgerEntryResponse> for PostedEntry {
    type Error = Problem;

    fn try_from(posted: tenancy::PostLedgerEntryResponse) -> Result<Self, Problem> {
        Ok(Self {
            entry: required(posted.entry, "entry")?.try_into()?,
            arrears: required(posted.arrears, "arrears")?.try_into()?,
        })
    }
}

/// A charge with what was paid of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RentPayment {
    /// The charge's entry.
    #[schema(example = 311)]
    pub id: i64,
    /// The tenant.
    pub tenant_id: i64,
    /// The property.
    pub property_id: i64,
    /// What is due.
    #[schema(example = "950.00")]
    pub amount: String,
    /// When.
    pub due_date: NaiveDate,
    /// When the last part of it came; null unless it is paid as a whole.
    #[schema(required)]
    pub paid_date: Option<NaiveDate>,
    /// How it stands.
    pub status: RentPaymentStatus,
    /// How the last part came; null where nothing did.
    #[schema(required, example = "standing-order")]
    pub method: Option<String>,
}

impl TryFrom<tenancy::RentPayment> for RentPayment {
    type Error = Problem;

    fn try_from(payment: tenancy::RentPayment) -> Result<Self, Problem> {
        let status = RentPaymentStatus::from_number(payment.status);
        Ok(Self {
            id: payment.rent_payment_id,
            tenant_id: payment.tenant_id,
            property_id: payment.property_id,
            amount: required(money(payment.amount)?, "amount")?,
            due_date: required(date(payment.due_date)?, "due_date")?,
            paid_date: date(payment.paid_date)?,
            status: required(status, "status")?,
            method: text(payment.method),
        })
    }
}

/// When a rise of the rent can begin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RentRise {
    /// The earliest first day; null where no rule is known: then nothing is proposed.
    #[schema(required)]
    pub earliest_date: Option<NaiveDate>,
    /// Before which day it cannot begin, whatever the periods; null where no rule is known.
    #[schema(required)]
    pub floor_date: Option<NaiveDate>,
    /// The first day of a period from the earliest on that can be recorded; null where no rule is known.
    #[schema(required)]
    pub effective_date: Option<NaiveDate>,
    /// The rent of the whole tenancy per month now.
    #[schema(example = "950.00")]
    pub monthly_rent: String,
    /// Why, or why nothing is proposed, in words for people.
    pub reason: String,
    /// What is not confirmed, said beside the day.
    pub notes: Vec<String>,
    /// The first day of the last rise of before Lintel; null where none was recorded.
    #[schema(required)]
    pub earlier_rise_date: Option<NaiveDate>,
    /// The rent per month from that day on.
    #[schema(required, example = "900.00")]
    pub earlier_rise_rent: Option<String>,
}

impl TryFrom<tenancy::ProposeRentRiseResponse> for RentRise {
    type Error = Problem;

    fn try_from(rise: tenancy::ProposeRentRiseResponse) -> Result<Self, Problem> {
        Ok(Self {
            earliest_date: date(rise.earliest_date)?,
            floor_date: date(rise.floor_date)?,
            effective_date: date(rise.effective_date)?,
            notes: rise.notes,
            earlier_rise_date: date(rise.earlier_rise_date)?,
            earlier_rise_rent: money(rise.earlier_rise_rent)?,
            monthly_rent: required(money(rise.monthly_rent)?, "monthly_rent")?,
            reason: rise.reason,
        })
    }
}

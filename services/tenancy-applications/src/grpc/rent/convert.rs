//! Rent on the wire.

use lintel_core::{Error, LedgerEntryId};
use lintel_proto::{convert::timestamp, read::Reader, tenancy::v1};

use crate::{
    app::rent::{LedgerView, Line, ProposedRise},
    contract::words,
    domain::rent::{
        Arrears, EarlierRise, Entry, EntryDraft, PaymentMethod, RentChange, RentChangeDraft,
        RentTerms, RentTermsDraft, Settled,
        ledger::{ArrearsRow, ArrearsSort},
    },
};

/// The order of a list of arrears.
///
/// # Errors
/// `SEARCH_INVALID` for one that this server does not know.
pub fn arrears_sort(sort: i32) -> Result<ArrearsSort, Error> {
    let sort = v1::ArrearsSort::try_from(sort).map_err(|_| {
        let choose = "Sort by oldest, amount or name.";
        Error::field("SEARCH_INVALID", "sort", choose)
    })?;
    Ok(words::arrears_sort(sort).unwrap_or_default())
}

/// What somebody typed of an entry.
pub fn entry_draft(given: v1::LedgerEntry) -> EntryDraft {
    let mut reader = Reader::default();
    let choose = "Choose charge, receipt, refund, waiver or reversal.";
    let kind = reader.choice("kind", choose, given.kind, words::entry_kind);
    let amount = reader.money("amount", given.amount);
    let date = reader.date("date", given.date);
    let choose =
        "Choose wrong-tenancy, wrong-amount, entered-twice, returned-by-the-bank or other.";
    let reason = match given.reason {
        0 => None,
        reason => reader.choice("reason", choose, reason, words::reversal_reason),
    };
    EntryDraft {
        unreadable: reader.unreadable,
        kind,
        amount,
        date,
        method: given.method,
        reference: given.reference,
        reverses: given.reverses,
        reason,
        pays: given.pays,
    }
}

/// What somebody typed of how rent is due.
pub fn terms_draft(request: v1::StartRentRequest) -> RentTermsDraft {
    let given = request.terms.unwrap_or_default();
    let mut reader = Reader::default();
    let often = "Choose weekly, four-weekly or monthly.";
    let period = reader.choice("terms.period", often, given.period, words::rent_period);
    let part = "Choose how a part of a period is charged.";
    let pro_rata = reader.choice("terms.pro_rata", part, given.pro_rata, words::pro_rata);
    let first_day = reader.date("terms.first_day", given.first_day);
    let opening = reader.money("opening_balance", request.opening_balance);
    RentTermsDraft {
        unreadable: reader.unreadable,
        period,
        due_day: given.due_day,
        first_day,
        pro_rata,
        opening,
    }
}

/// What somebody typed of a change of the rent.
pub fn change_draft(request: v1::RecordRentChangeRequest) -> RentChangeDraft {
    let mut reader = Reader::default();
    let effective = reader.date("effective_date", request.effective_date);
    let monthly = reader.money("monthly_rent", request.monthly_rent);
    let served = reader.date("serve_date", request.serve_date);
    RentChangeDraft {
        unreadable: reader.unreadable,
        effective,
        monthly,
        served,
    }
}

/// How rent is due, with the rent of a whole period.
pub fn terms((terms, rent): &(RentTerms, lintel_core::Money)) -> v1::RentTerms {
    v1::RentTerms {
        period: v1::RentPeriod::from(terms.period).into(),
        due_day: i32::try_from(terms.due_day).unwrap_or_default(),
        first_day: Some(terms.first_day.into()),
        pro_rata: v1::ProRata::from(terms.pro_rata).into(),
        period_rent: Some((*rent).into()),
    }
}

/// What is owed.
pub fn arrears(arrears: &Arrears) -> v1::Arrears {
    v1::Arrears {
        balance: Some(arrears.owed.balance.into()),
        overdue: Some(arrears.owed.overdue.into()),
        oldest_unpaid_amount: Some(arrears.owed.oldest_amount.into()),
        oldest_unpaid_due: arrears.owed.oldest_unpaid.map(Into::into),
        days_in_arrears: i32::try_from(arrears.days).unwrap_or(i32::MAX),
        months_of_rent: lintel_core::decimal::fixed(arrears.months_of_rent, 2),
        ground_8_met: arrears.ground_8,
        as_of: Some(arrears.as_of.into()),
    }
}

/// A line of a ledger.
pub fn line(line: Line) -> v1::LedgerEntry {
    let entry = line.entry;
    let settled = line.settled.as_ref();
    v1::LedgerEntry {
        entry_id: entry.id.get(),
        tenant_id: entry.tenant.get(),
        kind: v1::LedgerEntryKind::from(entry.kind).into(),
        amount: Some(entry.amount.into()),
        date: Some(entry.date.into()),
        method: method(entry.method),
        reference: entry.reference.unwrap_or_default(),
        reverses: entry.reverses.map_or(0, LedgerEntryId::get),
        reason: entry
            .reason
            .map_or(0, |reason| v1::ReversalReason::from(reason).into()),
        pays: entry.pays.map_or(0, LedgerEntryId::get),
        reversed_by: line.reversed_by.map_or(0, LedgerEntryId::get),
        period_start: entry.span.map(|span| span.first.into()),
        period_end: entry.span.map(|span| span.last.into()),
        status: settled.map_or(0, |one| v1::RentPaymentStatus::from(one.status).into()),
        settled: settled.map(|one| one.amount.into()),
        balance: Some(line.balance.into()),
        create_time: Some(timestamp(entry.created_at)),
        actor: entry.actor.as_str().to_owned(),
    }
}

/// A charge with what was paid of it.
pub fn payment(property_id: i64, (entry, settled): (Entry, Settled)) -> v1::RentPayment {
    v1::RentPayment {
        rent_payment_id: entry.id.get(),
        tenant_id: entry.tenant.get(),
        property_id,
        amount: Some(entry.amount.into()),
        due_date: Some(entry.date.into()),
        paid_date: settled.on.map(Into::into),
        status: v1::RentPaymentStatus::from(settled.status).into(),
        method: method(settled.method),
    }
}

/// A dated change of the rent.
pub fn change(change: &RentChange, in_force: bool) -> v1::RentChange {
    v1::RentChange {
        rent_change_id: change.id.get(),
        effective_date: Some(change.effective.into()),
        monthly_rent: Some(change.monthly.into()),
        serve_date: change.served.map(Into::into),
        in_force,
    }
}

/// A rise of before Lintel.
pub fn earlier(rise: EarlierRise) -> v1::RentChange {
    v1::RentChange {
        rent_change_id: 0,
        effective_date: Some(rise.effective.into()),
        monthly_rent: Some(rise.monthly.into()),
        serve_date: None,
        in_force: true,
    }
}

/// When the rent can rise.
pub fn rise(rise: ProposedRise) -> v1::ProposeRentRiseResponse {
    let (proposal, earlier) = (rise.proposal, rise.earlier);
    v1::ProposeRentRiseResponse {
        earliest_date: proposal.earliest.map(Into::into),
        floor_date: proposal.floor.map(Into::into),
        effective_date: proposal.effective.map(Into::into),
        monthly_rent: Some(rise.monthly.into()),
        reason: proposal.reason,
        notes: proposal.notes,
        earlier_rise_date: earlier.map(|rise| rise.effective.into()),
        earlier_rise_rent: earlier.map(|rise| rise.monthly.into()),
    }
}

/// A ledger.
pub fn ledger(view: LedgerView) -> v1::GetLedgerResponse {
    let as_of = view.arrears.as_of;
    let changes = view.changes.iter();
    v1::GetLedgerResponse {
        arrears: Some(arrears(&view.arrears)),
        terms: view.terms.as_ref().map(terms),
        changes: changes
            .map(|one| change(one, one.effective <= as_of))
            .collect(),
        tenancy_arrears: view.tenancy_arrears.as_ref().map(arrears),
        next_due_date: view.next.map(|(day, _)| day.into()),
        next_due_amount: view.next.map(|(_, amount)| amount.into()),
        entries: view.lines.into_iter().map(line).collect(),
    }
}

/// What one tenant owes together with the others of the tenancy.
pub fn tenant_arrears(row: ArrearsRow, as_of: chrono::NaiveDate) -> v1::TenantArrears {
    v1::TenantArrears {
        tenant_id: row.tenant.get(),
        tenancy_id: row.tenancy.tenancy.get(),
        property_id: row.property.get(),
        arrears: Some(arrears(&row.tenancy.arrears(as_of))),
        tenant_name: row.name,
        property_display_name: row.home,
        room_number: row.room,
    }
}

fn method(method: Option<PaymentMethod>) -> String {
    method.map_or("", PaymentMethod::as_str).to_owned()
}

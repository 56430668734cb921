//! What was paid of which charge by a day: the oldest money settles the oldest charge.

use std::collections::{HashMap, VecDeque};

use chrono::NaiveDate;
use lintel_core::{LedgerEntryId, Money, spelt};

use super::{Entry, EntryKind, Owed, PaymentMethod};

spelt! {
    /// How a charge stands on a day (uk-lettings 5.5).
    ChargeStatus {
        /// Due in future or today.
        Pending = "Pending",
        /// Paid as a whole.
        Paid = "Paid",
        /// A part is paid.
        Partial = "Partial",
        /// Its day is over and nothing is paid.
        Overdue = "Overdue",
        /// It is no longer owed.
        Waived = "Waived",
    }
}

/// How one charge stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The charge.
    pub charge: LedgerEntryId,
    /// How it stands.
    pub status: ChargeStatus,
    /// How much of it is paid or waived.
    pub amount: Money,
    /// When the last part of it was paid or waived; none unless it is as a whole.
    pub on: Option<NaiveDate>,
    /// How the last part that was paid came.
    pub method: Option<PaymentMethod>,
}

/// How a tenant's ledger stands on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What is owed.
    pub owed: Owed,
    /// Each charge, in the order of the ledger; those that are due after the day as well.
    pub charges: Vec<Settled>,
}

/// How the ledger of one tenant, whose entries these are in any order, stands on `day`. An entry counts from its date on, until the
/// date of what takes it back. Charges of later days are settled by what is over, and owed only from their days on.
#[must_use]
pub fn standing(entries: &[Entry], day: NaiveDate) -> Standing {
    let gone = reversals(entries, day);
    let mut ordered: Vec<_> = entries.iter().collect();
    ordered.sort_by_key(|entry| (entry.date, entry.id));
    let is_live = |entry: &&Entry| !gone.contains_key(&entry.id);
    let is_credit = |entry: &&Entry| {
        entry.date <= day && matches!(entry.kind, EntryKind::Receipt | EntryKind::Waiver)
    };
    let credits = ordered.iter().copied().filter(is_live).filter(is_credit);
    let mut credits = credits
        .map(|entry| (entry, entry.amount.minor()))
        .collect::<VecDeque<_>>();
    let mut charges = Vec::new();
    let mut oldest_unpaid = None;
    for charge in ordered
        .into_iter()
        .filter(|entry| entry.kind == EntryKind::Charge)
    {
        if gone.contains_key(&charge.id) {
            charges.push(taken_back(charge));
            continue;
        }
        let settled = settle(charge, &mut credits, day);
        let unpaid = settled.amount.minor() < charge.amount.minor();
        if unpaid && charge.date <= day {
            oldest_unpaid = oldest_unpaid.or(Some(charge.date));
        }
        charges.push(settled);
    }
    Standing {
        owed: Owed {
            balance: balance_of(entries, day),
            oldest_unpaid,
        },
        charges,
    }
}

/// Takes from the oldest money what a charge needs.
fn settle(charge: &Entry, credits: &mut VecDeque<(&Entry, i64)>, day: NaiveDate) -> Settled {
    let (mut rest, mut waived) = (charge.amount.minor(), 0);
    let (mut on, mut method) = (None, None);
    while rest > 0
        && let Some((credit, left)) = credits.front_mut()
    {
        let taken = rest.min(*left);
        rest -= taken;
        *left -= taken;
        on = Some(credit.date);
        if credit.kind == EntryKind::Waiver {
            waived += taken;
        } else {
            method = credit.method;
        }
        if *left == 0 {
            credits.pop_front();
        }
    }
    let amount = charge.amount.minor();
    let status = if rest == 0 && waived == amount {
        ChargeStatus::Waived
    } else if rest == 0 {
        ChargeStatus::Paid
    } else if rest < amount {
        ChargeStatus::Partial
    } else if charge.date >= day {
        ChargeStatus::Pending
    } else {
        ChargeStatus::Overdue
    };
    Settled {
        charge: charge.id,
        status,
        amount: Money::gbp(amount - rest),
        on: on.filter(|_| rest == 0),
        method,
    }
}

/// The sum of what counts by `day`.
#[must_use]
pub fn balance_of(entries: &[Entry], day: NaiveDate) -> Money {
    let by_then = entries.iter().filter(|entry| entry.date <= day);
    Money::gbp(by_then.map(|entry| entry.effect.minor()).sum())
}

/// The entries that are taken back by `day`, each with what does.
fn reversals(entries: &[Entry], day: NaiveDate) -> HashMap<LedgerEntryId, LedgerEntryId> {
    let by_then = entries.iter().filter(|entry| entry.date <= day);
    by_then
        .filter_map(|entry| Some((entry.reverses?, entry.id)))
        .collect()
}

/// A charge that was taken back: nobody owes it.
const fn taken_back(charge: &Entry) -> Settled {
    Settled {
        charge: charge.id,
        status: ChargeStatus::Waived,
        amount: Money::ZERO,
        on: None,
        method: None,
    }
}

//! What was paid of which charge by a day: the oldest money settles the oldest charge.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{LedgerEntryId, Money, spelt};

use super::{Entry, EntryKind, Owed, PaymentMethod};

spelt! {
    /// The state of a charge on a day (docs/reference/uk-lettings.md 5.5).
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

/// How a tenancy's ledger stands on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What is owed.
    pub owed: Owed,
    /// Each charge, in the order of the ledger; those that are due after the day as well.
    pub charges: Vec<Settled>,
}

/// How the ledger of a tenancy, whose entries these are in any order, stands on `day`. An entry counts from its date on, until the date of
/// what takes it back. Money settles the charge that it names, from that charge's day on, and then the oldest day's charges, of these the
/// payer's own first. Charges of later days are settled by what is over, and owed only from their days on.
#[must_use]
pub fn standing(entries: &[Entry], day: NaiveDate) -> Standing {
    let gone = reversals(entries, day);
    let mut ordered: Vec<_> = entries.iter().collect();
    ordered.sort_by_key(|entry| (entry.date, entry.id));
    let is_live = |entry: &&Entry| !gone.contains_key(&entry.id);
    let live: Vec<_> = ordered.iter().copied().filter(is_live).collect();
    let mut credits = credits(&live, day);
    let charges = live.iter().filter(|entry| entry.kind == EntryKind::Charge);
    let mut open: Vec<_> = charges.map(|charge| Open::new(charge)).collect();
    for credit in &mut credits {
        let named = open
            .iter_mut()
            .find(|open| Some(open.charge.id) == credit.entry.pays && open.charge.date <= day);
        if let Some(open) = named {
            open.take(credit);
        }
    }
    let mut first = 0;
    for credit in &mut credits {
        while credit.left > 0 {
            while open.get(first).is_some_and(|open| open.rest == 0) {
                first += 1;
            }
            let Some(oldest) = open.get(first).map(|open| open.charge.date) else {
                break;
            };
            let due = open.iter().enumerate().skip(first);
            let due = due.take_while(|(_, open)| open.charge.date == oldest);
            let own = due
                .filter(|(_, open)| open.rest > 0)
                .find(|(_, open)| open.charge.tenant == credit.entry.tenant);
            let next = own.map_or(first, |(place, _)| place);
            let Some(open) = open.get_mut(next) else {
                break;
            };
            open.take(credit);
        }
    }
    let unpaid = open.iter().filter(|open| open.rest > 0);
    let overdue: Vec<_> = unpaid.filter(|open| open.charge.date < day).collect();
    let oldest_unpaid = overdue.first().map(|open| open.charge.date);
    let rest = |open: &&&Open<'_>| oldest_unpaid.is_some_and(|oldest| open.charge.date == oldest);
    let oldest_amount = overdue.iter().filter(rest).map(|open| open.rest).sum();
    let rent = overdue.iter().filter(|open| open.charge.is_rent());
    let charges = ordered
        .into_iter()
        .filter(|entry| entry.kind == EntryKind::Charge);
    let settled = |charge: &Entry| {
        let open = open.iter().find(|open| open.charge.id == charge.id);
        open.map_or_else(|| taken_back(charge), |open| open.settled(day))
    };
    Standing {
        owed: Owed {
            balance: balance_of(entries, day),
            overdue: Money::gbp(overdue.iter().map(|open| open.rest).sum()),
            overdue_rent: Money::gbp(rent.map(|open| open.rest).sum()),
            oldest_unpaid,
            oldest_amount: Money::gbp(oldest_amount),
        },
        charges: charges.map(settled).collect(),
    }
}

/// A charge that money is given to.
struct Open<'a> {
    charge: &'a Entry,
    rest: i64,
    waived: i64,
    on: Option<NaiveDate>,
    method: Option<PaymentMethod>,
}

/// Money that came, or what stands for it.
struct Credit<'a> {
    entry: &'a Entry,
    left: i64,
}

/// The money that came by `day`, the oldest first, without what went back of it.
fn credits<'a>(live: &[&'a Entry], day: NaiveDate) -> Vec<Credit<'a>> {
    let mut credits: Vec<Credit<'a>> = Vec::new();
    let mut rent = 0;
    for entry in live.iter().copied().filter(|entry| entry.date <= day) {
        let amount = entry.amount.minor();
        match entry.kind {
            EntryKind::Charge => rent += amount,
            EntryKind::Receipt | EntryKind::Waiver => {
                rent -= amount;
                credits.push(Credit {
                    entry,
                    left: amount,
                });
            }
            EntryKind::Refund => {
                // What was not overpaid was no rent: it is owed, and no charge is unpaid for it.
                let back = amount.min((-rent).max(0));
                rent += back;
                give_back(&mut credits, back);
            }
            EntryKind::Reversal => {}
        }
    }
    credits
}

/// Takes what went back out of the newest money, out of that which names a charge last.
fn give_back(credits: &mut [Credit<'_>], mut back: i64) {
    for names in [false, true] {
        let newest = credits.iter_mut().rev();
        for credit in newest.filter(|credit| credit.entry.pays.is_some() == names) {
            let taken = back.min(credit.left);
            credit.left -= taken;
            back -= taken;
        }
    }
}

impl<'a> Open<'a> {
    const fn new(charge: &'a Entry) -> Self {
        Self {
            charge,
            rest: charge.amount.minor(),
            waived: 0,
            on: None,
            method: None,
        }
    }

    /// Takes from a credit what the charge needs.
    fn take(&mut self, credit: &mut Credit<'_>) {
        let taken = self.rest.min(credit.left);
        if taken == 0 {
            return;
        }
        self.rest -= taken;
        credit.left -= taken;
        self.on = self.on.max(Some(credit.entry.date));
        if credit.entry.kind == EntryKind::Waiver {
            self.waived += taken;
        } else {
            self.method = credit.entry.method;
        }
    }

    fn settled(&self, day: NaiveDate) -> Settled {
        let amount = self.charge.amount.minor();
        let status = if self.rest == 0 && self.waived == amount {
            ChargeStatus::Waived
        } else if self.rest == 0 {
            ChargeStatus::Paid
        } else if self.rest < amount {
            ChargeStatus::Partial
        } else if self.charge.date >= day {
            ChargeStatus::Pending
        } else {
            ChargeStatus::Overdue
        };
        Settled {
            charge: self.charge.id,
            status,
            amount: Money::gbp(amount - self.rest),
            on: self.on.filter(|_| self.rest == 0),
            method: self.method,
        }
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

//! What the schedule charges: a period's rent in shares, and what follows from a last day within it.

use chrono::NaiveDate;
use lintel_core::{LedgerEntryId, Money, RentChangeId, TenantId};

use super::{Entry, EntryActor, EntryKind};
use crate::domain::{
    letting::{Tenancy, tenancy::split},
    rent::{RentTerms, Span},
};

/// A dated change of the rent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RentChange {
    /// Its id.
    pub id: RentChangeId,
    /// The first day of the new rent, the first of a period.
    pub effective: NaiveDate,
    /// The rent of the tenancy per month from then on.
    pub monthly: Money,
    /// When the notice was served.
    pub served: Option<NaiveDate>,
}

/// The rent of a tenancy per month through time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rents {
    /// On the first day of rent.
    pub first: Money,
    /// The changes, the oldest first.
    pub changes: Vec<RentChange>,
}

impl Rents {
    /// On a day.
    #[must_use]
    pub fn on(&self, day: NaiveDate) -> Money {
        let changed = self.changes.iter().rev();
        changed
            .clone()
            .find(|change| change.effective <= day)
            .map_or(self.first, |change| change.monthly)
    }

    /// The day from which the last rise counts; `None` where the rent never rose.
    #[must_use]
    pub fn last_rise(&self) -> Option<NaiveDate> {
        let before = [self.first].into_iter();
        let before = before.chain(self.changes.iter().map(|change| change.monthly));
        let rises = self.changes.iter().zip(before);
        rises
            .filter(|(change, before)| change.monthly.minor() > before.minor())
            .map(|(change, _)| change.effective)
            .last()
    }
}

/// A charge of rent to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewCharge {
    /// Whose.
    pub tenant: TenantId,
    /// How much.
    pub amount: Money,
    /// The day that it is due.
    pub due: NaiveDate,
    /// The days that it is for.
    pub span: Span,
}

/// The charges of the period `span` at a rent per month: for every tenant who lives there on its first day a share, and of one whose last
/// day is within it the part until then.
#[must_use]
pub fn charges(tenancy: &Tenancy, terms: &RentTerms, monthly: Money, span: Span) -> Vec<NewCharge> {
    let last_day = |place: &usize| {
        let leaving = tenancy.tenants.get(*place)?.leaving.as_ref();
        leaving.map(|leaving| leaving.date)
    };
    let there: Vec<usize> = (0..tenancy.tenants.len())
        .filter(|place| last_day(place).is_none_or(|last| last >= span.first))
        .collect();
    let ids = there
        .iter()
        .filter_map(|place| Some(tenancy.tenants.get(*place)?.id));
    let ids: Vec<_> = ids.collect();
    let said = tenancy.said_on(span.first);
    let whole = split(terms.charge(monthly, span), &ids, said);
    let of_month = split(monthly, &ids, said);
    let charges = there.iter().zip(whole.into_iter().zip(of_month));
    let charges = charges.filter_map(|(place, (whole, of_month))| {
        let own = last_day(place).map_or(span, |last| span.until(last));
        let amount = if own == span {
            whole
        } else {
            smaller(terms.pro_rata.of(of_month, own), whole)
        };
        Some(NewCharge {
            tenant: tenancy.tenants.get(*place)?.id,
            amount,
            due: span.first,
            span: own,
        })
    });
    charges.filter(|charge| charge.amount.minor() > 0).collect()
}

/// What is to be written because a last day is known that was not, or another one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leaver {
    /// Automatic waivers that no longer hold.
    pub take_back: Vec<LedgerEntryId>,
    /// What is no longer owed: of which charge's days, how much, and from which day on.
    pub waive: Vec<(Span, Money, NaiveDate)>,
    /// What is owed in addition, for days behind the former last one.
    pub charge: Option<NewCharge>,
}

impl Leaver {
    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.take_back.is_empty() && self.waive.is_empty() && self.charge.is_none()
    }
}

/// What a last day changes of what was charged to a tenant, whose entries these are: days behind it are waived, and days that a former
/// last day cut off are charged. `expected` is what the schedule would charge for the period of the last charge now.
#[must_use]
pub fn settle_leaver(
    entries: &[Entry],
    tenant: TenantId,
    last: NaiveDate,
    terms: &RentTerms,
    expected: Option<NewCharge>,
    today: NaiveDate,
) -> Leaver {
    let is_live = |entry: &&Entry| entries.iter().all(|one| one.reverses != Some(entry.id));
    let rent = entries
        .iter()
        .filter(|entry| entry.tenant == tenant && entry.kind == EntryKind::Charge)
        .filter(is_live)
        .filter_map(|entry| Some((entry, entry.span?)));
    let rent: Vec<_> = rent.collect();
    let mut found = Leaver::default();
    for (charge, span) in &rent {
        let automatic = entries
            .iter()
            .filter(|entry| entry.tenant == tenant && entry.kind == EntryKind::Waiver)
            .filter(|entry| entry.actor == EntryActor::Lintel && entry.span == Some(*span))
            .filter(is_live);
        let automatic: Vec<_> = automatic.collect();
        let waived: i64 = automatic.iter().map(|entry| entry.amount.minor()).sum();
        let owed = owed_until(charge, *span, last, terms).minor();
        let wanted = charge.amount.minor() - owed;
        if wanted == waived {
            continue;
        }
        found
            .take_back
            .extend(automatic.iter().map(|entry| entry.id));
        if wanted > 0 {
            // What was charged for days behind the last one was never owed; the rest is no longer owed from today on.
            let from = if last < span.first {
                charge.date
            } else {
                today.max(charge.date)
            };
            found.waive.push((*span, Money::gbp(wanted), from));
        }
    }
    let cut = rent
        .iter()
        .map(|(_, span)| *span)
        .max_by_key(|span| span.first);
    if let (Some(cut), Some(expected)) = (cut, expected)
        && expected.span.last > cut.last
    {
        let next = cut.last.succ_opt().unwrap_or(cut.last);
        let period = rent
            .iter()
            .filter(|(_, span)| span.first >= expected.span.first);
        let charged: i64 = period.map(|(entry, _)| entry.amount.minor()).sum();
        let missing = expected.amount.minor() - charged;
        found.charge = (missing > 0).then_some(NewCharge {
            tenant,
            amount: Money::gbp(missing),
            due: today.max(next),
            span: Span {
                first: next,
                last: expected.span.last,
            },
        });
    }
    found
}

/// How much of a charge is for days until `last`.
fn owed_until(charge: &Entry, span: Span, last: NaiveDate, terms: &RentTerms) -> Money {
    if last >= span.last {
        return charge.amount;
    }
    if last < span.first {
        return Money::ZERO;
    }
    let own = span.until(last);
    let part = if terms.is_whole(span) {
        let monthly = terms.period.monthly(charge.amount);
        terms.pro_rata.of(monthly, own)
    } else {
        // A part is by days already.
        Money::gbp(charge.amount.minor() * own.days() / span.days())
    };
    smaller(part, charge.amount)
}

fn smaller(one: Money, other: Money) -> Money {
    if one.minor() < other.minor() {
        one
    } else {
        other
    }
}

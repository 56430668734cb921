//! What each tenant was charged and paid. The tenancy owes as a whole; this only informs, as does its threshold of ground 8 in words.

use std::collections::{BTreeMap, HashMap};

use lintel_core::{Money, TenantId, decimal};

use super::{Arrears, Entry, Ledger};
use crate::domain::{Nation, rent::RentPeriod};

/// What was charged to a tenant, and what came from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Charges less waivers and what was taken back.
    pub charged: Money,
    /// Receipts less refunds and what was taken back.
    pub paid: Money,
}

impl Part {
    /// Nothing.
    pub const NONE: Self = Self {
        charged: Money::ZERO,
        paid: Money::ZERO,
    };

    /// This and another one together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            charged: Money::gbp(self.charged.minor() + other.charged.minor()),
            paid: Money::gbp(self.paid.minor() + other.paid.minor()),
        }
    }
}

/// The part of every tenant of a tenancy whose entries these are. What takes an entry back counts where that entry did.
#[must_use]
pub fn parts(entries: &[Entry]) -> BTreeMap<TenantId, Part> {
    let kinds: HashMap<_, _> = entries.iter().map(|one| (one.id, one.kind)).collect();
    let mut parts = BTreeMap::new();
    for entry in entries {
        let reversed = entry.reverses.and_then(|id| kinds.get(&id).copied());
        let one = if reversed.unwrap_or(entry.kind).is_money() {
            Part {
                paid: Money::gbp(-entry.effect.minor()),
                ..Part::NONE
            }
        } else {
            Part {
                charged: entry.effect,
                ..Part::NONE
            }
        };
        let part = parts.entry(entry.tenant).or_insert(Part::NONE);
        *part = part.and(one);
    }
    parts
}

impl Ledger {
    /// Whether what is overdue reaches the threshold of ground 8, in words for the landlord; none outside England and where nothing is
    /// overdue.
    #[must_use]
    pub fn ground_8_line(&self, arrears: &Arrears) -> Option<String> {
        if self.nation != Nation::England || arrears.owed.overdue == Money::ZERO {
            return None;
        }
        let weekly = self
            .terms
            .as_ref()
            .is_some_and(|(terms, _)| terms.period != RentPeriod::Monthly);
        let threshold = if weekly {
            "thirteen weeks"
        } else {
            "three months"
        };
        let (months, is_met) = (decimal::fixed(arrears.months_of_rent, 2), arrears.ground_8);
        let reached = if is_met {
            "is reached"
        } else {
            "is not reached"
        };
        let other = if arrears.owed.overdue_rent == arrears.owed.overdue {
            ""
        } else {
            " Charges that are no rent do not count."
        };
        Some(format!(
            "The threshold of ground 8, {threshold} of rent, {reached}: {months} months are overdue.{other}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveDate};

    use super::*;
    use crate::domain::rent::ledger::{EntryActor, EntryKind, Owed};

    fn entry(id: i64, tenant: i64, kind: EntryKind, pounds: i64) -> Entry {
        let amount = Money::gbp(pounds * 100);
        Entry {
            id: id.into(),
            tenant: tenant.into(),
            kind,
            amount,
            effect: kind.effect(amount),
            date: NaiveDate::default(),
            method: None,
            reference: None,
            reverses: None,
            reason: None,
            pays: None,
            span: None,
            actor: EntryActor::Landlord,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn back(id: i64, of: &Entry) -> Entry {
        Entry {
            id: id.into(),
            kind: EntryKind::Reversal,
            effect: Money::gbp(-of.effect.minor()),
            reverses: Some(of.id),
            ..of.clone()
        }
    }

    #[test]
    fn what_is_taken_back_counts_where_its_entry_did() {
        let bounced = entry(3, 1, EntryKind::Receipt, 400);
        let mistaken = entry(6, 2, EntryKind::Charge, 70);
        let entries = [
            entry(1, 1, EntryKind::Charge, 600),
            entry(2, 1, EntryKind::Receipt, 650),
            bounced.clone(),
            back(4, &bounced),
            entry(5, 1, EntryKind::Refund, 50),
            mistaken.clone(),
            back(7, &mistaken),
            entry(8, 2, EntryKind::Charge, 350),
            entry(9, 2, EntryKind::Waiver, 25),
        ];
        let found: Vec<_> = parts(&entries)
            .into_iter()
            .map(|(tenant, part)| (tenant.get(), part.charged.minor(), part.paid.minor()))
            .collect();
        assert_eq!(found, [(1, 60_000, 60_000), (2, 32_500, 0)]);
    }

    #[test]
    fn ground_8_is_said_in_england_where_something_is_overdue() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap_or_default();
        let line = |nation, overdue: i64| {
            let owed = Owed {
                balance: Money::gbp(overdue),
                overdue: Money::gbp(overdue),
                overdue_rent: Money::gbp(overdue),
                ..Owed::NOTHING
            };
            let ledger = Ledger::new(1.into(), nation, today);
            let arrears = ledger.arrears(owed, Money::gbp(125_000), today);
            ledger.ground_8_line(&arrears)
        };
        for (overdue, said) in [
            (374_950, "is not reached: 2.99 months are overdue."),
            (375_000, "is reached: 3.00 months are overdue."),
        ] {
            let expected = format!("The threshold of ground 8, three months of rent, {said}");
            assert_eq!(line(Nation::England, overdue), Some(expected));
        }
        assert_eq!(line(Nation::England, 0), None);
        assert_eq!(line(Nation::Wales, 375_000), None);
    }
}

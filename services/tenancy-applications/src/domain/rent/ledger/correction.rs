//! What becomes of charges whose reason is taken back.

use chrono::NaiveDate;
use lintel_core::{Money, TenantId};

use super::{Entry, EntryKind, NewCharge, RentChange, Rents, charges};
use crate::domain::{
    letting::Tenancy,
    rent::{RentTerms, Span},
};

/// How much a charge was too much, or too little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction {
    /// Whose charge.
    pub tenant: TenantId,
    /// Its day.
    pub date: NaiveDate,
    /// How many pence less it should have been; below nothing where more.
    pub less: i64,
}

/// The corrections of what was charged from a change of the rent on that is taken back, where the rents were `rents` without it. A whole
/// charge becomes what the schedule says; another part of a period the same part of the former rent.
#[must_use]
pub fn corrected(
    entries: &[Entry],
    tenancy: &Tenancy,
    terms: &RentTerms,
    rents: &Rents,
    change: &RentChange,
) -> Vec<Correction> {
    let charged = live_rent(entries).filter(|(_, span)| span.first >= change.effective);
    let corrections = charged.map(|(charge, span)| {
        let monthly = rents.on(span.first);
        let expected = charges(tenancy, terms, monthly, terms.period_of(span.first));
        let own = expected.iter().find(|one| one.tenant == charge.tenant);
        let amount = own.filter(|one| one.span == span).map_or_else(
            || scaled(charge.amount, monthly, change.monthly),
            |one| one.amount,
        );
        Correction {
            tenant: charge.tenant,
            date: charge.date,
            less: charge.amount.minor() - amount.minor(),
        }
    });
    corrections.filter(|one| one.less != 0).collect()
}

/// The rent that was charged to a tenant by schedule and stands, less what was waived of it.
#[must_use]
pub fn rent_of(entries: &[Entry], tenant: TenantId) -> Vec<NewCharge> {
    let own = live_rent(entries).filter(|(charge, _)| charge.tenant == tenant);
    let rest = own.map(|(charge, span)| {
        let waived = entries.iter().filter(|one| {
            one.kind == EntryKind::Waiver
                && one.tenant == tenant
                && one.span == Some(span)
                && stands(entries, one)
        });
        let waived: i64 = waived.map(|one| one.amount.minor()).sum();
        NewCharge {
            tenant,
            amount: Money::gbp(charge.amount.minor() - waived),
            due: charge.date,
            span,
        }
    });
    rest.filter(|charge| charge.amount.minor() > 0).collect()
}

fn live_rent(entries: &[Entry]) -> impl Iterator<Item = (&Entry, Span)> {
    let charges = entries.iter().filter(|one| one.kind == EntryKind::Charge);
    charges
        .filter(move |one| stands(entries, one))
        .filter_map(|one| Some((one, one.span?)))
}

fn stands(entries: &[Entry], entry: &Entry) -> bool {
    entries.iter().all(|one| one.reverses != Some(entry.id))
}

/// `amount` at the rent `before`, where it was charged at `after`; halves up.
fn scaled(amount: Money, before: Money, after: Money) -> Money {
    let (amount, before, after) = (
        i128::from(amount.minor()),
        i128::from(before.minor()),
        i128::from(after.minor()),
    );
    if after == 0 {
        return Money::ZERO;
    }
    let pence = (2 * amount * before + after) / (2 * after);
    Money::gbp(i64::try_from(pence).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use lintel_core::PropertyId;

    use super::*;
    use crate::domain::{
        letting::{Member, Person, TenancyState},
        rent::{EntryActor, ProRata, RentPeriod, ledger::EntryKind::Charge},
    };

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn tenancy() -> Tenancy {
        let member = |id: i64| Member {
            id: id.into(),
            person: Person {
                name: "Ada".to_owned(),
                email: "ada@example.com".to_owned(),
                phone: "07700 900000".to_owned(),
                address: None,
                employment_status: None,
            },
            share: Money::gbp(60_000),
            leaving: None,
            has_left: false,
            application: None,
        };
        Tenancy {
            id: 1.into(),
            property: PropertyId::new(1),
            room: None,
            start: day("2026-01-01"),
            end: None,
            rent: Money::gbp(120_000),
            deposit: None,
            state: TenancyState::Active,
            version: 1,
            tenants: vec![member(1), member(2)],
            said: Vec::new(),
        }
    }

    fn charge(id: i64, tenant: i64, first: &str, last: &str, pence: i64) -> Entry {
        Entry {
            id: id.into(),
            tenant: tenant.into(),
            kind: Charge,
            amount: Money::gbp(pence),
            effect: Money::gbp(pence),
            date: day(first),
            method: None,
            reference: None,
            reverses: None,
            reason: None,
            pays: None,
            span: Some(Span {
                first: day(first),
                last: day(last),
            }),
            actor: EntryActor::Lintel,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn terms() -> RentTerms {
        RentTerms {
            period: RentPeriod::Monthly,
            due_day: 1,
            first_day: day("2026-01-01"),
            pro_rata: ProRata::DaysOfYear,
        }
    }

    fn rise(monthly: i64) -> RentChange {
        RentChange {
            id: 1.into(),
            effective: day("2026-11-01"),
            monthly: Money::gbp(monthly),
            served: None,
        }
    }

    #[test]
    fn charges_since_the_change_are_corrected_and_no_others() {
        let entries = [
            charge(1, 1, "2026-10-01", "2026-10-31", 60_000),
            charge(2, 2, "2026-10-01", "2026-10-31", 60_000),
            charge(3, 1, "2026-11-01", "2026-11-30", 62_500),
            charge(4, 2, "2026-11-01", "2026-11-30", 62_500),
        ];
        let rents = Rents {
            first: Money::gbp(120_000),
            changes: Vec::new(),
        };
        let found = corrected(&entries, &tenancy(), &terms(), &rents, &rise(125_000));
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.tenant.get(), one.less))
            .collect();
        assert_eq!(found, [(1, 2_500), (2, 2_500)]);
        let lowered = corrected(&entries, &tenancy(), &terms(), &rents, &rise(130_000));
        assert_eq!(lowered.len(), 2);
    }

    #[test]
    fn a_part_of_a_period_keeps_its_part_of_the_former_rent() {
        assert_eq!(
            scaled(Money::gbp(31_250), Money::gbp(120_000), Money::gbp(125_000)),
            Money::gbp(30_000)
        );
        let part = [charge(1, 1, "2026-11-01", "2026-11-15", 31_250)];
        let rents = Rents {
            first: Money::gbp(120_000),
            changes: Vec::new(),
        };
        let found = corrected(&part, &tenancy(), &terms(), &rents, &rise(125_000));
        assert_eq!(found.first().map(|one| one.less), Some(1_250));
    }

    #[test]
    fn what_was_charged_to_one_tenant_counts_less_what_was_waived() {
        let first = charge(1, 1, "2026-11-01", "2026-11-30", 60_000);
        let waived = Entry {
            id: 3.into(),
            kind: EntryKind::Waiver,
            amount: Money::gbp(10_000),
            effect: Money::gbp(-10_000),
            ..first.clone()
        };
        let other = charge(2, 2, "2026-11-01", "2026-11-30", 60_000);
        let found = rent_of(&[first, other, waived], 1.into());
        let found: Vec<_> = found.iter().map(|one| one.amount.minor()).collect();
        assert_eq!(found, [50_000]);
    }
}

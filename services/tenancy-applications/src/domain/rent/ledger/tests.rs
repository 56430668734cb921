mod entries;
mod ground_8;
mod refunds;
mod schedule;
mod settling;
mod sums;

use proptest::prelude::*;

use super::*;
use crate::domain::{
    letting::{Leaving, Member, Person, Tenancy, TenancyState},
    rent::{ProRata, RentPeriod, RentTerms},
    vectors::rows,
};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

fn pounds(text: &str) -> Money {
    Money::parse(text).unwrap_or(Money::ZERO)
}

fn entry(id: i64, kind: EntryKind, date: &str, amount: &str) -> Entry {
    let amount = pounds(amount);
    Entry {
        id: id.into(),
        tenant: 1.into(),
        kind,
        amount,
        effect: kind.effect(amount),
        date: day(date),
        method: (kind == EntryKind::Receipt).then_some(PaymentMethod::BankTransfer),
        reference: (kind == EntryKind::Charge).then(|| "Rent".to_owned()),
        reverses: None,
        reason: None,
        pays: None,
        span: None,
        actor: EntryActor::Landlord,
        created_at: DateTime::UNIX_EPOCH,
    }
}

fn reversal(id: i64, of: &Entry, date: &str) -> Entry {
    Entry {
        id: id.into(),
        kind: EntryKind::Reversal,
        effect: Money::gbp(-of.effect.minor()),
        date: day(date),
        reverses: Some(of.id),
        ..of.clone()
    }
}

/// £1,000 due on the first of August to November.
fn autumn() -> Vec<Entry> {
    let firsts = ["2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"];
    let charges = (1..).zip(firsts);
    charges
        .map(|(id, first)| entry(id, EntryKind::Charge, first, "1000"))
        .collect()
}

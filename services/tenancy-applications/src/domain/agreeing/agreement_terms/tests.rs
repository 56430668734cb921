#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::domain::{Nation, rent::rent_terms::ProRata};

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn judging() -> Judging<'static> {
    Judging {
        edition: Edition::of(Nation::England, day(2026, 12, 1)),
        today: day(2026, 11, 25),
        standing: None,
        has_guarantor: false,
    }
}

fn draft() -> AgreementDraft {
    AgreementDraft {
        landlord_name: "Helen Okafor".to_owned(),
        landlord_address: "4 Mill Lane, Leeds LS1 4AB".to_owned(),
        start: Some(day(2026, 12, 1)),
        rent: Some(Money::gbp(95_000)),
        rent_terms: RentTermsDraft {
            period: Some(RentPeriod::Monthly),
            due_day: 1,
            pro_rata: Some(ProRata::DaysOfYear),
            ..RentTermsDraft::default()
        },
        deposit: Some(Money::gbp(109_615)),
        bills: BillKind::ALL
            .iter()
            .copied()
            .rev()
            .map(|kind| BillDraft {
                bill: kind.as_str().to_owned(),
                payer: Some(BillPayer::Tenant),
                ..BillDraft::default()
            })
            .collect(),
        ..AgreementDraft::default()
    }
}

/// The fields that are refused.
fn refused(draft: AgreementDraft, by: Judging<'_>) -> Vec<(String, String)> {
    match AgreementTerms::try_new(draft, by) {
        Ok(_) => Vec::new(),
        Err(Error::Invalid { violations, reason }) => {
            assert_eq!(reason, INVALID);
            let found = violations.iter();
            found
                .map(|one| (one.field.clone(), one.message.clone()))
                .collect()
        }
        Err(other) => panic!("{other:?}"),
    }
}

fn field(draft: AgreementDraft) -> String {
    let found = refused(draft, judging());
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].0.clone()
}

#[test]
fn whole_terms_are_taken_and_bills_put_in_order() {
    let terms = AgreementTerms::try_new(draft(), judging()).unwrap();
    let kinds: Vec<_> = terms.bills.iter().map(|bill| bill.kind).collect();
    assert_eq!(kinds, BillKind::ALL);
    assert_eq!(terms.rent_terms.first_day, terms.start);
}

#[test]
fn a_tenancy_that_goes_on_keeps_its_past_first_days() {
    let standing = StandingTerms {
        start: day(2025, 3, 15),
        rent: Money::gbp(95_000),
        deposit: Money::ZERO,
        rent_terms: Some(RentTerms {
            period: RentPeriod::Monthly,
            due_day: 1,
            first_day: day(2026, 10, 1),
            pro_rata: ProRata::DaysOfYear,
        }),
        next_change: None,
    };
    let by = Judging {
        standing: Some(&standing),
        ..judging()
    };
    let from = |start| AgreementDraft {
        start: Some(start),
        ..draft()
    };
    let terms = AgreementTerms::try_new(from(standing.start), by).unwrap();
    assert_eq!(terms.start, standing.start);
    assert_eq!(terms.rent_terms.first_day, day(2026, 10, 1));
    // Another past day is refused, and its own is where it does not stand.
    let other = refused(from(day(2025, 3, 16)), by);
    assert_eq!(other.len(), 1);
    assert_eq!(field(from(standing.start)), "terms.start_date");
}

#[test]
fn every_field_that_is_wrong_is_named() {
    let found = refused(AgreementDraft::default(), judging());
    let fields: Vec<_> = found.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "terms.landlord_name",
            "terms.landlord_address",
            "terms.start_date",
            "terms.monthly_rent",
            "terms.rent_terms.period",
            "terms.rent_terms.pro_rata",
            "terms.deposit",
            "terms.bills",
        ]
    );
}

#[test]
fn each_rule_refuses_its_field() {
    let with = |change: &dyn Fn(&mut AgreementDraft)| {
        let mut changed = draft();
        change(&mut changed);
        field(changed)
    };
    let start = "terms.start_date";
    assert_eq!(with(&|one| one.start = Some(day(2026, 11, 24))), start);
    assert_eq!(with(&|one| one.start = Some(day(2028, 1, 1))), start);
    let deposit = "terms.deposit";
    assert_eq!(
        with(&|one| one.deposit = Some(Money::gbp(109_616))),
        deposit
    );
    assert_eq!(with(&|one| one.deposit = Some(Money::gbp(-1))), deposit);
    let due = "terms.rent_terms.due_day";
    assert_eq!(with(&|one| one.rent_terms.due_day = 32), due);
    assert_eq!(
        with(&|one| one.rent_terms.period = Some(RentPeriod::Weekly)),
        due
    );
    assert_eq!(
        with(&|one| one.rent = Some(Money::ZERO)),
        "terms.monthly_rent"
    );
    assert_eq!(with(&|one| drop(one.bills.pop())), "terms.bills");
    let twice = |one: &mut AgreementDraft| one.bills.push(one.bills[0].clone());
    assert_eq!(with(&twice), "terms.bills[6].bill");
    let paid = |one: &mut AgreementDraft| one.bills[2].payer = Some(BillPayer::Landlord);
    assert_eq!(with(&paid), "terms.bills[2].note");
    let many = |one: &mut AgreementDraft| one.clauses = vec!["No smoking.".to_owned(); 21];
    assert_eq!(with(&many), "terms.clauses");
}

#[test]
fn a_forbidden_clause_is_refused_with_its_number() {
    let clauses = vec![
        "No smoking.".to_owned(),
        "The rent review is each May.".to_owned(),
    ];
    let mut bad = draft();
    bad.clauses.clone_from(&clauses);
    let found = refused(bad.clone(), judging());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "terms.clauses[1]");
    assert!(found[0].1.starts_with("Clause 2 reviews the rent."));
    // Elsewhere the landlord's own document says what is agreed.
    let elsewhere = Judging {
        edition: None,
        ..judging()
    };
    assert!(refused(bad, elsewhere).is_empty());
}

#[test]
fn a_guarantor_who_gave_a_reference_signs() {
    let by = Judging {
        has_guarantor: true,
        ..judging()
    };
    let found = refused(draft(), by);
    assert_eq!(found[0].0, "terms.guarantor_signs");
    let mut signs = draft();
    signs.guarantor_signs = true;
    assert!(refused(signs, by).is_empty());
}

#[test]
fn the_address_for_notices_is_in_england_or_wales_where_the_law_says_so() {
    for address in [
        "4 Mill Lane, Leeds LS1 4AB",
        "4 Mill Lane, Cardiff\nCF10 1AA",
        "4 Mill Lane, Leeds",
        "Room G 1, Mill Lane, Glasgow Road",
    ] {
        let taken = AgreementDraft {
            landlord_address: address.to_owned(),
            ..draft()
        };
        assert!(refused(taken, judging()).is_empty(), "{address}");
    }
    for address in [
        "4 Mill Lane, Glasgow G12 8QQ",
        "4 Mill Lane\nEdinburgh\nEH1  1AA ",
        "4 Mill Lane, Belfast,BT1 1AA",
    ] {
        let elsewhere = AgreementDraft {
            landlord_address: address.to_owned(),
            ..draft()
        };
        let own = Judging {
            edition: None,
            ..judging()
        };
        assert_eq!(
            field(elsewhere.clone()),
            "terms.landlord_address",
            "{address}"
        );
        assert!(refused(elsewhere, own).is_empty(), "{address}");
    }
}

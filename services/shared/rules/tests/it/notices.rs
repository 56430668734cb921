//! Notices beyond the golden cases: what is said beside a day, and bounds that always hold.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use lintel_core::Money;
use lintel_rules::{DepositState, Nation, Notice, NoticeFacts, RefusalKind, Rent, Rise, rules};
use proptest::prelude::*;

use crate::day;

fn facts(nation: Nation, given: &str) -> NoticeFacts {
    NoticeFacts {
        nation,
        given: day(given),
        start: day("2026-05-01"),
        deposit: DepositState::NotKnown,
        statement_given: None,
        agreement_signed: None,
    }
}

fn first_of_month(from: NaiveDate) -> NaiveDate {
    let this = from.with_day(1).unwrap();
    if this < from {
        this + Months::new(1)
    } else {
        this
    }
}

#[test]
fn beside_a_landlords_day_stands_what_follows_from_it() {
    let said = |code, deposit| {
        let facts = NoticeFacts {
            deposit,
            ..facts(Nation::England, "2026-11-20")
        };
        let end = rules().notice_end(Notice::OfLandlord(code), facts, first_of_month);
        end.unwrap().said.join("\n")
    };
    let selling = said("1A", DepositState::Protected);
    assert!(selling.contains("30 April 2028"), "{selling}");
    assert!(!selling.contains("deposit"), "{selling}");
    assert!(said("8", DepositState::Unprotected).contains("The deposit is not protected"));
    assert!(said("8", DepositState::NotKnown).contains("except on grounds 7A and 14"));
    for code in ["7A", "14"] {
        assert!(!said(code, DepositState::Unprotected).contains("deposit"));
    }
}

#[test]
fn a_refusal_says_what_to_do() {
    let refused = |notice, facts| {
        rules()
            .notice_end(notice, facts, first_of_month)
            .unwrap_err()
    };
    let earlier = refused(
        Notice::OfLandlord("8"),
        facts(Nation::England, "2026-04-30"),
    );
    assert_eq!(
        (earlier.kind, earlier.field),
        (RefusalKind::EarlierLaw, "give_date")
    );
    assert!(earlier.text.contains("1 May 2026"), "{}", earlier.text);
    let unknown = refused(
        Notice::OfLandlord("21"),
        facts(Nation::England, "2026-11-20"),
    );
    assert!(
        unknown.text.contains("1, 1A, 1B, 2, 2ZA"),
        "{}",
        unknown.text
    );
    let wales = refused(Notice::OfTenant, facts(Nation::Wales, "2026-11-20"));
    assert!(wales.text.contains("section"), "{}", wales.text);
    let never = NoticeFacts {
        given: NaiveDate::MAX,
        ..facts(Nation::England, "2026-11-20")
    };
    assert_eq!(refused(Notice::OfTenant, never).kind, RefusalKind::TooFar);
}

#[test]
fn the_reasons_of_a_nation_are_those_that_can_be_given() {
    let day = day("2026-11-28");
    let codes = |nation| -> Vec<_> {
        let reasons = rules().notice_reasons(nation, day).into_iter();
        reasons.map(|reason| reason.code).collect()
    };
    assert_eq!(codes(Nation::England).len(), 37);
    assert_eq!(codes(Nation::Wales), ["173", "breach", "serious arrears"]);
    assert_eq!(codes(Nation::Scotland), ["conduct", "other"]);
    assert_eq!(codes(Nation::NorthernIreland), ["notice to quit"]);
    for nation in Nation::ALL {
        for code in codes(*nation) {
            let facts = facts(*nation, "2026-11-28");
            let end = rules().notice_end(Notice::OfLandlord(&code), facts, first_of_month);
            assert!(end.is_ok(), "{code}");
        }
    }
}

#[test]
fn a_deposit_above_the_cap_gets_a_sentence() {
    let rent = Rent::monthly(Money::gbp(115_000));
    let said = |pence| {
        let today = day("2026-11-28");
        rules().deposit_warning(Nation::England, rent, Money::gbp(pence), today)
    };
    assert_eq!(said(132_692), None);
    assert_eq!(
        said(140_000).as_deref(),
        Some(
            "£1,400.00 is £73.08 more than a deposit may be in England: £1,326.92 at this rent (5 weeks' rent, 6 weeks' from £50,000 a year; \
             Tenant Fees Act 2019, Schedule 1)."
        )
    );
    let in_wales =
        rules().deposit_warning(Nation::Wales, rent, Money::gbp(900_000), day("2026-11-28"));
    assert_eq!(in_wales, None);
}

proptest! {
    #[test]
    fn a_tenants_notice_is_never_short_and_ends_with_the_rent(given in 0_u64..3000, due in 1_u32..=28) {
        let given = day("2026-05-01") + Days::new(given);
        let next_due = |from: NaiveDate| {
            let this = from.with_day(due).unwrap();
            if this < from { this + Months::new(1) } else { this }
        };
        let facts = NoticeFacts { given, ..facts(Nation::England, "2026-05-01") };
        let ends = rules().notice_end(Notice::OfTenant, facts, next_due).unwrap().earliest;
        let floor = given + Months::new(2);
        prop_assert!(ends >= floor);
        prop_assert!(ends.day() == due || (ends + Days::new(1)).day() == due);
        // No day before it would do.
        let sooner = floor.iter_days().take_while(|day| *day < ends);
        for day in sooner {
            prop_assert!(day.day() != due && (day + Days::new(1)).day() != due);
        }
    }

    #[test]
    fn a_rise_never_begins_before_its_floor(served in 0_u64..3000, last in proptest::option::of(0_u64..3000), place in 0_usize..4) {
        let nation = Nation::ALL[place];
        let served = day("2026-05-01") + Days::new(served);
        let last = last.map(|days| day("2024-01-01") + Days::new(days));
        let rise = Rise { nation, served, start: day("2023-05-01"), last_rise: last };
        let found = rules().earliest_rise(rise, first_of_month).unwrap();
        prop_assert!(found.earliest >= found.floor && found.floor > served);
        if let Some(last) = last {
            prop_assert!(found.earliest >= last + Days::new(364));
        }
    }
}

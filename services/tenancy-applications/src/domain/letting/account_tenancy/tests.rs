use chrono::DateTime;
use lintel_core::Money;

use super::*;
use crate::domain::letting::{Leaving, Person, PortalState};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

/// A tenant who stands at `status`, and whose last day is known or not.
fn tenant(id: i64, status: LeaseStatus, last_day: Option<&str>) -> Tenant {
    Tenant {
        id: id.into(),
        tenancy: id.into(),
        property: 1.into(),
        property_name: String::new(),
        property_address: String::new(),
        property_postcode: String::new(),
        property_nation: lintel_rules::Nation::England,
        room: None,
        person: Person {
            name: String::new(),
            email: String::new(),
            phone: String::new(),
            address: None,
            employment_status: None,
        },
        start: day("2026-01-01"),
        end: None,
        ending: crate::domain::letting::Ending::default(),
        leaving: last_day.map(|text| Leaving {
            date: day(text),
            reason: None,
        }),
        share: Money::ZERO,
        rent: Money::ZERO,
        deposit: None,
        status,
        arrears: None,
        deposit_warning: None,
        together: 1,
        shares_differ: false,
        application: None,
        agreement_application: None,
        photo: None,
        portal: PortalState::Confirmed,
        version: 1,
        created_at: DateTime::default(),
        updated_at: DateTime::default(),
    }
}

#[test]
fn a_home_that_was_left_is_seen_for_a_year_and_not_a_day_longer() {
    let left = tenant(1, LeaseStatus::Ended, Some("2026-11-24"));
    assert_eq!(access_end(&left), Some(day("2027-11-24")));
    assert!(is_seen_on(&left, day("2027-11-24")));
    assert!(!is_seen_on(&left, day("2027-11-25")));
    // The year after a leap day ends with February.
    let leap = tenant(1, LeaseStatus::Ended, Some("2028-02-29"));
    assert_eq!(access_end(&leap), Some(day("2029-02-28")));
}

#[test]
fn whoever_left_others_sees_their_rent_no_longer_and_owes_none_of_it() {
    let (last, later) = (day("2026-11-24"), day("2026-12-24"));
    let left = tenant(1, LeaseStatus::Ended, Some("2026-11-24"));
    assert!(has_left_others(&left));
    assert_eq!(rent_until(&left, later), last);
    assert_eq!(rent_until(&left, day("2026-10-01")), day("2026-10-01"));
    let alone = Tenant {
        together: 0,
        ..left
    };
    let stays = tenant(1, LeaseStatus::Active, Some("2026-11-24"));
    for tenant in [alone, stays] {
        assert!(!has_left_others(&tenant));
        assert_eq!(rent_until(&tenant, later), later);
    }
}

#[test]
fn a_home_that_is_not_left_yet_is_seen_without_an_end() {
    for status in [LeaseStatus::Active, LeaseStatus::Upcoming] {
        for last_day in [None, Some("2026-11-30")] {
            let stays = tenant(1, status, last_day);
            assert_eq!(access_end(&stays), None, "{status:?} {last_day:?}");
            assert!(is_seen_on(&stays, day("2099-01-01")));
        }
    }
}

#[test]
fn homes_in_force_come_first_and_of_those_that_were_left_the_last() {
    let mut own = [
        tenant(1, LeaseStatus::Ended, Some("2026-03-31")),
        tenant(2, LeaseStatus::Upcoming, None),
        tenant(3, LeaseStatus::Ended, Some("2026-10-31")),
        // Who has given notice lives there: the last day puts nobody back.
        tenant(4, LeaseStatus::Active, Some("2026-12-31")),
        tenant(5, LeaseStatus::Active, None),
        tenant(6, LeaseStatus::Upcoming, None),
    ];
    sort(&mut own, |one| one);
    assert_eq!(own.map(|one| one.id.get()), [4, 5, 2, 6, 3, 1]);
}

#[test]
fn no_first_day_puts_a_home_before_one_that_was_confirmed_earlier() {
    let mut own = [
        tenant(1, LeaseStatus::Active, None),
        Tenant {
            start: day("2001-01-01"),
            ..tenant(2, LeaseStatus::Active, None)
        },
    ];
    sort(&mut own, |one| one);
    assert_eq!(own.map(|one| one.id.get()), [1, 2]);
}

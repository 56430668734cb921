use proptest::prelude::*;

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

fn member(id: i64) -> Member {
    Member {
        id: id.into(),
        person: Person {
            name: "Ada".to_owned(),
            email: "ada@example.com".to_owned(),
            phone: "07700 900000".to_owned(),
            address: None,
            employment_status: None,
        },
        share: Money::ZERO,
        leaving: None,
        has_left: false,
        application: None,
    }
}

fn tenancy(tenants: i64) -> Tenancy {
    let mut tenancy = Tenancy {
        id: 1.into(),
        property: 1.into(),
        room: None,
        start: day("2026-11-24"),
        end: None,
        rent: Money::gbp(100_000),
        deposit: None,
        state: TenancyState::Active,
        version: 1,
        tenants: (1..=tenants).map(member).collect(),
    };
    tenancy.share_out();
    tenancy
}

fn pence(tenancy: &Tenancy) -> Vec<i64> {
    tenancy
        .tenants
        .iter()
        .map(|one| one.share.minor())
        .collect()
}

fn on(date: &str) -> Leaving {
    Leaving {
        date: day(date),
        reason: None,
    }
}

#[test]
fn odd_pence_go_to_the_first_and_whoever_left_pays_no_part_of_the_rest() {
    let mut three = tenancy(3);
    assert_eq!(pence(&three), [33_334, 33_333, 33_333]);
    three.leave(1.into(), on("2026-11-24"), day("2026-11-24"));
    assert_eq!(pence(&three), [33_334, 50_000, 50_000]);
    assert_eq!(three.state, TenancyState::Active);
}

#[test]
fn a_day_that_has_come_ends_at_once_and_a_later_one_when_it_is_over() {
    let mut two = tenancy(2);
    two.leave(1.into(), on("2026-11-30"), day("2026-11-24"));
    assert!(!two.tenants[0].has_left);
    assert!(!two.let_leavers_go(day("2026-11-30")));
    assert!(two.let_leavers_go(day("2026-12-01")));
    assert_eq!(two.state, TenancyState::Active);
    two.leave(2.into(), on("2026-11-25"), day("2026-12-01"));
    assert_eq!(two.state, TenancyState::Ended);
    assert_eq!(two.last_day(), Some(day("2026-11-30")));
}

#[test]
fn a_tenancy_starts_once_from_its_first_day_on() {
    let mut one = tenancy(1);
    one.state = TenancyState::Upcoming;
    assert_eq!(one.start_on(day("2026-11-23")), Err(StartRefused::Later));
    assert_eq!(one.start_on(day("2026-11-24")), Ok(()));
    assert_eq!(
        one.start_on(day("2026-11-24")),
        Err(StartRefused::NotUpcoming)
    );
    let state = Tenancy::state_on(day("2026-11-25"), day("2026-11-24"));
    assert_eq!(state, TenancyState::Upcoming);
    let state = Tenancy::state_on(day("2026-11-24"), day("2026-11-24"));
    assert_eq!(state, TenancyState::Active);
}

proptest! {
    #[test]
    fn shares_add_up_to_the_rent_and_differ_by_a_penny_at_most(rent in 0i64..=9_999_999_999, tenants in 1usize..=30) {
        let shares = shares(Money::gbp(rent), tenants);
        let pence: Vec<i64> = shares.iter().map(|share| share.minor()).collect();
        prop_assert_eq!(pence.iter().sum::<i64>(), rent);
        prop_assert!(pence.is_sorted_by(|one, next| one >= next));
        prop_assert!(pence[0] - pence[tenants - 1] <= 1);
    }
}

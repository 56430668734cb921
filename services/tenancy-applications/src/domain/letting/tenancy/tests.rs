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
        said: Vec::new(),
    };
    tenancy.share_out(day("2026-11-24"));
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

#[test]
fn one_who_joins_with_a_share_leaves_the_rest_to_the_others() {
    let today = day("2026-11-24");
    let mut two = tenancy(1);
    two.rent = Money::gbp(120_000);
    two.tenants.push(member(2));
    assert!(
        two.take_in(2.into(), Some(Money::gbp(50_000)), today)
            .is_ok()
    );
    assert_eq!(pence(&two), [70_000, 50_000]);
    two.tenants.push(member(3));
    assert!(
        two.take_in(3.into(), Some(Money::gbp(60_000)), today)
            .is_ok()
    );
    assert_eq!(pence(&two), [35_000, 25_000, 60_000]);
    // Without a share all pay the same from then on.
    two.tenants.push(member(4));
    assert!(two.take_in(4.into(), None, today).is_ok());
    assert_eq!(pence(&two), [30_000; 4]);
    assert!(two.set_share(1.into(), Money::gbp(120_001), today).is_err());
    assert!(
        tenancy(1)
            .set_share(1.into(), Money::gbp(1), today)
            .is_err()
    );
}

#[test]
fn shares_follow_the_rent_and_who_leaves() {
    let today = day("2026-11-24");
    let mut three = tenancy(3);
    let of = [(1, 50_000), (2, 30_000), (3, 20_000)];
    let draft = |of: &[(i64, i64)]| SharesDraft {
        of: of
            .iter()
            .map(|(tenant, share)| ((*tenant).into(), Some(Money::gbp(*share))))
            .collect(),
        ..SharesDraft::default()
    };
    let rent = |_| Money::gbp(100_000);
    let set = three.set_shares(draft(&of), rent, false, today);
    assert_eq!(set.ok(), Some(today));
    assert_eq!(pence(&three), [50_000, 30_000, 20_000]);
    three.rent = Money::gbp(110_000);
    three.share_out(today);
    assert_eq!(pence(&three), [55_000, 33_000, 22_000]);
    let leaving = Leaving {
        date: today,
        reason: None,
    };
    three.leave(1.into(), leaving, today);
    assert_eq!(pence(&three), [55_000, 66_000, 44_000]);
}

#[test]
fn shares_that_do_not_add_up_are_refused_with_what_is_left_over() {
    let today = day("2026-11-24");
    let told = |of: &[(i64, i64)], from: &str, is_charged| {
        let draft = SharesDraft {
            from: Some(day(from)),
            of: of
                .iter()
                .map(|(tenant, share)| ((*tenant).into(), Some(Money::gbp(*share))))
                .collect(),
            ..SharesDraft::default()
        };
        let rent = |_| Money::gbp(100_000);
        let set = tenancy(2).set_shares(draft, rent, is_charged, today);
        let Err(lintel_core::Error::Invalid { violations, .. }) = set else {
            return Vec::new();
        };
        let told = violations.iter();
        told.map(|one| format!("{}: {}", one.field, one.message))
            .collect()
    };
    let good = [(1, 60_000), (2, 40_000)];
    assert!(told(&good, "2026-11-24", false).is_empty());
    assert!(told(&good, "2026-12-01", true).is_empty());
    assert_eq!(
        told(&[(1, 60_000), (2, 37_500)], "2026-11-24", false),
        ["shares: £25.00 of the rent, £1,000.00, is left over."]
    );
    assert_eq!(
        told(&[(1, 60_000), (2, 40_001)], "2026-11-24", false),
        ["shares: The shares come to £0.01 more than the rent, £1,000.00."]
    );
    for (of, from, is_charged, field) in [
        (&good[..], "2026-12-01", false, "from_date"),
        (&good, "2026-11-23", true, "from_date"),
        (&[(1, 100_000)], "2026-11-24", true, "shares"),
        (
            &[(1, 60_000), (2, 40_000), (3, 0)],
            "2026-11-24",
            true,
            "shares[2].tenant_id",
        ),
        (
            &[(1, 60_000), (2, 40_000), (2, 0)],
            "2026-11-24",
            true,
            "shares[2].tenant_id",
        ),
    ] {
        let found = told(of, from, is_charged);
        assert!(
            found
                .iter()
                .any(|one| one.starts_with(&format!("{field}: "))),
            "{found:?}"
        );
    }
}

#[test]
fn documents_go_to_who_stays_or_to_all_who_have_left_within_a_year() {
    let mut tenancy = tenancy(2);
    let given = |tenancy: &Tenancy, date: &str| -> Vec<i64> {
        let given = tenancy.given_on(day(date));
        given.map(|member| member.id.get()).collect()
    };
    assert_eq!(given(&tenancy, "2026-12-01"), [1, 2]);
    tenancy.tenants[0].leaving = Some(on("2026-12-31"));
    assert_eq!(given(&tenancy, "2026-12-01"), [1, 2]);
    tenancy.tenants[0].has_left = true;
    assert_eq!(given(&tenancy, "2027-01-01"), [2]);
    tenancy.tenants[1].leaving = Some(on("2027-02-28"));
    tenancy.tenants[1].has_left = true;
    assert_eq!(given(&tenancy, "2027-12-31"), [1, 2]);
    assert_eq!(given(&tenancy, "2028-01-01"), [2]);
    assert_eq!(given(&tenancy, "2028-02-29"), [0_i64; 0]);
}

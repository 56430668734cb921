use super::*;

fn day(text: &str) -> Option<NaiveDate> {
    text.parse().ok()
}

fn draft() -> TenantDraft {
    TenantDraft {
        property: 1,
        name: "Ada Byron".to_owned(),
        email: "Ada@example.com".to_owned(),
        phone: "07700 900000".to_owned(),
        start: day("2026-11-24"),
        rent: Some(Money::gbp(100_000)),
        ..TenantDraft::default()
    }
}

fn refused<T>(result: Result<T, Error>) -> Vec<String> {
    match result {
        Err(Error::Invalid { reason, violations }) => {
            assert_eq!(reason, INVALID);
            violations.iter().map(|one| one.field.clone()).collect()
        }
        _ => Vec::new(),
    }
}

fn tenancy() -> Tenancy {
    let Ok(Addition::Tenancy(new)) = Addition::try_new(draft()) else {
        panic!("the draft is good");
    };
    Tenancy {
        id: 1.into(),
        property: new.property,
        room: None,
        start: new.start,
        end: None,
        rent: new.rent,
        deposit: None,
        state: TenancyState::Active,
        version: 1,
        tenants: vec![Member {
            id: 1.into(),
            person: new.tenant.person,
            share: new.rent,
            leaving: None,
            has_left: false,
            application: None,
        }],
        said: Vec::new(),
    }
}

#[test]
fn every_offending_field_is_named() {
    let bad = TenantDraft {
        name: "A".to_owned(),
        email: "ada".to_owned(),
        phone: "1".to_owned(),
        address: "a".repeat(301),
        employment_status: "king".to_owned(),
        start: None,
        rent: None,
        deposit: Some(Money::gbp(-1)),
        ..draft()
    };
    assert_eq!(
        refused(Addition::try_new(bad)),
        [
            "display_name",
            "email",
            "phone",
            "address",
            "employment_status",
            "lease_start",
            "tenancy_rent",
            "deposit"
        ]
    );
    let backwards = TenantDraft {
        end: day("2026-11-23"),
        ..draft()
    };
    assert_eq!(refused(Addition::try_new(backwards)), ["lease_end"]);
}

#[test]
fn whoever_joins_needs_neither_dates_nor_a_rent() {
    let joins = TenantDraft {
        tenancy: 7,
        start: None,
        rent: None,
        ..draft()
    };
    let Ok(Addition::Joining(tenancy, new, rent, share)) = Addition::try_new(joins) else {
        panic!("the draft is good");
    };
    assert_eq!((tenancy, rent, share), (7.into(), None, None));
    assert_eq!(new.person.email, "Ada@example.com");
}

#[test]
fn only_the_fields_of_the_mask_change() {
    let before = tenancy();
    let given = TenantDraft {
        name: "Grace".to_owned(),
        rent: Some(Money::gbp(90_000)),
        ..TenantDraft::default()
    };
    let fields = [TenantField::Name, TenantField::Rent];
    let today = day("2026-11-24").unwrap_or_default();
    let after = changed(&before, &before.tenants[0], &fields, given, today);
    let after = after.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(after.tenants[0].person.name, "Grace");
    assert_eq!(after.tenants[0].person.email, "Ada@example.com");
    assert_eq!(after.tenants[0].share, Money::gbp(90_000));
    assert_eq!(after.start, before.start);
}

#[test]
fn a_tenancy_that_has_begun_does_not_begin_later() {
    let before = tenancy();
    let given = TenantDraft {
        start: day("2026-12-01"),
        ..TenantDraft::default()
    };
    let today = day("2026-11-24").unwrap_or_default();
    let fields = [TenantField::Start];
    let after = changed(&before, &before.tenants[0], &fields, given.clone(), today);
    assert_eq!(refused(after), ["lease_start"]);
    let upcoming = Tenancy {
        state: TenancyState::Upcoming,
        ..before
    };
    let after = changed(&upcoming, &upcoming.tenants[0], &fields, given, today);
    assert!(after.is_ok());
}

#[test]
fn the_last_day_is_not_before_the_first_unless_nobody_moved_in() {
    let mut tenancy = tenancy();
    let leaves = |tenancy: &Tenancy, date: &str, reason: &str| {
        Leaving::try_new(tenancy, day(date), reason, Violations::default())
    };
    assert_eq!(refused(leaves(&tenancy, "2026-11-23", "")), ["leave_date"]);
    assert_eq!(refused(leaves(&tenancy, "", "")), ["leave_date"]);
    let long = "a".repeat(501);
    assert_eq!(refused(leaves(&tenancy, "2026-11-24", &long)), ["reason"]);
    assert!(leaves(&tenancy, "2027-11-24", " Moved ").is_ok());
    tenancy.state = TenancyState::Upcoming;
    assert!(leaves(&tenancy, "2026-11-23", "").is_ok());
}

#[test]
fn a_path_names_one_field() {
    assert_eq!(TenantField::parse("lease_end"), Some(TenantField::End));
    assert_eq!(TenantField::parse("monthly_rent"), Some(TenantField::Share));
    assert_eq!(TenantField::parse("leave_reason"), None);
}

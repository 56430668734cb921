use lintel_core::Money;

use super::*;
use crate::domain::keeping::HomeRoom;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

fn today() -> NaiveDate {
    day("2026-11-25")
}

fn home(id: i64, name: &str, rooms: &[&str]) -> Home {
    let rooms = rooms.iter().map(|number| HomeRoom {
        id: 1.into(),
        number: (*number).to_owned(),
        monthly_rent: Money::ZERO,
        occupied: false,
    });
    let rooms: Vec<_> = rooms.collect();
    Home {
        property: id.into(),
        name: name.to_owned(),
        address: format!("{id} Mill Lane, Leeds"),
        postcode: "LS1 4AP".to_owned(),
        nation: lintel_rules::Nation::England,
        property_type: if rooms.is_empty() { "House" } else { "HMO" }.to_owned(),
        monthly_rent: Money::ZERO,
        occupied: false,
        rooms,
    }
}

fn homes() -> [Home; 3] {
    [
        home(1, "The Mill", &[]),
        home(2, "The Mill", &[]),
        home(3, "Shared House", &["1a", "2"]),
    ]
}

/// Ada in a property, or in a room of it, since March.
fn ada(property: &str, room: &str) -> ImportedTenant {
    ImportedTenant {
        property: property.to_owned(),
        tenant: TenantDraft {
            room: Some(room.to_owned()),
            name: "Ada Lovelace".to_owned(),
            email: "ada@example.com".to_owned(),
            phone: "0113 496 0000".to_owned(),
            start: Some(day("2026-03-01")),
            rent: Some(Money::gbp(90_000)),
            ..TenantDraft::default()
        },
        ..ImportedTenant::default()
    }
}

fn as_ben(mut tenant: ImportedTenant) -> ImportedTenant {
    "ben@example.com".clone_into(&mut tenant.tenant.email);
    tenant
}

/// The plan of lines 2, 3 and so on, beside what there is.
fn plan(lines: Vec<ImportedTenant>, known: &[KnownTenancy]) -> Plan {
    let mut plan = Plan::of((2..).zip(lines).collect(), &homes(), today());
    plan.check_against(known, today());
    plan
}

fn faults(plan: &Plan) -> Vec<(i64, &str, &str)> {
    let faults = plan.faults.iter();
    faults
        .map(|fault| (fault.line, fault.field.as_str(), fault.message.as_str()))
        .collect()
}

#[test]
fn lines_of_one_home_and_first_day_are_one_tenancy() {
    let mut ben = as_ben(ada("shared  HOUSE", "1A"));
    ben.tenant.rent = None;
    let other_room = ada("3 mill lane, leeds", "2");
    let plan = plan(vec![ada("Shared House", "1a"), other_room, ben], &[]);
    assert_eq!(faults(&plan), []);
    let found: Vec<_> = plan
        .tenancies
        .iter()
        .map(|one| (one.line, one.tenants(), one.new.room.as_deref()))
        .collect();
    assert_eq!(found, [(2, 2, Some("1a")), (3, 1, Some("2"))]);
    assert_eq!(plan.tenancies[0].new.rent, Money::gbp(90_000));
    assert_eq!(plan.tenancies[0].state_on(today()), TenancyState::Active);
}

#[test]
fn further_lines_repeat_what_the_first_says_or_leave_it_empty() {
    let mut ben = as_ben(ada("Shared House", "2"));
    ben.tenant.end = Some(day("2027-03-01"));
    ben.tenant.deposit = Some(Money::gbp(1));
    let plan = plan(
        vec![ada("Shared House", "2"), ben, ada("Shared House", "2")],
        &[],
    );
    assert_eq!(
        faults(&plan),
        [
            (
                3,
                "lease_end",
                "Line 2 has another end for the same tenancy."
            ),
            (
                3,
                "deposit",
                "Line 2 has another deposit for the same tenancy."
            ),
            (4, "email", "Line 2 has the same tenant."),
        ]
    );
}

#[test]
fn lines_that_say_different_rents_are_shares_of_their_sum() {
    let mut ben = as_ben(ada("Shared House", "2"));
    ben.tenant.rent = Some(Money::gbp(35_000));
    let mut same = as_ben(ada("Shared House", "1A"));
    same.tenant.rent = Some(Money::gbp(90_000));
    let mut empty = as_ben(ada("Shared House", "2"));
    "cid@example.com".clone_into(&mut empty.tenant.email);
    empty.tenant.rent = None;
    let lines = vec![
        ada("Shared House", "2"),
        ben.clone(),
        ada("Shared House", "1A"),
        same,
    ];
    let planned = plan(lines, &[]);
    assert_eq!(faults(&planned), []);
    let shares = vec![Money::gbp(90_000), Money::gbp(35_000)];
    assert_eq!(planned.tenancies[0].new.rent, Money::gbp(125_000));
    assert_eq!(planned.tenancies[0].shares, shares);
    assert_eq!(planned.tenancies[1].new.rent, Money::gbp(90_000));
    assert_eq!(planned.tenancies[1].shares, []);
    let planned = plan(vec![ada("Shared House", "2"), ben, empty], &[]);
    let told: Vec<_> = faults(&planned)
        .into_iter()
        .map(|(line, field, _)| (line, field))
        .collect();
    assert_eq!(told, [(4, "tenancy_rent")]);
}

#[test]
fn a_home_is_named_so_that_it_is_one() {
    let mut second = ada("The Mill", "");
    "2 Mill Lane, Leeds".clone_into(&mut second.property_address);
    "ls14ap".clone_into(&mut second.postcode);
    let mut elsewhere = ada("Shared House", "2");
    "LS2 7AA".clone_into(&mut elsewhere.postcode);
    let lines = vec![
        ada("The Mill", ""),
        second,
        ada("Castle", ""),
        ada(" ", ""),
        ada("Shared House", ""),
        ada("Shared House", "9"),
        ada("1 Mill Lane, Leeds", "1"),
        elsewhere,
    ];
    let plan = plan(lines, &[]);
    let unknown = "No property of your portfolio has this name or address.";
    assert_eq!(
        faults(&plan),
        [
            (
                2,
                "property",
                "Several properties have this name. Enter the property’s address and postcode as well."
            ),
            (4, "property", unknown),
            (5, "property", "Enter the property."),
            (
                6,
                "room_number",
                "Enter which room of this shared house it is."
            ),
            (7, "room_number", "This shared house has no such room."),
            (
                8,
                "room_number",
                "This property is not let by the room. Leave the room empty."
            ),
            (9, "property", unknown),
        ]
    );
}

#[test]
fn a_home_is_let_once_and_what_is_over_stands_in_nobodys_way() {
    let mut later = ada("Shared House", "2");
    later.tenant.start = Some(day("2026-06-01"));
    let mut before = ada("Shared House", "2");
    before.tenant.start = Some(day("2020-01-01"));
    before.leave_date = Some(day("2021-01-01"));
    before.leave_reason = "Moved away".to_owned();
    let known = |room: &str, start: &str, ended| KnownTenancy {
        property: 3.into(),
        room: Some(room.to_owned()),
        start: day(start),
        ended,
    };
    let lines = vec![ada("Shared House", "2"), later, before.clone()];
    let plan_of = plan(lines, &[]);
    assert_eq!(
        faults(&plan_of),
        [(3, "property", "Line 2 lets this home already.")]
    );
    assert_eq!(plan_of.tenancies[2].state_on(today()), TenancyState::Ended);
    let beside = [
        known("2", "2019-01-01", false),
        known("2", "2020-01-01", true),
        known("1A", "2026-03-01", true),
    ];
    let lines = vec![ada("Shared House", "2"), before, ada("Shared House", "1a")];
    assert_eq!(
        faults(&plan(lines, &beside)),
        [
            (2, "property", LET_ALREADY),
            (3, "lease_start", KNOWN_ALREADY),
            (4, "lease_start", KNOWN_ALREADY),
        ]
    );
}

#[test]
fn every_field_is_judged_as_one_typed_by_hand_is() {
    let mut bad = ada("1 Mill Lane, Leeds", "");
    bad.tenant.name = "A".to_owned();
    bad.tenant.phone = "1".to_owned();
    bad.tenant.start = None;
    bad.tenant.unreadable.add("deposit", "Enter an amount.");
    let mut left_early = ada("1 Mill Lane, Leeds", "");
    left_early.leave_date = Some(day("2026-02-01"));
    let mut no_day = as_ben(ada("1 Mill Lane, Leeds", ""));
    no_day.leave_reason = "Moved".to_owned();
    let plan = plan(vec![bad, left_early, no_day], &[]);
    let fields: Vec<_> = faults(&plan)
        .iter()
        .map(|(line, field, _)| (*line, (*field).to_owned()))
        .collect();
    let expected = [
        (2, "deposit"),
        (2, "display_name"),
        (2, "phone"),
        (2, "lease_start"),
        (3, "leave_date"),
        (4, "leave_date"),
    ];
    assert_eq!(
        fields,
        expected.map(|(line, field)| (line, field.to_owned()))
    );
}

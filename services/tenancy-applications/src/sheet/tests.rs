use chrono::{DateTime, NaiveDate};
use lintel_core::Money;
use lintel_sheet::bare;
use proptest::prelude::*;

use super::*;
use crate::domain::letting::{LeaseStatus, Leaving, Person, PortalState};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

#[test]
fn no_name_stands_for_two_columns() {
    let mut names = std::collections::HashSet::new();
    for column in COLUMNS {
        for name in column.aliases.iter().chain([&column.header]) {
            assert!(names.insert(bare(name)), "{name}");
            assert_eq!(Column::named(COLUMNS, name), Some(column));
        }
    }
}

#[test]
fn a_line_is_read_with_what_cannot_be() {
    let file = "home,tenant,e-mail address,mobile,Start date,rent,deposit,Employment\n\
        The Mill,Ada,ada@example.com,0113 496 0000,01/03/2026,\"£1,250\",lots,Full-Time\n";
    let sheet = read(file.as_bytes()).unwrap_or_default();
    let Some(line) = sheet.lines.first() else {
        panic!("{:?}", sheet.problems);
    };
    let tenant = &line.draft.tenant;
    assert_eq!(line.draft.property, "The Mill");
    assert_eq!(tenant.start, Some(day("2026-03-01")));
    assert_eq!(tenant.rent, Some(Money::gbp(125_000)));
    assert_eq!(tenant.employment_status, "full-time");
    let fields: Vec<_> = tenant.unreadable.iter().map(|one| &one.field).collect();
    assert_eq!(fields, ["deposit"]);
    assert!(read(b"Property,Name\nThe Mill,Ada\n").is_err());
}

#[test]
fn a_file_of_another_country_is_read_as_a_whole_or_not_at_all() {
    let file = |rent: &str| {
        format!(
            "home,tenant,e-mail address,mobile,Start date,rent,deposit\n\
            The Mill,Ada,ada@example.com,0113 496 0000,01/03/2026,\"1250,00\",\"1.400,50\"\n\
            The Mill,Bob,bob@example.com,0113 496 0001,01/03/2026,\"{rent}\",\n"
        )
    };
    let sheet = read(file("950").as_bytes()).unwrap_or_default();
    let amounts: Vec<_> = sheet
        .lines
        .iter()
        .map(|line| (line.draft.tenant.rent, line.draft.tenant.deposit))
        .collect();
    let pence = |pence| Some(Money::gbp(pence));
    assert_eq!(
        amounts,
        [(pence(125_000), pence(140_050)), (pence(95_000), None)]
    );
    let problems = read(file("950.00").as_bytes()).err().unwrap_or_default();
    assert_eq!(
        problems.iter().map(|one| one.line).collect::<Vec<_>>(),
        [2],
        "{problems:?}"
    );
}

prop_compose! {
    fn stored()(
        name in "[A-Z=+@-][a-z ,;\"']{1,10}[a-z]", room in proptest::option::of("[0-9a-z]{1,3}"),
        phone in "[0-9+]{10,12}", rent in 0_i64..9_999_999, deposit in proptest::option::of(0_i64..9_999_999),
        end in proptest::option::of(0_u64..1_000), left in proptest::option::of(0_u64..1_000),
        works in 0..EmploymentStatus::ALL.len(),
    ) -> Tenant {
        let start = day("2026-03-01");
        let later = |days: u64| start + chrono::Days::new(days);
        Tenant {
            id: 1.into(), tenancy: 1.into(), property: 1.into(),
            property_name: format!("{name} House"),
            property_address: "1 Mill Lane, Leeds".to_owned(),
            property_postcode: "LS1 4AP".to_owned(),
            property_nation: lintel_rules::Nation::England,
            room,
            person: Person {
                name, email: "ada@example.com".to_owned(), phone,
                address: Some("=1 Old Street".to_owned()),
                employment_status: Some(EmploymentStatus::ALL[works]),
            },
            start, end: end.map(later),
            ending: crate::domain::letting::Ending::default(),
            leaving: left.map(|days| Leaving { date: later(days), reason: Some("-moved".to_owned()) }),
            share: Money::gbp(rent), rent: Money::gbp(rent), deposit: deposit.map(Money::gbp),
            status: LeaseStatus::Active, arrears: None, deposit_warning: None, together: 1, shares_differ: false, application: None,
            agreement_application: None, photo: None, portal: PortalState::Waiting, version: 1, created_at: DateTime::default(), updated_at: DateTime::default(),
        }
    }
}

proptest! {
    /// What is exported can be imported again, whole; T29: no cell of it is a formula.
    #[test]
    fn a_tenant_comes_back_as_it_was(tenant in stored()) {
        let written = line(&tenant).unwrap_or_default();
        let file = [lintel_sheet::template(COLUMNS).unwrap_or_default(), written.clone()].concat();
        let sheet = read(&file).map_err(|problems| TestCaseError::fail(format!("{problems:?}")))?;
        let Some(found) = sheet.lines.into_iter().next() else {
            return Err(TestCaseError::fail("no line"));
        };
        let ImportedTenant { property, tenant: draft, leave_date, leave_reason, .. } = found.draft;
        prop_assert!(draft.unreadable.is_empty());
        prop_assert_eq!(property, tenant.property_name);
        prop_assert_eq!(draft.room.filter(|room| !room.is_empty()), tenant.room);
        prop_assert_eq!((draft.name, draft.phone), (tenant.person.name, tenant.person.phone));
        prop_assert_eq!(Some(draft.address), tenant.person.address);
        prop_assert_eq!((draft.start, draft.end), (Some(tenant.start), tenant.end));
        prop_assert_eq!((draft.rent, draft.deposit), (Some(tenant.rent), tenant.deposit));
        prop_assert_eq!(leave_date, tenant.leaving.as_ref().map(|leaving| leaving.date));
        prop_assert_eq!(leave_reason, tenant.leaving.and_then(|leaving| leaving.reason).unwrap_or_default());
        prop_assert!(!String::from_utf8_lossy(&written).contains("\"="));
    }

    #[test]
    fn no_file_makes_it_panic(content in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&content);
        let header = b"Property,Name,Email,Phone,Lease start,Monthly rent\n";
        let _ = read(&[&header[..], &content].concat());
    }
}

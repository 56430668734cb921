//! The states of duties: recorded, not known, exempted.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate};
use lintel_rules::{Duty, Fact, Furnishing, HomeFacts, LicensingArea, Nation, rules};

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

/// A flat in England of which every fact is known: no gas, not shared, no licensing, no mortgage.
fn home() -> Home {
    Home {
        id: 7.into(),
        name: "Garden Flat".to_owned(),
        address: "12 Harbour Street, Bristol".to_owned(),
        postcode: "BS1 4RW".to_owned(),
        property_type: PropertyType::Flat,
        facts: HomeFacts {
            nation: Nation::England,
            dwelling: true,
            gas: Some(false),
            furnishing: Some(Furnishing::Unfurnished),
            shared: false,
            storeys: Some(1),
            most_residents: None,
            licensing_area: Some(LicensingArea::None),
            fixed_rate: false,
        },
        has_mortgage: false,
        insurance_renewal: None,
        fixed_rate_end: None,
        let_since: None,
        certificates: Vec::new(),
        exemptions: HashMap::new(),
    }
}

fn held(id: i64, kind: CertificateType, issued: Option<&str>, expires: &str) -> Held {
    Held {
        id: id.into(),
        kind,
        issued: issued.map(day),
        expires: day(expires),
    }
}

fn judged(home: &Home) -> JudgedHome {
    let today = day("2026-11-30");
    let duties = rules().home_duties(&home.facts, today);
    JudgedHome {
        standings: home.standings(&duties, today),
        home: home.clone(),
    }
}

fn state_of(home: &Home, duty: Duty) -> Option<DutyState> {
    judged(home).of(duty).map(|standing| standing.state)
}

fn reason(home: &Home, duty: Duty) -> Option<(DutyState, &'static str, Option<String>)> {
    let judged = judged(home);
    let standing = judged.of(duty)?;
    Some((
        standing.state,
        standing.reason,
        standing.short_reason.clone(),
    ))
}

#[test]
fn a_home_without_any_record_misses_what_it_needs_and_nothing_else() {
    let judged = judged(&home());
    let missing: Vec<_> = judged
        .standings
        .iter()
        .filter(|standing| standing.state == DutyState::Missing)
        .map(|standing| standing.duty.duty.as_str())
        .collect();
    assert_eq!(
        missing,
        ["EICR", "EPC", "Smoke & CO Alarm", "Legionella", "Insurance"]
    );
    let counts = judged.counts();
    assert_eq!((counts.missing, counts.not_required), (5, 7));
    assert!(counts.has_to_do());
    assert_eq!(judged.standings.len(), Duty::ALL.len());
}

#[test]
fn a_fact_that_nobody_has_said_counts_as_needed_and_is_named() {
    let mut home = home();
    home.facts.gas = None;
    let unknown = |home: &Home| judged(home).of(Duty::GasSafety).and_then(Standing::unknown);
    assert_eq!(state_of(&home, Duty::GasSafety), Some(DutyState::Missing));
    assert_eq!(unknown(&home), Some(Fact::Gas));
    // A certificate that is there meets it all the same.
    let gas = held(1, CertificateType::GasSafety, None, "2027-07-14");
    home.certificates.push(gas);
    assert_eq!(state_of(&home, Duty::GasSafety), Some(DutyState::Valid));
    assert_eq!(unknown(&home), Some(Fact::Gas));
    home.facts.gas = Some(false);
    let (state, _, short) = reason(&home, Duty::GasSafety).or_nothing();
    assert_eq!(
        (state, short.as_deref()),
        (DutyState::NotRequired, Some("No gas"))
    );
    assert_eq!(unknown(&home), None);
}

trait OrNothing {
    fn or_nothing(self) -> (DutyState, &'static str, Option<String>);
}

impl OrNothing for Option<(DutyState, &'static str, Option<String>)> {
    fn or_nothing(self) -> (DutyState, &'static str, Option<String>) {
        self.unwrap_or((DutyState::Missing, "", None))
    }
}

#[test]
fn a_last_day_is_due_from_30_days_before_it_and_expired_after_it() {
    let mut home = home();
    for (expires, expected) in [
        ("2026-11-29", DutyState::Expired),
        ("2026-11-30", DutyState::Due),
        ("2026-12-30", DutyState::Due),
        ("2026-12-31", DutyState::Valid),
    ] {
        home.certificates = vec![held(1, CertificateType::Eicr, None, expires)];
        assert_eq!(state_of(&home, Duty::Eicr), Some(expected), "{expires}");
    }
    // Of two that are current the one counts that lasts longer.
    home.certificates = vec![
        held(1, CertificateType::Eicr, None, "2026-11-09"),
        held(2, CertificateType::Eicr, None, "2031-11-09"),
    ];
    let judged = judged(&home);
    let eicr = judged.of(Duty::Eicr);
    assert_eq!(eicr.and_then(|found| found.certificate), Some(2.into()));
    assert_eq!(state_of(&home, Duty::Eicr), Some(DutyState::Valid));
}

#[test]
fn alarms_are_tested_anew_with_each_tenancy_in_england() {
    let mut home = home();
    let test = |issued| held(1, CertificateType::SmokeCoAlarm, issued, "2026-06-01");
    home.certificates = vec![test(Some("2026-05-31"))];
    // Nobody lives there: a test is a test, and the landlord's own day for the next one is no end in law.
    assert_eq!(state_of(&home, Duty::SmokeCoAlarm), Some(DutyState::Valid));
    home.let_since = Some(day("2026-06-01"));
    let (missing, why, _) = reason(&home, Duty::SmokeCoAlarm).or_nothing();
    assert_eq!(missing, DutyState::Missing);
    assert_eq!(why, "The last test is from before the tenancy in force");
    home.certificates = vec![test(None)];
    let (missing, why, _) = reason(&home, Duty::SmokeCoAlarm).or_nothing();
    assert_eq!(missing, DutyState::Missing);
    assert_eq!(why, "It is recorded without the day of the test");
    home.certificates = vec![test(Some("2026-06-01"))];
    assert_eq!(state_of(&home, Duty::SmokeCoAlarm), Some(DutyState::Valid));
    // No day of the test is confirmed elsewhere.
    home.facts.nation = Nation::Wales;
    home.certificates = vec![test(Some("2026-05-31"))];
    assert_eq!(state_of(&home, Duty::SmokeCoAlarm), Some(DutyState::Valid));
}

#[test]
fn insurance_and_fixed_rate_have_the_days_of_the_property() {
    let mut home = home();
    let (state, why, _) = reason(&home, Duty::Insurance).or_nothing();
    assert_eq!(
        (state, why),
        (DutyState::Missing, "No renewal date is recorded")
    );
    home.insurance_renewal = Some(day("2026-12-15"));
    assert_eq!(state_of(&home, Duty::Insurance), Some(DutyState::Due));
    let short = |home: &Home| reason(home, Duty::FixedRate).and_then(|found| found.2);
    assert_eq!(short(&home).as_deref(), Some("No mortgage"));
    home.has_mortgage = true;
    assert_eq!(short(&home).as_deref(), Some("No fixed rate"));
    home.fixed_rate_end = Some(day("2026-11-29"));
    home.facts.fixed_rate = true;
    assert_eq!(state_of(&home, Duty::FixedRate), Some(DutyState::Expired));
}

#[test]
fn what_the_landlord_says_is_not_needed_is_not() {
    let mut home = home();
    let said = Exemption {
        reason: "By the block".to_owned(),
        by: 11.into(),
        at: DateTime::UNIX_EPOCH,
    };
    home.exemptions.insert(Duty::Insurance, said);
    let (state, _, short) = reason(&home, Duty::Insurance).or_nothing();
    assert_eq!(
        (state, short.as_deref()),
        (DutyState::NotRequired, Some("By the block"))
    );
    assert!(exemption_reason("  ").is_err() && exemption_reason(&"x".repeat(201)).is_err());
    assert_eq!(
        exemption_reason(" By the block ").ok().as_deref(),
        Some("By the block")
    );
}

#[test]
fn what_misses_most_comes_first_then_expired_then_due() {
    let named = |name: &str, certificates: Vec<Held>| {
        let mut home = home();
        name.clone_into(&mut home.name);
        home.insurance_renewal = Some(day("2027-11-30"));
        home.certificates = certificates;
        home.facts.dwelling = false;
        judged(&home)
    };
    let epc = |expires| held(1, CertificateType::Epc, None, expires);
    let legionella = held(
        2,
        CertificateType::Legionella,
        Some("2026-01-01"),
        "2028-01-01",
    );
    let mut homes = vec![
        named("Zinnia", vec![epc("2031-01-01"), legionella]),
        named("Aster", vec![epc("2031-01-01"), legionella]),
        named("Due late", vec![epc("2026-12-20"), legionella]),
        named("Due soon", vec![epc("2026-12-03"), legionella]),
        named("Expired", vec![epc("2026-11-01"), legionella]),
        named("Missing", vec![legionella]),
    ];
    homes.sort_by_cached_key(|home| home.place(DutyOrder::MissingFirst));
    let names = |homes: &[JudgedHome]| -> Vec<String> {
        homes.iter().map(|home| home.home.name.clone()).collect()
    };
    assert_eq!(
        names(&homes),
        [
            "Missing", "Expired", "Due soon", "Due late", "Aster", "Zinnia"
        ]
    );
    homes.sort_by_cached_key(|home| home.place(DutyOrder::Name));
    assert_eq!(
        names(&homes),
        [
            "Aster", "Due late", "Due soon", "Expired", "Missing", "Zinnia"
        ]
    );
    for home in &homes {
        let order = DutyOrder::MissingFirst;
        let place = home.place(order);
        let read = DutyPlace::of(&place.token(order), order).ok();
        assert_eq!(read, Some(place.clone()));
        assert!(DutyPlace::of(&place.token(order), DutyOrder::Name).is_err());
    }
}

#[test]
fn a_search_finds_postcodes_with_and_without_their_blank() {
    let judged = judged(&home());
    let matches = |text: &str| {
        let words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        judged.matches(&words)
    };
    assert!(matches("bs14rw") && matches("BS1 4RW") && matches("harbour garden"));
    assert!(!matches("garden leeds"));
}

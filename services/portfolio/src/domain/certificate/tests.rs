//! Tests of certificates: the domain reference's vectors, the days around each state, and every rule's text.
#![expect(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use serde::Deserialize;

use super::*;

/// The family `certificate_expiry_on_2026_11_20` of the domain reference's vectors (docs/reference/uk-lettings.md 3.4), made for this
/// project.
const VECTORS: &str = include_str!("../../../tests/data/certificates.json");

#[derive(Deserialize)]
struct Vectors {
    certificate_expiry_on_2026_11_20: Vec<Vector>,
}

#[derive(Deserialize)]
struct Vector {
    #[serde(rename = "type")]
    kind: String,
    issue: NaiveDate,
    expiry: NaiveDate,
    days_left: i64,
    spec_state: String,
}

const LEEDS: Nation = Nation::England;

fn usual(kind: CertificateType, issued: NaiveDate) -> Option<NaiveDate> {
    rules().certificate_expiry(LEEDS, kind.as_str(), issued)
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn draft(kind: CertificateType, issued: &str) -> CertificateDraft {
    CertificateDraft {
        certificate_type: Some(kind),
        issue_date: Some(day(issued)),
        ..Default::default()
    }
}

fn refused(result: Result<CertificateDetails, Error>) -> Vec<(String, String)> {
    match result {
        Err(Error::Invalid { reason, violations }) => {
            assert_eq!(reason, "CERTIFICATE_INVALID");
            let texts = violations.iter();
            texts
                .map(|found| (found.field.clone(), found.message.clone()))
                .collect()
        }
        other => panic!("was not refused: {other:?}"),
    }
}

#[test]
fn the_vectors_of_the_domain_reference_hold() {
    let vectors: Vectors = serde_json::from_str(VECTORS).unwrap();
    assert_eq!(vectors.certificate_expiry_on_2026_11_20.len(), 5);
    for vector in vectors.certificate_expiry_on_2026_11_20 {
        let kind = match vector.kind.as_str() {
            "gas" => CertificateType::GasSafety,
            "eicr" => CertificateType::Eicr,
            "epc" => CertificateType::Epc,
            "hmo" => CertificateType::HmoLicence,
            other => panic!("{other}"),
        };
        assert_eq!(usual(kind, vector.issue), Some(vector.expiry));
        let days = (vector.expiry - day("2026-11-20")).num_days();
        assert_eq!(days, vector.days_left);
        let expected = match vector.spec_state.as_str() {
            "today(edge)" | "expiring_soon" => CertificateState::ExpiringSoon,
            "expired" => CertificateState::Expired,
            // Not urgent: the desktop card lists those with 8 to 30 days left.
            "ok" => CertificateState::RenewalDue,
            other => panic!("{other}"),
        };
        assert_eq!(CertificateState::of_days(days), expected);
    }
}

#[test]
fn each_state_begins_and_ends_on_its_day() {
    use CertificateState::{Expired, ExpiringSoon, RenewalDue, Valid};
    for (days, state) in [
        (-400, Expired),
        (-1, Expired),
        (0, ExpiringSoon),
        (7, ExpiringSoon),
        (8, RenewalDue),
        (30, RenewalDue),
        (31, Valid),
        (4000, Valid),
    ] {
        assert_eq!(CertificateState::of_days(days), state, "{days}");
    }
}

#[test]
fn every_type_has_its_usual_validity() {
    let months: Vec<_> = CertificateType::ALL
        .iter()
        .map(|kind| {
            (
                kind.as_str(),
                kind.usual_validity_months(LEEDS, day("2026-11-28")),
            )
        })
        .collect();
    assert_eq!(
        months,
        [
            ("Gas Safety", Some(12)),
            ("EICR", Some(60)),
            ("EPC", Some(120)),
            ("Fire Risk Assessment", Some(12)),
            ("HMO Licence", Some(60)),
            ("Smoke & CO Alarm", Some(12)),
            ("PAT", Some(12)),
            ("Legionella", Some(24)),
            ("Selective Licence", Some(60)),
            ("Fire Alarm & Emergency Lighting", Some(12)),
            ("Other", None),
        ]
    );
}

#[test]
fn months_end_where_the_month_ends() {
    for (kind, issued, expiry) in [
        (CertificateType::GasSafety, "2024-02-29", "2025-02-28"),
        (CertificateType::Eicr, "2024-02-29", "2029-02-28"),
        (CertificateType::Epc, "2024-02-29", "2034-02-28"),
        (CertificateType::Legionella, "2026-02-28", "2028-02-28"),
        (CertificateType::HmoLicence, "2021-11-30", "2026-11-30"),
    ] {
        assert_eq!(usual(kind, day(issued)), Some(day(expiry)), "{issued}");
    }
    assert_eq!(usual(CertificateType::Other, day("2026-01-01")), None);
}

/// docs/reference/uk-nations.md 8: the two months end with the deadline.
#[test]
fn an_early_gas_safety_check_keeps_the_day_and_an_earlier_one_does_not() {
    let renewed = |kind, issued: &str, previous: &str| {
        let today = day("2027-01-01");
        let old = CertificateDetails {
            certificate_type: kind,
            issue_date: None,
            expiry_date: day(previous),
            certificate_url: None,
            notes: None,
        };
        let renewed = CertificateDetails::try_renewal(&old, draft(kind, issued), LEEDS, today);
        renewed.unwrap().expiry_date
    };
    let gas = CertificateType::GasSafety;
    for (issued, previous, expiry) in [
        ("2026-09-21", "2026-11-20", "2027-11-20"),
        ("2026-09-20", "2026-11-20", "2027-09-20"),
        ("2026-10-16", "2026-12-15", "2027-12-15"),
        ("2026-12-15", "2026-12-15", "2027-12-15"),
        ("2026-10-15", "2026-12-15", "2027-10-15"),
        ("2026-12-16", "2026-12-15", "2027-12-16"),
    ] {
        assert_eq!(renewed(gas, issued, previous), day(expiry), "{issued}");
    }
    let eicr = renewed(CertificateType::Eicr, "2026-11-20", "2026-12-15");
    assert_eq!(eicr, day("2031-11-20"));
}

/// docs/reference/uk-nations.md 8.
#[test]
fn a_licence_of_a_shared_house_in_scotland_has_three_years() {
    let licence = |nation| {
        let draft = draft(CertificateType::HmoLicence, "2026-11-01");
        CertificateDetails::try_new(draft, nation, day("2026-11-21"))
    };
    let expiry = |nation| licence(nation).unwrap().expiry_date;
    assert_eq!(expiry(Nation::Scotland), day("2029-11-01"));
    assert_eq!(expiry(Nation::Wales), day("2031-11-01"));
}

#[test]
fn the_usual_validity_counts_only_without_an_expiry_date() {
    let today = day("2026-11-21");
    let usual =
        CertificateDetails::try_new(draft(CertificateType::Eicr, "2026-11-01"), LEEDS, today);
    assert_eq!(usual.unwrap().expiry_date, day("2031-11-01"));
    let shorter = CertificateDraft {
        expiry_date: Some(day("2029-11-01")),
        ..draft(CertificateType::Eicr, "2026-11-01")
    };
    let shorter = CertificateDetails::try_new(shorter, LEEDS, today).unwrap();
    assert_eq!(shorter.expiry_date, day("2029-11-01"));
    assert_eq!(
        CertificateDetails::try_new(shorter.draft(), LEEDS, today).unwrap(),
        shorter
    );
}

#[test]
fn every_offending_field_is_named_with_its_text() {
    let today = day("2026-11-21");
    let none = refused(CertificateDetails::try_new(
        CertificateDraft::default(),
        LEEDS,
        today,
    ));
    let named = |field: &str, text: &str| (field.to_owned(), text.to_owned());
    assert_eq!(
        none,
        [
            named("certificate_type", "Choose a certificate type."),
            named("expiry_date", "Enter the expiry date."),
        ]
    );
    let undated = CertificateDraft {
        certificate_type: Some(CertificateType::Epc),
        ..Default::default()
    };
    assert_eq!(
        refused(CertificateDetails::try_new(undated, LEEDS, today)),
        [named(
            "expiry_date",
            "Enter the expiry date, or the issue date for the usual validity."
        )]
    );
    let wrong = CertificateDraft {
        expiry_date: Some(day("2026-11-20")),
        certificate_url: "https://elsewhere.example/cp12.pdf".to_owned(),
        notes: "x".repeat(4001),
        ..draft(CertificateType::GasSafety, "2026-11-22")
    };
    assert_eq!(
        refused(CertificateDetails::try_new(wrong, LEEDS, today)),
        [
            named("issue_date", "Issue date must not be in the future."),
            named(
                "expiry_date",
                "Expiry date must not be before the issue date."
            ),
            named(
                "certificate_url",
                "Upload the file first: only your own files can be used."
            ),
            named("notes", "Notes must have 4,000 characters or fewer."),
        ]
    );
    for (issue, expiry, field, text) in [
        (
            "1949-12-31",
            "2026-01-01",
            "issue_date",
            "Issue date must be in 1950 or later.",
        ),
        (
            "2026-01-01",
            "2200-01-01",
            "expiry_date",
            "Expiry date must be from 1950 to 2199.",
        ),
    ] {
        let slip = CertificateDraft {
            expiry_date: Some(day(expiry)),
            ..draft(CertificateType::Epc, issue)
        };
        assert_eq!(
            refused(CertificateDetails::try_new(slip, LEEDS, today)),
            [named(field, text)]
        );
    }
}

#[test]
fn notes_may_have_lines_and_no_control_characters() {
    let today = day("2026-11-21");
    let with = |notes: &str| {
        let draft = CertificateDraft {
            notes: notes.to_owned(),
            ..draft(CertificateType::Epc, "2026-11-01")
        };
        CertificateDetails::try_new(draft, LEEDS, today)
    };
    assert_eq!(
        with(" Band C\r\nBoiler\told ").unwrap().notes.as_deref(),
        Some("Band C\nBoiler\told")
    );
    assert_eq!(with("  ").unwrap().notes, None);
    assert_eq!(refused(with("a\u{7}b"))[0].0, "notes");
}

#[test]
fn a_renewal_keeps_the_type_and_needs_its_issue_date() {
    let today = day("2026-11-21");
    let old = CertificateDraft {
        expiry_date: Some(day("2026-12-15")),
        ..draft(CertificateType::GasSafety, "2025-12-15")
    };
    let old = CertificateDetails::try_new(old, LEEDS, today).unwrap();
    let renewed = CertificateDetails::try_renewal(
        &old,
        draft(CertificateType::Epc, "2026-11-20"),
        LEEDS,
        today,
    );
    let renewed = renewed.unwrap();
    assert_eq!(renewed.certificate_type, CertificateType::GasSafety);
    assert_eq!(renewed.expiry_date, day("2027-12-15"));
    let undated = CertificateDraft {
        expiry_date: Some(day("2027-12-15")),
        ..Default::default()
    };
    let refused = refused(CertificateDetails::try_renewal(&old, undated, LEEDS, today));
    assert_eq!(
        refused,
        [("issue_date".to_owned(), "Enter the issue date.".to_owned())]
    );
}

proptest! {
    #[test]
    fn a_day_is_in_exactly_the_state_whose_dates_hold_it(days in -20_000i64..60_000, today in 0i64..60_000) {
        let today = day("1970-01-01") + chrono::Duration::days(today);
        let expiry = today + chrono::Duration::days(days);
        let holding: Vec<_> = CertificateState::ALL
            .iter()
            .copied()
            .filter(|state| state.expiry_dates(today).contains(&expiry))
            .collect();
        prop_assert_eq!(holding, [CertificateState::of_days(days)]);
    }
}

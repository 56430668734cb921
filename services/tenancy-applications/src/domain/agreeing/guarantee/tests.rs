#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn deed(signed: bool) -> Deed {
    Deed {
        id: 1.into(),
        signer: 1.into(),
        guarantor_address: None,
        tenants: vec!["Tom".to_owned()],
        document_hash: [0; 32],
        pages: 2,
        signed_hash: signed.then_some([1; 32]),
        evidence_hash: [0; 32],
        witness: None,
        signed_at: signed.then_some(DateTime::UNIX_EPOCH),
        end: None,
        version: 1,
    }
}

#[test]
fn twelve_months_and_a_tenth_more_are_usual() {
    let usual = GuaranteeTerms::usual(Money::gbp(61_000));
    assert_eq!(usual.limit, Money::gbp(732_000));
    assert_eq!(usual.covered_rent, Money::gbp(67_100));
}

#[test]
fn a_sum_below_the_rent_of_a_month_is_refused() {
    let refused = |limit, covered| {
        let mut found = Violations::default();
        let (limit, covered) = (Some(Money::gbp(limit)), Some(Money::gbp(covered)));
        let terms = GuaranteeTerms::judged(&mut found, limit, covered, Money::gbp(61_000));
        let fields: Vec<_> = found.iter().map(|one| one.field.clone()).collect();
        (terms.limit, fields)
    };
    assert_eq!(refused(61_000, 61_000), (Money::gbp(61_000), Vec::new()));
    assert_eq!(refused(60_999, 61_000).1, ["terms.guarantee_limit"]);
    assert_eq!(refused(61_000, 60_999).1, ["terms.guaranteed_rent_limit"]);
}

#[test]
fn a_deed_is_in_force_once_all_have_signed_until_its_last_day() {
    let (today, issued, signed) = (
        day("2026-12-24"),
        AgreementState::Issued,
        AgreementState::Signed,
    );
    assert_eq!(deed(false).state(issued, today), GuaranteeState::Waiting);
    assert_eq!(deed(true).state(issued, today), GuaranteeState::Signed);
    let mut held = deed(true);
    assert_eq!(held.state(signed, today), GuaranteeState::InForce);
    held.end = Some(GuaranteeEnd {
        last_day: today,
        reason: GuaranteeEndReason::Notice,
    });
    assert_eq!(held.state(signed, today), GuaranteeState::InForce);
    assert_eq!(held.state(signed, day("2026-12-25")), GuaranteeState::Ended);
    for closed in [AgreementState::Declined, AgreementState::Voided] {
        assert_eq!(held.state(closed, today), GuaranteeState::Void);
    }
}

#[test]
fn an_end_needs_a_reason_and_a_day_that_fits_it() {
    let (start, today) = (day("2026-12-01"), day("2026-12-24"));
    let fields = |reason, last_day: Option<&str>| {
        let last_day = last_day.map(day);
        let draft = GuaranteeEndDraft { reason, last_day };
        match draft.judge(start, today) {
            Ok(_) => Vec::new(),
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            Err(other) => vec![other.to_string()],
        }
    };
    let (died, notice) = (
        Some(GuaranteeEndReason::TenantDied),
        Some(GuaranteeEndReason::Notice),
    );
    assert_eq!(fields(None, None), ["reason", "end_date"]);
    assert_eq!(fields(notice, Some("2026-11-30")), ["end_date"]);
    assert_eq!(fields(died, Some("2026-12-25")), ["end_date"]);
    assert_eq!(fields(notice, Some("2027-12-26")), ["end_date"]);
    assert!(fields(died, Some("2026-12-24")).is_empty());
    assert!(fields(notice, Some("2027-02-28")).is_empty());
}

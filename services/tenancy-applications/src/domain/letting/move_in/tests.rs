//! How the six steps follow from what is known.

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

/// An application that was approved, with both references given.
fn approved() -> Facts {
    Facts {
        employer: Some(ReferenceState::Given),
        guarantor: Some(ReferenceState::Given),
        decided: Decided::Approved,
        without_right_to_rent: Vec::new(),
        agreement: None,
        others: Vec::new(),
        start: Some(day("2026-12-01")),
        moved_in: false,
        today: day("2026-11-25"),
    }
}

fn agreed(state: AgreementState, waits_for: Option<(Actor, &str)>) -> Option<AgreementFact> {
    Some(AgreementFact {
        state,
        waits_for: waits_for.map(|(actor, name)| (actor, name.to_owned())),
    })
}

fn states(facts: &Facts) -> String {
    let steps = facts.steps(Reader::Landlord).into_iter();
    let states = steps.map(|step| step.state.as_str().to_owned());
    states.collect::<Vec<_>>().join(" ")
}

fn step(facts: &Facts, name: StepName, reader: Reader) -> (StepState, Option<Actor>, String) {
    let steps = facts.steps(reader).into_iter();
    let found = steps.filter(|step| step.name == name);
    let mut found = found.map(|step| (step.state, step.actor, step.note));
    found
        .next()
        .unwrap_or((StepState::Waiting, None, String::new()))
}

#[test]
fn every_step_comes_in_its_order_until_all_are_done() {
    let mut facts = approved();
    facts.decided = Decided::Not;
    assert_eq!(states(&facts), "done done next waiting waiting waiting");
    facts.decided = Decided::Approved;
    assert_eq!(states(&facts), "done done done next waiting waiting");
    facts.agreement = agreed(AgreementState::Issued, Some((Actor::Applicant, "Ann")));
    assert_eq!(states(&facts), "done done done done next waiting");
    facts.agreement = agreed(AgreementState::Signed, None);
    assert_eq!(states(&facts), "done done done done done waiting");
    let (_, actor, note) = step(&facts, StepName::MovedIn, Reader::Landlord);
    assert_eq!(
        (actor, note.as_str()),
        (None, "The tenancy starts on 1 December 2026.")
    );
    facts.today = day("2026-12-01");
    assert_eq!(states(&facts), "done done done done done next");
    assert_eq!(facts.missing(), []);
    facts.moved_in = true;
    assert_eq!(states(&facts), "done done done done done done");
}

#[test]
fn a_reference_that_was_not_asked_for_or_is_waived_is_not_needed() {
    let mut facts = approved();
    facts.employer = None;
    facts.guarantor = Some(ReferenceState::Waived);
    assert_eq!(
        states(&facts),
        "notNeeded notNeeded done next waiting waiting"
    );
    let missing = [StepName::AgreementIssued, StepName::AgreementSigned];
    assert_eq!(facts.missing(), missing);
}

#[test]
fn who_has_to_act_for_a_reference_is_said_and_an_applicant_learns_nothing_of_the_referee() {
    let mut facts = approved();
    for (state, actor) in [
        (ReferenceState::Requested, Actor::Employer),
        (ReferenceState::Expired, Actor::Landlord),
        (ReferenceState::Declined, Actor::Landlord),
    ] {
        facts.employer = Some(state);
        for reader in [Reader::Landlord, Reader::Applicant] {
            let (now, who, note) = step(&facts, StepName::EmployerVerified, reader);
            assert_eq!((now, who), (StepState::Next, Some(actor)));
            assert!(!note.is_empty());
        }
        assert_eq!(facts.missing()[0], StepName::EmployerVerified);
    }
    let (_, _, told) = step(&facts, StepName::EmployerVerified, Reader::Applicant);
    facts.employer = Some(ReferenceState::Expired);
    let (_, _, other) = step(&facts, StepName::EmployerVerified, Reader::Applicant);
    assert_eq!(told, other);
}

#[test]
fn the_right_to_rent_comes_before_the_agreement() {
    let mut facts = approved();
    facts.without_right_to_rent = vec!["Ann Archer".to_owned(), "Bob Baker".to_owned()];
    let (state, actor, note) = step(&facts, StepName::AgreementIssued, Reader::Landlord);
    assert_eq!((state, actor), (StepState::Next, Some(Actor::Landlord)));
    assert_eq!(
        note,
        "Record the right to rent of Ann Archer and Bob Baker first."
    );
    let (_, _, told) = step(&facts, StepName::AgreementIssued, Reader::Applicant);
    assert_eq!(told, "The landlord has to check the right to rent first.");
}

#[test]
fn an_agreement_that_was_declined_or_taken_back_is_issued_anew() {
    for state in [AgreementState::Declined, AgreementState::Voided] {
        let mut facts = approved();
        facts.agreement = agreed(state, None);
        assert_eq!(states(&facts), "done done done next waiting waiting");
    }
}

#[test]
fn the_next_signer_is_named() {
    let mut facts = approved();
    let waits_for = Some((Actor::Guarantor, "Gus Guarantor"));
    facts.agreement = agreed(AgreementState::Issued, waits_for);
    let (state, actor, note) = step(&facts, StepName::AgreementSigned, Reader::Applicant);
    assert_eq!((state, actor), (StepState::Next, Some(Actor::Guarantor)));
    assert_eq!(note, "The signature of Gus Guarantor is missing.");
}

#[test]
fn those_who_rent_together_move_in_together() {
    let mut facts = approved();
    facts.agreement = agreed(AgreementState::Signed, None);
    facts.today = day("2026-12-01");
    facts.others = vec!["Bob Baker".to_owned()];
    let (state, _, note) = step(&facts, StepName::MovedIn, Reader::Landlord);
    assert_eq!(state, StepState::Waiting);
    assert_eq!(note, "The references of Bob Baker are missing.");
    let (_, _, told) = step(&facts, StepName::MovedIn, Reader::Applicant);
    assert!(!told.contains("Bob"));
}

#[test]
fn a_tenancy_that_began_without_an_agreement_needs_none() {
    let mut facts = approved();
    facts.employer = Some(ReferenceState::Requested);
    facts.moved_in = true;
    assert_eq!(
        states(&facts),
        "notNeeded done done notNeeded notNeeded done"
    );
}

#[test]
fn nothing_is_asked_for_once_nothing_comes_of_it() {
    for decided in [Decided::Rejected, Decided::Withdrawn] {
        let mut facts = approved();
        facts.decided = decided;
        facts.employer = Some(ReferenceState::Requested);
        facts.agreement = agreed(AgreementState::Voided, None);
        let steps = facts.steps(Reader::Landlord);
        assert!(steps.iter().all(|step| step.actor.is_none()), "{steps:?}");
    }
}

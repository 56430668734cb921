//! The six steps from the decision to the home (docs/reference/decisions.md 5), as a pure function of what is known.

use chrono::NaiveDate;
use lintel_core::spelt;

use crate::domain::{
    agreeing::{AgreementFact, AgreementState},
    applying::Actor,
    references::{ReferenceKind, ReferenceState},
};

#[cfg(test)]
mod tests;

spelt! {
    /// One of the six steps, in their order.
    StepName {
        /// The employer's reference.
        EmployerVerified = "employerVerified",
        /// The guarantor's reference.
        GuarantorVerified = "guarantorVerified",
        /// The landlord's decision.
        LandlordApproval = "landlordApproval",
        /// The agreement is issued.
        AgreementIssued = "astGenerated",
        /// All have signed.
        AgreementSigned = "astSigned",
        /// They have moved in.
        MovedIn = "moveInCompleted",
    }
}

impl StepName {
    /// The step as people call it (docs/reference/uk-lettings.md 3.7).
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::EmployerVerified => "Employer verified",
            Self::GuarantorVerified => "Guarantor verified",
            Self::LandlordApproval => "Landlord approval",
            Self::AgreementIssued => "Tenancy agreement & written statement issued",
            Self::AgreementSigned => "Tenancy agreement signed",
            Self::MovedIn => "Move-in completed",
        }
    }
}

spelt! {
    /// How a step stands.
    StepState {
        /// Done.
        Done = "done",
        /// Not asked for, or waived.
        NotNeeded = "notNeeded",
        /// Can be done now.
        Next = "next",
        /// Waits for an earlier step.
        Waiting = "waiting",
    }
}

/// A step as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Which.
    pub name: StepName,
    /// How it stands.
    pub state: StepState,
    /// Who has to act; `None` when nobody has to.
    pub actor: Option<Actor>,
    /// What is missing, or why it is not needed, as a sentence; may be empty.
    pub note: String,
}

impl Step {
    /// Whether nothing more has to be done for it.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.state, StepState::Done | StepState::NotNeeded)
    }
}

/// How far the decision is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// Nobody has decided.
    Not,
    /// The landlord has approved.
    Approved,
    /// The landlord has rejected.
    Rejected,
    /// The applicant has withdrawn.
    Withdrawn,
}

/// What is known of an application and of the tenancy that it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The employer's reference; `None` where none was asked for.
    pub employer: Option<ReferenceState>,
    /// The guarantor's reference; `None` where none was asked for.
    pub guarantor: Option<ReferenceState>,
    /// How far the decision is.
    pub decided: Decided,
    /// The names of those who rent together and whose right to rent is not recorded; always none outside England.
    pub without_right_to_rent: Vec<String>,
    /// The last agreement; `None` before there is one.
    pub agreement: Option<AgreementFact>,
    /// The names of the others who rent together and whose references are missing.
    pub others: Vec<String>,
    /// The first day of the tenancy; `None` before there is one.
    pub start: Option<NaiveDate>,
    /// Whether they have moved in.
    pub moved_in: bool,
    /// Today in London.
    pub today: NaiveDate,
}

/// Whose eyes the steps are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// A member of the organisation.
    Landlord,
    /// Who applies: nothing that a referee said or did is told.
    Applicant,
}

impl Facts {
    /// The six steps, in their order.
    #[must_use]
    pub fn steps(&self, reader: Reader) -> Vec<Step> {
        let mut steps = vec![
            self.reference(ReferenceKind::Employer, reader),
            self.reference(ReferenceKind::Guarantor, reader),
            self.approval(),
            self.issue(reader),
            self.signing(),
        ];
        let missing = steps.iter().filter(|step| !step.is_over());
        let missing: Vec<_> = missing.map(|step| step.name.label()).collect();
        steps.push(self.moving_in(&missing, reader));
        steps
    }

    /// The steps that must be over before they move in and are not.
    #[must_use]
    pub fn missing(&self) -> Vec<StepName> {
        let steps = self.steps(Reader::Landlord).into_iter();
        let before = steps.filter(|step| step.name != StepName::MovedIn);
        before
            .filter(|step| !step.is_over())
            .map(|step| step.name)
            .collect()
    }

    /// Whether nothing comes of it any more.
    const fn is_off(&self) -> bool {
        matches!(self.decided, Decided::Rejected | Decided::Withdrawn)
    }

    fn reference(&self, kind: ReferenceKind, reader: Reader) -> Step {
        let (name, state) = match kind {
            ReferenceKind::Employer => (StepName::EmployerVerified, self.employer),
            ReferenceKind::Guarantor => (StepName::GuarantorVerified, self.guarantor),
        };
        let who = kind.as_str();
        let Some(state) = state else {
            return not_needed(name, format!("No reference of the {who} was asked for."));
        };
        match state {
            ReferenceState::Given => done(name),
            ReferenceState::Waived => not_needed(
                name,
                format!("The landlord says that no reference of the {who} is needed."),
            ),
            _ if self.moved_in => not_needed(
                name,
                format!("The tenancy began without the reference of the {who}."),
            ),
            _ if self.is_off() => waiting(name, String::new()),
            ReferenceState::Requested => next(
                name,
                Actor::from(kind),
                format!("The {who} has not answered yet."),
            ),
            ReferenceState::Expired | ReferenceState::Declined if reader == Reader::Applicant => {
                next(
                    name,
                    Actor::Landlord,
                    format!("The landlord is looking into the reference of the {who}."),
                )
            }
            ReferenceState::Expired => next(
                name,
                Actor::Landlord,
                format!(
                    "The link of the {who} has ended. Send a new one, or say that it is not needed."
                ),
            ),
            ReferenceState::Declined => next(
                name,
                Actor::Landlord,
                format!("The {who} gives no reference. Say that it is not needed, or decide anew."),
            ),
        }
    }

    fn approval(&self) -> Step {
        let name = StepName::LandlordApproval;
        match self.decided {
            Decided::Approved => done(name),
            Decided::Not => {
                let note = "The landlord has not decided yet.".to_owned();
                next(name, Actor::Landlord, note)
            }
            Decided::Rejected => waiting(name, "The application was rejected.".to_owned()),
            Decided::Withdrawn => waiting(name, "The application was withdrawn.".to_owned()),
        }
    }

    fn issue(&self, reader: Reader) -> Step {
        let name = StepName::AgreementIssued;
        let state = self.agreement.as_ref().map(|one| one.state);
        let note = match state {
            Some(AgreementState::Issued | AgreementState::Signed) => return done(name),
            _ if self.moved_in => return not_needed(name, without_agreement()),
            _ if self.decided != Decided::Approved => return waiting(name, String::new()),
            _ if !self.without_right_to_rent.is_empty() => {
                let whose = self.without_right_to_rent.join(" and ");
                match reader {
                    Reader::Landlord => format!("Record the right to rent of {whose} first."),
                    Reader::Applicant => {
                        "The landlord has to check the right to rent first.".to_owned()
                    }
                }
            }
            Some(AgreementState::Declined) => {
                "A party did not want to sign the agreement. It has to be issued anew.".to_owned()
            }
            Some(AgreementState::Voided) => {
                "The agreement was taken back. It has to be issued anew.".to_owned()
            }
            None => "The agreement has not been issued yet.".to_owned(),
        };
        next(name, Actor::Landlord, note)
    }

    fn signing(&self) -> Step {
        let name = StepName::AgreementSigned;
        match &self.agreement {
            Some(AgreementFact {
                state: AgreementState::Signed,
                ..
            }) => done(name),
            _ if self.moved_in => not_needed(name, without_agreement()),
            Some(AgreementFact {
                state: AgreementState::Issued,
                waits_for,
            }) if !self.is_off() => match waits_for {
                Some((actor, who)) => {
                    next(name, *actor, format!("The signature of {who} is missing."))
                }
                None => next(name, Actor::Landlord, "A signature is missing.".to_owned()),
            },
            _ => waiting(name, String::new()),
        }
    }

    fn moving_in(&self, missing: &[&str], reader: Reader) -> Step {
        let name = StepName::MovedIn;
        if self.moved_in {
            return done(name);
        }
        if self.is_off() {
            return waiting(name, String::new());
        }
        if !missing.is_empty() {
            return waiting(name, format!("Still missing: {}.", missing.join(", ")));
        }
        if !self.others.is_empty() {
            let note = match reader {
                Reader::Landlord => {
                    format!(
                        "The references of {} are missing.",
                        self.others.join(" and ")
                    )
                }
                Reader::Applicant => "It waits for those who rent with you.".to_owned(),
            };
            return waiting(name, note);
        }
        match self.start {
            Some(start) if start > self.today => {
                let day = start.format("%-d %B %Y");
                waiting(name, format!("The tenancy starts on {day}."))
            }
            _ => {
                let note = "Everything is ready for moving in.".to_owned();
                next(name, Actor::Landlord, note)
            }
        }
    }
}

fn without_agreement() -> String {
    "The tenancy began without an agreement made here.".to_owned()
}

const fn done(name: StepName) -> Step {
    Step {
        name,
        state: StepState::Done,
        actor: None,
        note: String::new(),
    }
}

const fn not_needed(name: StepName, note: String) -> Step {
    Step {
        name,
        state: StepState::NotNeeded,
        actor: None,
        note,
    }
}

const fn waiting(name: StepName, note: String) -> Step {
    Step {
        name,
        state: StepState::Waiting,
        actor: None,
        note,
    }
}

const fn next(name: StepName, actor: Actor, note: String) -> Step {
    Step {
        name,
        state: StepState::Next,
        actor: Some(actor),
        note,
    }
}

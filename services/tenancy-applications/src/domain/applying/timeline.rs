//! What happens to an application, as its timeline tells it.

use chrono::{DateTime, NaiveDate, Utc};

use super::{Actor, ApplicationStatus};
use crate::domain::{agreeing::Party, documents::DocumentType, references::ReferenceKind};

/// The longest description, in characters.
const LONGEST: usize = 2000;

/// Something that happened to an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimelineEvent {
    /// It was submitted.
    Submitted,
    /// The applicant was told what happens next.
    ApplicantTold,
    /// The landlord was told of it.
    LandlordTold,
    /// It has another status.
    StatusChanged {
        /// Before.
        from: ApplicationStatus,
        /// Now.
        to: ApplicationStatus,
        /// Why, with a rejection.
        reason: Option<String>,
    },
    /// The landlord's notes are others.
    NotesChanged,
    /// The landlord asked for these documents; none where nothing is asked for any more.
    DocumentsRequested(Vec<DocumentType>),
    /// A document was added, under this title.
    DocumentAdded(String),
    /// The applicant took a document of this title back.
    DocumentRemoved(String),
    /// A document of this title was accepted.
    DocumentAccepted(String),
    /// A document was refused.
    DocumentRejected {
        /// Its title.
        title: String,
        /// Why.
        reason: String,
    },
    /// A link to a form was mailed.
    ReferenceRequested(ReferenceKind),
    /// A new link to a form was mailed; the one before is dead.
    ReferenceSentAgain(ReferenceKind),
    /// The applicant named another guarantor or employer, or gave another address, which is this.
    RefereeNamed(ReferenceKind, String),
    /// A form was given.
    ReferenceGiven(ReferenceKind),
    /// They do not want to give a reference; why, where they say.
    ReferenceDeclined(ReferenceKind, Option<String>),
    /// The landlord does without a reference.
    ReferenceWaived(ReferenceKind),
    /// The landlord wants a reference again that was not needed.
    ReferenceWantedAgain(ReferenceKind),
    /// A right to rent was checked.
    RightToRentRecorded,
    /// An agreement was issued.
    AgreementIssued,
    /// A party signed it.
    AgreementSignedBy(Party),
    /// All have signed it.
    AgreementSigned,
    /// A party does not want to sign it; why, where they say.
    AgreementDeclined(Party, Option<String>),
    /// It is not to be signed any more, and why.
    AgreementVoided(String),
    /// A guarantee ends on a day.
    GuaranteeEnds(NaiveDate),
    /// The applicant was sent a new private link.
    LinkRenewed,
    /// The tenancy has begun.
    MovedIn,
    /// The applicant withdrew it.
    Withdrawn,
}

impl TimelineEvent {
    /// What happened, in one word for programs.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::ApplicantTold => "applicant-told",
            Self::LandlordTold => "landlord-told",
            Self::StatusChanged { .. } => "status-changed",
            Self::NotesChanged => "notes-changed",
            Self::DocumentsRequested(_) => "documents-requested",
            Self::DocumentAdded(_) => "document-added",
            Self::DocumentRemoved(_) => "document-removed",
            Self::DocumentAccepted(_) => "document-accepted",
            Self::DocumentRejected { .. } => "document-rejected",
            Self::ReferenceRequested(_) => "reference-requested",
            Self::ReferenceSentAgain(_) => "reference-sent-again",
            Self::RefereeNamed(..) => "referee-named",
            Self::ReferenceGiven(_) => "reference-given",
            Self::ReferenceDeclined(..) => "reference-declined",
            Self::ReferenceWaived(_) => "reference-waived",
            Self::ReferenceWantedAgain(_) => "reference-wanted-again",
            Self::RightToRentRecorded => "right-to-rent-recorded",
            Self::AgreementIssued => "agreement-issued",
            Self::AgreementSignedBy(_) => "agreement-signed-by-party",
            Self::AgreementSigned => "agreement-signed",
            Self::AgreementDeclined(..) => "agreement-declined",
            Self::AgreementVoided(_) => "agreement-voided",
            Self::GuaranteeEnds(_) => "guarantee-ends",
            Self::LinkRenewed => "link-renewed",
            Self::MovedIn => "moved-in",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// What happened, as people read it.
    #[must_use]
    pub fn description(&self) -> String {
        let text = match self {
            Self::Submitted => "Application submitted".to_owned(),
            Self::LinkRenewed => "New private link sent to the applicant".to_owned(),
            Self::ApplicantTold => "Confirmation sent to the applicant".to_owned(),
            Self::LandlordTold => "Landlord notified of the application".to_owned(),
            Self::StatusChanged {
                from,
                to,
                reason: None,
            } => format!("Status changed from {} to {}", from.as_str(), to.as_str()),
            Self::StatusChanged {
                from,
                to,
                reason: Some(reason),
            } => format!(
                "Status changed from {} to {}: {reason}",
                from.as_str(),
                to.as_str()
            ),
            Self::NotesChanged => "Landlord notes updated".to_owned(),
            Self::DocumentsRequested(types) if types.is_empty() => {
                "No more documents are requested".to_owned()
            }
            Self::DocumentsRequested(types) => {
                let labels: Vec<_> = types.iter().map(|one| one.label()).collect();
                format!("Documents requested: {}", labels.join(", "))
            }
            Self::DocumentAdded(title) => format!("Document added: {title}"),
            Self::DocumentRemoved(title) => format!("Document taken back: {title}"),
            Self::DocumentAccepted(title) => format!("Document accepted: {title}"),
            Self::DocumentRejected { title, reason } => {
                format!("Document rejected: {title} ({reason})")
            }
            Self::ReferenceRequested(kind) => {
                format!("Reference requested from the {}", kind.as_str())
            }
            Self::ReferenceSentAgain(kind) => {
                format!("New reference link sent to the {}", kind.as_str())
            }
            Self::RefereeNamed(kind, email) => {
                let mut kind = kind.as_str().to_owned();
                kind[..1].make_ascii_uppercase();
                format!("{kind} named anew: {email}")
            }
            Self::ReferenceGiven(kind) => format!("Reference received from the {}", kind.as_str()),
            Self::ReferenceDeclined(kind, None) => {
                format!("Reference declined by the {}", kind.as_str())
            }
            Self::ReferenceDeclined(kind, Some(reason)) => {
                format!("Reference declined by the {}: {reason}", kind.as_str())
            }
            Self::ReferenceWaived(kind) => {
                format!("Reference from the {} not needed", kind.as_str())
            }
            Self::ReferenceWantedAgain(kind) => {
                format!("Reference from the {} needed again", kind.as_str())
            }
            Self::RightToRentRecorded => "Right to rent recorded".to_owned(),
            Self::AgreementIssued => "Tenancy agreement issued".to_owned(),
            Self::AgreementSignedBy(party) => {
                format!("Tenancy agreement signed by the {}", party.as_str())
            }
            Self::AgreementSigned => "Tenancy agreement signed by all".to_owned(),
            Self::AgreementDeclined(party, None) => {
                format!("Tenancy agreement declined by the {}", party.as_str())
            }
            Self::AgreementDeclined(party, Some(reason)) => {
                format!(
                    "Tenancy agreement declined by the {}: {reason}",
                    party.as_str()
                )
            }
            Self::GuaranteeEnds(day) => {
                format!("Guarantee ends on {}", day.format("%-d %B %Y"))
            }
            Self::AgreementVoided(reason) => {
                format!("Tenancy agreement not to be signed any more: {reason}")
            }
            Self::MovedIn => "Move-in completed".to_owned(),
            Self::Withdrawn => "Application withdrawn".to_owned(),
        };
        text.chars().take(LONGEST).collect()
    }
}

/// An entry of a timeline as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineEntry {
    /// What happened, in one word for programs.
    pub event: String,
    /// What happened, as people read it.
    pub description: String,
    /// Who did it.
    pub actor: Actor,
    /// When.
    pub at: DateTime<Utc>,
}

impl TimelineEntry {
    /// Leaves out why a guarantor or an employer declined: what they wrote was for the landlord.
    pub fn hide_reason(&mut self) {
        let kind = match self.actor {
            Actor::Guarantor => ReferenceKind::Guarantor,
            Actor::Employer => ReferenceKind::Employer,
            Actor::Landlord | Actor::Applicant | Actor::Lintel => return,
        };
        let declined = TimelineEvent::ReferenceDeclined(kind, None);
        if self.event == declined.word() {
            self.description = declined.description();
        }
        let unsigned = TimelineEvent::AgreementDeclined(Party::Guarantor, None);
        if self.event == unsigned.word() {
            self.description = unsigned.description();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_status_says_both_and_the_reason_of_a_rejection() {
        let changed = |to, reason| TimelineEvent::StatusChanged {
            from: ApplicationStatus::Submitted,
            to,
            reason,
        };
        assert_eq!(
            changed(ApplicationStatus::ReferenceCheck, None).description(),
            "Status changed from Submitted to Reference Check"
        );
        let why = Some("Affordability".to_owned());
        assert_eq!(
            changed(ApplicationStatus::Rejected, why).description(),
            "Status changed from Submitted to Rejected: Affordability"
        );
    }

    #[test]
    fn why_a_referee_declined_can_be_left_out_and_nothing_else_is() {
        let entry = |event: &TimelineEvent, actor| TimelineEntry {
            event: event.word().to_owned(),
            description: event.description(),
            actor,
            at: DateTime::UNIX_EPOCH,
        };
        let reason = Some("We fell out".to_owned());
        let declined = TimelineEvent::ReferenceDeclined(ReferenceKind::Guarantor, reason);
        let mut hidden = entry(&declined, Actor::Guarantor);
        hidden.hide_reason();
        let bare = TimelineEvent::ReferenceDeclined(ReferenceKind::Guarantor, None);
        assert_eq!(hidden.description, bare.description());
        assert!(!hidden.description.contains("fell out"));
        let mut given = entry(
            &TimelineEvent::ReferenceGiven(ReferenceKind::Employer),
            Actor::Employer,
        );
        let before = given.clone();
        given.hide_reason();
        assert_eq!(given, before);
    }

    #[test]
    fn no_entry_is_longer_than_its_column() {
        let long =
            TimelineEvent::ReferenceDeclined(ReferenceKind::Employer, Some("é".repeat(5000)));
        assert_eq!(long.description().chars().count(), LONGEST);
    }
}

//! A landlord's decision on an application. Any status may follow any other (docs/reference/screens/applications.md S2 4).

use chrono::{DateTime, Utc};
use lintel_core::{Error, Violations, spelt};

use super::{Application, ApplicationStatus};
use crate::domain::{check, documents::DocumentType};

/// The longest notes, in characters.
const LONGEST_NOTES: usize = 4000;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 1000;

spelt! {
    /// What a landlord may change of an application.
    ApplicationField {
        /// How far it is.
        Status = "status",
        /// What the applicant is told.
        LandlordNotes = "landlord_notes",
        /// Why it is rejected.
        RejectionReason = "rejection_reason",
        /// What is asked for.
        RequestedDocuments = "requested_documents",
    }
}

/// The values of the fields that are to be changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decision {
    /// How far it is.
    pub status: Option<ApplicationStatus>,
    /// What the applicant is told.
    pub landlord_notes: String,
    /// Why it is rejected.
    pub rejection_reason: String,
    /// What is asked for.
    pub requested_documents: Vec<DocumentType>,
    /// The fields that could not be read.
    pub unreadable: Violations,
}

impl Decision {
    /// The application as it is after `fields` of this decision; its tenant is left as it was.
    ///
    /// # Errors
    /// `APPLICATION_INVALID` with every offending field.
    pub fn apply(
        self,
        fields: &[ApplicationField],
        before: &Application,
        now: DateTime<Utc>,
    ) -> Result<Application, Error> {
        let named = |field| fields.contains(&field);
        let mut found = self.unreadable;
        let mut after = before.clone();
        if named(ApplicationField::Status) {
            match self.status {
                Some(status) => after.status = status,
                None => check::refuse(&mut found, "status", "Choose a status."),
            }
        }
        if named(ApplicationField::LandlordNotes) {
            let notes = &self.landlord_notes;
            after.landlord_notes = check::note(&mut found, "landlord_notes", notes, LONGEST_NOTES);
        }
        if named(ApplicationField::RejectionReason) {
            let (field, reason) = ("rejection_reason", &self.rejection_reason);
            after.rejection_reason = check::note(&mut found, field, reason, LONGEST_REASON);
        }
        if named(ApplicationField::RequestedDocuments) {
            after.requested_documents.clear();
            for kind in self.requested_documents {
                if !after.requested_documents.contains(&kind) {
                    after.requested_documents.push(kind);
                }
            }
        }
        let rejected = after.status == ApplicationStatus::Rejected;
        if rejected && after.rejection_reason.is_none() {
            let message = "Give the reason for the rejection.";
            check::refuse(&mut found, "rejection_reason", message);
        }
        found.into_result("APPLICATION_INVALID")?;
        if !rejected {
            after.rejection_reason = None;
        }
        after.step = after.status.step().unwrap_or(before.step);
        let approved = after.status == ApplicationStatus::Approved;
        after.approved_at = approved.then(|| before.approved_at.unwrap_or(now));
        after.rejected_at = rejected.then(|| before.rejected_at.unwrap_or(now));
        Ok(after)
    }
}

#[cfg(test)]
pub(in crate::domain) mod tests {
    use lintel_core::Money;

    use super::*;
    use crate::domain::applying::{Answers, AppliedHome, EmploymentStatus};

    /// An application as it is when it was submitted.
    pub fn submitted() -> Application {
        application(ApplicationStatus::Submitted)
    }

    fn application(status: ApplicationStatus) -> Application {
        Application {
            id: 1.into(),
            home: AppliedHome {
                property: 1.into(),
                name: "Flat".to_owned(),
                address: "1 High Street".to_owned(),
                room: None,
                rent: Money::gbp(120_000),
            },
            property_type: "Flat".to_owned(),
            user: None,
            invite: None,
            answers: Answers {
                name: "Ann".to_owned(),
                email: "ann@example.com".to_owned(),
                phone: "0123456789".to_owned(),
                address: None,
                date_of_birth: None,
                nationality: None,
                employment_status: EmploymentStatus::Other,
                employer_name: None,
                employer_phone: None,
                employer_email: None,
                position: None,
                monthly_income: Money::ZERO,
                guarantor_name: None,
                guarantor_phone: None,
                guarantor_email: "gus@example.com".to_owned(),
                guarantor_relationship: None,
                move_in_date: None,
                additional_notes: None,
            },
            status,
            step: status.step().unwrap_or(3),
            landlord_notes: None,
            rejection_reason: (status == ApplicationStatus::Rejected).then(|| "Before".to_owned()),
            approved_at: (status == ApplicationStatus::Approved).then_some(DateTime::UNIX_EPOCH),
            rejected_at: (status == ApplicationStatus::Rejected).then_some(DateTime::UNIX_EPOCH),
            withdrawn_at: None,
            requested_documents: vec![DocumentType::Other],
            tenant: None,
            moved_in: false,
            device: None,
            token_nonce: [0; 32],
            version: 1,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + chrono::Duration::days(1)
    }

    #[test]
    fn every_status_may_follow_every_other_and_the_step_follows_the_status() -> Result<(), Error> {
        let fields = [ApplicationField::Status, ApplicationField::RejectionReason];
        for from in ApplicationStatus::ALL {
            for to in ApplicationStatus::ALL {
                let before = application(*from);
                let decision = Decision {
                    status: Some(*to),
                    rejection_reason: "Let to another applicant".to_owned(),
                    ..Decision::default()
                };
                let after = decision.apply(&fields, &before, now())?;
                assert_eq!(after.status, *to);
                assert_eq!(after.step, to.step().unwrap_or(before.step));
                let stays = from == to;
                let at = if stays { DateTime::UNIX_EPOCH } else { now() };
                let approved = *to == ApplicationStatus::Approved;
                assert_eq!(after.approved_at, approved.then_some(at));
                let rejected = *to == ApplicationStatus::Rejected;
                assert_eq!(after.rejected_at, rejected.then_some(at));
                assert_eq!(after.rejection_reason.is_some(), rejected);
            }
        }
        Ok(())
    }

    #[test]
    fn a_rejection_needs_a_reason_given_now_or_before() {
        let reject = |before, fields: &[ApplicationField]| {
            let decision = Decision {
                status: Some(ApplicationStatus::Rejected),
                rejection_reason: "  ".to_owned(),
                ..Decision::default()
            };
            decision.apply(fields, &application(before), now())
        };
        let both = [ApplicationField::Status, ApplicationField::RejectionReason];
        let refused = reject(ApplicationStatus::Submitted, &both);
        assert_eq!(
            refused.map_err(|error| error.to_string()).err().as_deref(),
            Some("Give the reason for the rejection.")
        );
        assert!(reject(ApplicationStatus::Rejected, &both).is_err());
        assert!(reject(ApplicationStatus::Rejected, &both[..1]).is_ok());
    }

    #[test]
    fn only_what_is_named_changes_and_every_document_is_asked_for_once() -> Result<(), Error> {
        let decision = || Decision {
            status: None,
            landlord_notes: " Call me ".to_owned(),
            requested_documents: vec![DocumentType::RightToRent; 2],
            ..Decision::default()
        };
        let before = application(ApplicationStatus::Submitted);
        let notes = [ApplicationField::LandlordNotes];
        let after = decision().apply(&notes, &before, now())?;
        assert_eq!(after.landlord_notes.as_deref(), Some("Call me"));
        assert_eq!(after.requested_documents, before.requested_documents);
        let asked = [ApplicationField::RequestedDocuments];
        let after = decision().apply(&asked, &before, now())?;
        assert_eq!(after.requested_documents, [DocumentType::RightToRent]);
        assert!(
            decision()
                .apply(&[ApplicationField::Status], &before, now())
                .is_err()
        );
        Ok(())
    }
}

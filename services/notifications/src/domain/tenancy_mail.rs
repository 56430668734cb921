//! The mails about applications and tenancies.

use chrono::{DateTime, Utc};
use lintel_core::Money;

use super::{
    contents::{ContentsError, LinkToken},
    presentable::presentable,
};

lintel_core::spelt! {
    /// Which mail about an application it is.
    TenancyNotice {
        /// To somebody who is invited to apply.
        Invite = "tenancy-invite",
        /// To an applicant: the half-filled form.
        Draft = "tenancy-draft",
        /// To the applicant: what happens next.
        ApplicationReceived = "application-received",
        /// To the guarantor.
        GuarantorRequest = "guarantor-request",
        /// To the employer.
        EmployerRequest = "employer-request",
        /// To the landlord: somebody has applied.
        ApplicationSubmitted = "application-submitted",
        /// To the landlord: a reference was given.
        ReferenceGiven = "reference-given",
        /// To the landlord: a reference was declined.
        ReferenceDeclined = "reference-declined",
        /// To the landlord: a document was added.
        DocumentAdded = "document-added",
        /// To the landlord: the application was withdrawn.
        ApplicationWithdrawn = "application-withdrawn",
        /// To the applicant: documents are needed.
        DocumentsRequired = "documents-required",
        /// To the applicant: a document was refused.
        DocumentRejected = "document-rejected",
        /// To the applicant: the status is another one.
        StatusChanged = "status-changed",
        /// To the applicant: approved.
        Approved = "application-approved",
        /// To the applicant: rejected.
        Rejected = "application-rejected",
    }
}

/// Longer texts of a landlord are cut.
const LONGEST_NOTE: usize = 1000;

/// What such a mail says, judged before it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenancyFacts {
    /// The token of the link; `None` in mails to the landlord.
    pub token: Option<LinkToken>,
    /// With [`TenancyNotice::Draft`]: the draft's.
    pub draft_token: Option<LinkToken>,
    /// The property.
    pub property: i64,
    /// The room that is preselected.
    pub room: Option<i64>,
    /// The application.
    pub application: i64,
    /// Who lets, if fit to be shown.
    pub organisation: Option<String>,
    /// What the landlord calls the home, if fit to be shown.
    pub home: Option<String>,
    /// Where the home is, if fit to be shown.
    pub address: Option<String>,
    /// Who applies, if fit to be shown.
    pub applicant: Option<String>,
    /// A reference's kind, a document's type or a status, as people read it.
    pub subject: Option<String>,
    /// What the landlord or the referee wrote, on one line.
    pub note: Option<String>,
    /// The documents that are needed.
    pub documents: Vec<String>,
    /// The rent per month.
    pub rent: Option<Money>,
    /// When the link ends.
    pub expires: Option<DateTime<Utc>>,
}

impl TenancyFacts {
    /// The token of the link.
    ///
    /// # Errors
    /// [`ContentsError::Token`] where there is none.
    pub fn link_token(&self) -> Result<&LinkToken, ContentsError> {
        self.token.as_ref().ok_or(ContentsError::Token)
    }

    /// "Amara Diallo", or what they are where the name is not fit to be shown.
    #[must_use]
    pub fn applicant(&self) -> &str {
        self.applicant.as_deref().unwrap_or("Somebody")
    }

    /// The address of the home, or a word for it where it is not fit to be shown.
    #[must_use]
    pub fn address(&self) -> &str {
        self.address.as_deref().unwrap_or("the home")
    }
}

/// A text that somebody wrote, on one line and not too long; `None` where nothing is left.
#[must_use]
pub fn note(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let text: String = words.join(" ").chars().take(LONGEST_NOTE).collect();
    (!text.is_empty()).then_some(text)
}

/// The address of a home. It may hold a slash ("Flat 3/2"), which a name may not.
#[must_use]
pub fn place(text: &str) -> Option<String> {
    presentable(&text.replace('/', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_wrote_is_one_line_of_limited_length() {
        assert_eq!(note(" a\r\nBcc: b\t "), Some("a Bcc: b".to_owned()));
        assert_eq!(note("\n"), None);
        assert_eq!(
            note(&"x".repeat(3000)).map(|text| text.len()),
            Some(LONGEST_NOTE)
        );
    }

    #[test]
    fn a_flat_with_a_slash_is_a_place_and_a_link_is_none() {
        assert_eq!(place("Flat 3/2, Leeds"), Some("Flat 3-2, Leeds".to_owned()));
        assert_eq!(place("see evil.example"), None);
    }
}

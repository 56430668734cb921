//! The mails about applications and tenancies.

use chrono::{DateTime, Utc};
use lintel_core::Money;

use super::contents::{ContentsError, LinkToken};

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

/// What such a mail says, judged before it is shown.
#[derive(Clone, PartialEq, Eq)]
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
    /// What the landlord or the referee wrote, on one line, if fit to be shown.
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
}

impl std::fmt::Debug for TenancyFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TenancyFacts")
    }
}

//! The mails about applications and tenancies.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::Money;
use lintel_rules::Nation;

use super::{contents_error::ContentsError, link_token::LinkToken};

lintel_core::spelt! {
    /// Which mail about an application or a tenancy it is.
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
        /// To the applicant: a new private link.
        StatusLink = "status-link",
        /// To a guarantor or employer: their answer is not needed any more.
        ReferenceClosed = "reference-closed",
        /// To the applicant: the guarantor or the employer does not want to.
        RefereeDeclined = "referee-declined",
        /// To the applicant: an application of theirs for the same home is there already.
        AlreadyApplied = "already-applied",
        /// To the applicant: approved.
        Approved = "application-approved",
        /// To the applicant: rejected.
        Rejected = "application-rejected",
        /// To a tenant or guarantor: an agreement waits for their signature.
        AgreementToSign = "agreement-to-sign",
        /// To a tenant or guarantor: it still waits.
        AgreementReminder = "agreement-reminder",
        /// To the landlord: all others have signed.
        AgreementToCountersign = "agreement-to-countersign",
        /// To a tenant or guarantor: all have signed.
        AgreementSigned = "agreement-signed",
        /// To the landlord: all have signed.
        AgreementCompleted = "agreement-completed",
        /// To the landlord: somebody does not want to sign.
        AgreementDeclined = "agreement-declined",
        /// To a tenant or guarantor: it is not to be signed any more.
        AgreementVoided = "agreement-voided",
        /// To a guarantor: the guarantee ends.
        GuaranteeEnded = "guarantee-ended",
        /// To a tenant: an invitation to the portal.
        PortalInvitation = "portal-invitation",
        /// To a tenant: the tenancy has begun.
        MovedIn = "moved-in",
        /// To a tenant: a document of their tenancy.
        TenancyDocumentGiven = "tenancy-document-given",
        /// To a tenant: rent will be due in three days.
        RentDue = "rent-due",
        /// To a tenant: a payment was received.
        RentReceived = "rent-received",
        /// To a tenant: rent is late; the first reminder.
        RentLate = "rent-late",
        /// To a tenant: rent is late for a week or two.
        RentArrears = "rent-arrears",
        /// To the guarantor: rent is late for two weeks.
        RentArrearsGuarantor = "rent-arrears-guarantor",
        /// To the landlord: a tenant is late.
        RentArrearsMembers = "rent-arrears-members",
        /// To the landlord: a deposit is to be protected.
        DepositProtectionDue = "deposit-protection-due",
        /// To the landlord: a right to rent is to be checked again.
        RightToRentDue = "right-to-rent-due",
        /// To the landlord: a written statement of terms is to be given.
        WrittenStatementDue = "written-statement-due",
        /// To the landlord: a request for a pet is to be answered.
        PetAnswerDue = "pet-answer-due",
        /// To the landlord: there is to be an agreement with an applicant whose holding deposit was taken.
        HoldingDepositAgreementDue = "holding-deposit-agreement-due",
        /// To the landlord: a holding deposit is to be paid back.
        HoldingDepositReturnDue = "holding-deposit-return-due",
        /// To a tenant: something of the tenancy was changed or taken back.
        TenancyChanged = "tenancy-changed",
        /// To a tenant: rent is owed, in the landlord's words.
        RentReminder = "rent-reminder",
        /// To the landlord: a tenant has given notice.
        TenantGaveNotice = "tenant-gave-notice",
        /// To a tenant: a notice was given.
        NoticeReceived = "notice-received",
        /// To the landlord: a tenant asks for a pet.
        PetAsked = "pet-asked",
        /// To the landlord: a tenant writes.
        TenantWrote = "tenant-wrote",
        /// To the landlord: a tenant is reached another way.
        TenantContactChanged = "tenant-contact-changed",
        /// To the landlord: a tenant says whether they agree with the return of the deposit.
        DepositAnswered = "deposit-answered",
    }
}

impl TenancyNotice {
    /// Returns whether it is about a tenant; the others are about an application.
    #[must_use]
    pub const fn is_about_a_tenant(self) -> bool {
        matches!(
            self,
            Self::PortalInvitation
                | Self::MovedIn
                | Self::TenancyDocumentGiven
                | Self::RentDue
                | Self::RentReceived
                | Self::RentLate
                | Self::RentArrears
                | Self::RentArrearsGuarantor
                | Self::RentArrearsMembers
                | Self::DepositProtectionDue
                | Self::RightToRentDue
                | Self::WrittenStatementDue
                | Self::PetAnswerDue
                | Self::TenancyChanged
                | Self::RentReminder
                | Self::TenantGaveNotice
                | Self::NoticeReceived
                | Self::PetAsked
                | Self::TenantWrote
                | Self::TenantContactChanged
                | Self::DepositAnswered
        )
    }
}

/// The facts of such a mail, checked before they are shown.
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
    /// The landlord's name, if fit to be shown.
    pub organisation: Option<String>,
    /// The landlord's name for the home, if fit to be shown.
    pub home: Option<String>,
    /// Where the home is, if fit to be shown.
    pub address: Option<String>,
    /// The applicant's name, if fit to be shown.
    pub applicant: Option<String>,
    /// A reference's kind, a document's type or a status, as people read it.
    pub subject: Option<String>,
    /// The note of the landlord or the referee, on one line, if fit to be shown.
    pub note: Option<String>,
    /// The documents that are needed.
    pub documents: Vec<String>,
    /// The rent per month.
    pub rent: Option<Money>,
    /// When the link ends.
    pub expires: Option<DateTime<Utc>>,
    /// The tenant.
    pub tenant: i64,
    /// The tenant's name where somebody else is told, if fit to be shown.
    pub tenant_name: Option<String>,
    /// The amount due or received.
    pub amount: Option<Money>,
    /// The day that it is about.
    pub day: Option<NaiveDate>,
    /// The debt today; negative where it is paid ahead.
    pub balance: Option<Money>,
    /// Days in arrears; 0 for none.
    pub days: u32,
    /// True when what is owed reaches the threshold of ground 8.
    pub is_ground_8: bool,
    /// The nation that the home is in.
    pub nation: Nation,
    /// The head of the chain of evidence: 64 hexadecimal digits.
    pub evidence_hash: Option<String>,
    /// Each of several payments that came.
    pub payments: Vec<(Money, NaiveDate)>,
    /// The highest sum of the deed that the recipient signs as guarantor.
    pub guarantee_limit: Option<Money>,
    /// The tenant's address, where answers to a landlord's mail go to the tenant.
    pub tenant_email: Option<String>,
    /// With [`TenancyNotice::Invite`]: what the home is offered for besides the rent.
    pub offer: OfferFacts,
}

/// The terms of an offered home besides the rent: each only where it was given.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct OfferFacts {
    /// The deposit.
    pub deposit: Option<Money>,
    /// The bills that are in the rent, if fit to be shown.
    pub bills: Option<String>,
    /// The day from which the home is free; `None` for one that is free already.
    pub free_from: Option<NaiveDate>,
    /// The energy rating, A to G.
    pub energy_rating: Option<char>,
}

impl TenancyFacts {
    /// The token of the link.
    ///
    /// # Errors
    /// [`ContentsError::Token`] where there is none.
    pub fn link_token(&self) -> Result<&LinkToken, ContentsError> {
        self.token.as_ref().ok_or(ContentsError::Token)
    }

    /// The number of the application.
    ///
    /// # Errors
    /// [`ContentsError::Application`] where there is none.
    pub fn application(&self) -> Result<i64, ContentsError> {
        (self.application > 0)
            .then_some(self.application)
            .ok_or(ContentsError::Application)
    }

    /// The number of the tenant.
    ///
    /// # Errors
    /// [`ContentsError::Subject`] where there is none.
    pub fn tenant(&self) -> Result<i64, ContentsError> {
        (self.tenant > 0)
            .then_some(self.tenant)
            .ok_or(ContentsError::Subject)
    }
}

impl std::fmt::Debug for TenancyFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TenancyFacts")
    }
}

//! An agreement as somebody sees it, and its document.

use chrono::NaiveDate;
use lintel_core::{ApplicationId, SignerId, TenantId};

use crate::domain::agreeing::Agreement;

/// An agreement as somebody sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgreementView {
    /// The agreement.
    pub agreement: Agreement,
    /// The application that it was asked for by.
    pub application: ApplicationId,
    /// Which signer the caller is; `None` for nobody of them.
    pub signer: Option<SignerId>,
    /// Whether a member of the organisation sees it: addresses and reasons are for them alone.
    pub for_landlord: bool,
    /// The tenant of the application; for the landlord alone.
    pub tenant: Option<TenantId>,
    /// Who lets.
    pub organisation_name: String,
    /// The names under which the caller may sign for the landlord, while it is the landlord's turn.
    pub own_names: Option<Vec<String>>,
    /// Today.
    pub today: NaiveDate,
}

/// A document as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAgreement {
    /// The PDF.
    pub bytes: Vec<u8>,
    /// A name to keep it under.
    pub file_name: String,
}

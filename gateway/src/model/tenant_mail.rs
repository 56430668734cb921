//! Whether a tenant gets mails, and what an act would send.

use lintel_proto::{notifications::v1 as notifications, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{required, text},
    names::NoMailReason,
};
use crate::{problem::Problem, rest::WrittenMail};

/// Whether an act sends a tenant a mail, and what it says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActMail {
    /// Whether the act sends it where nothing is said.
    pub wanted: bool,
    /// Whether a law asks for it, so that it is always sent.
    pub required_by_law: bool,
    /// Why it is not sent by itself; null where it is.
    #[schema(required)]
    pub why_not: Option<NoMailReason>,
    /// Why mails to this tenant are off; null where they are on.
    #[schema(required)]
    pub off_reason: Option<String>,
    /// Where it goes; null where the tenant has no address.
    #[schema(required)]
    pub email: Option<String>,
    /// The words of a reminder, to be edited; null for other kinds.
    #[schema(required)]
    pub note: Option<String>,
    /// The mail.
    pub mail: WrittenMail,
}

impl ActMail {
    /// What the tenant's service and notifications say of it.
    ///
    /// # Errors
    /// A 500 [`Problem`] where there is no mail.
    pub fn new(
        previewed: tenancy::PreviewTenantMailResponse,
        mail: Option<notifications::WrittenMail>,
    ) -> Result<Self, Problem> {
        let mail = required(mail, "mail")?;
        Ok(Self {
            wanted: previewed.wanted,
            required_by_law: previewed.required_by_law,
            why_not: NoMailReason::from_number(previewed.why_not),
            off_reason: text(previewed.off_reason),
            email: text(mail.recipient_email.clone()),
            note: text(previewed.note),
            mail: mail.try_into()?,
        })
    }
}

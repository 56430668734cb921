//! Mails as they would be sent, for whoever is about to cause them. Nothing is stored or sent.

use std::sync::Arc;

use lintel_core::{Clock, Error};
use lintel_proto::identity::v1::TenantMailKind;

use crate::mail::{Example, Previews, ToPreview, Written, example};

/// The reason of a refusal here.
const INVALID: &str = "MAIL_PREVIEW_INVALID";
/// The most mails that are looked at together.
const MOST: usize = 20;

/// Writes mails to look at.
#[derive(Debug, Clone)]
pub struct MailPreviews {
    previews: Previews,
    clock: Arc<dyn Clock>,
}

impl MailPreviews {
    /// As `previews` writes them.
    #[must_use]
    pub const fn new(previews: Previews, clock: Arc<dyn Clock>) -> Self {
        Self { previews, clock }
    }

    /// Writes mails; `None` stands for one of a kind that is not known.
    ///
    /// # Errors
    /// `MAIL_PREVIEW_INVALID` for more than 20, a kind that is not known, or a mail that lacks what it says.
    #[tracing::instrument(name = "app.preview_mails", skip_all)]
    pub fn write(&self, mails: &[Option<ToPreview>]) -> Result<Vec<Written>, Error> {
        if mails.len() > MOST {
            return Err(Error::field(INVALID, "mails", "Look at 20 mails at most."));
        }
        let mails = mails.iter().enumerate();
        mails
            .map(|(place, mail)| self.one(&format!("mails[{place}]"), mail.as_ref()))
            .collect()
    }

    /// Writes the example of a kind of mail to tenants.
    ///
    /// # Errors
    /// `MAIL_PREVIEW_INVALID` for a kind that is not known.
    #[tracing::instrument(name = "app.show_tenant_mail", skip_all)]
    pub fn show(&self, kind: TenantMailKind, organisation: &str) -> Result<Written, Error> {
        let example = example(kind, organisation, self.clock.now()).map(|example| match example {
            Example::Tenancy(notice, mail) => ToPreview::Tenancy(notice, mail),
            Example::Maintenance(notice, mail) => ToPreview::Maintenance(notice, mail),
        });
        self.one("kind", example.as_ref())
    }

    fn one(&self, field: &str, mail: Option<&ToPreview>) -> Result<Written, Error> {
        let mail = mail.ok_or_else(|| Error::field(INVALID, field, "Choose a known kind."))?;
        let written = self.previews.write(mail, self.clock.now());
        written.map_err(|error| Error::field(INVALID, field, error.to_string()))
    }
}

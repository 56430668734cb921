//! Mails as they would be sent, for whoever is about to cause them. Nothing is stored or sent.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal};
use lintel_db::Db;
use lintel_proto::identity::v1::TenantMailKind;

use super::landlords;
use crate::{
    domain::Landlord,
    mail::{Example, Previews, SealedBox, ToPreview, Written, example},
};

/// The reason of a refusal here.
const INVALID: &str = "MAIL_PREVIEW_INVALID";
/// The most mails that are looked at together.
const MOST: usize = 20;

/// Writes mails to look at.
#[derive(Debug, Clone)]
pub struct MailPreviews {
    db: Db,
    sealed_box: SealedBox,
    previews: Previews,
    clock: Arc<dyn Clock>,
}

impl MailPreviews {
    /// The previews that `previews` writes, in the name of the caller's landlord as `sealed_box` opens it.
    #[must_use]
    pub const fn new(
        db: Db,
        sealed_box: SealedBox,
        previews: Previews,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            db,
            sealed_box,
            previews,
            clock,
        }
    }

    /// Writes mails; `None` stands for one of a kind that is not known.
    ///
    /// # Errors
    /// `MAIL_PREVIEW_INVALID` for more than 20, a kind that is not known, or a mail that lacks what it says; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.preview_mails", skip_all)]
    pub async fn write(
        &self,
        caller: &Principal,
        mails: &[Option<ToPreview>],
    ) -> Result<Vec<Written>, Error> {
        if mails.len() > MOST {
            return Err(Error::field(INVALID, "mails", "Look at 20 mails at most."));
        }
        let landlord = self.landlord(caller).await?;
        let mails = mails.iter().enumerate();
        mails
            .map(|(place, mail)| {
                let field = format!("mails[{place}]");
                self.one(&field, mail.as_ref(), landlord.as_ref())
            })
            .collect()
    }

    /// Writes the example of a kind of mail to tenants.
    ///
    /// # Errors
    /// `MAIL_PREVIEW_INVALID` for a kind that is not known; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.show_tenant_mail", skip_all)]
    pub async fn show(
        &self,
        caller: &Principal,
        kind: TenantMailKind,
        organisation: &str,
    ) -> Result<Written, Error> {
        let example = example(kind, organisation, self.clock.now()).map(|example| match example {
            Example::Tenancy(notice, mail) => ToPreview::Tenancy(notice, mail),
            Example::Maintenance(notice, mail) => ToPreview::Maintenance(notice, mail),
        });
        let landlord = self.landlord(caller).await?;
        self.one("kind", example.as_ref(), landlord.as_ref())
    }

    async fn landlord(&self, caller: &Principal) -> Result<Option<Landlord>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let organisation = caller.organisation()?;
        Ok(landlords::find(&mut tx, &self.sealed_box, organisation).await?)
    }

    fn one(
        &self,
        field: &str,
        mail: Option<&ToPreview>,
        landlord: Option<&Landlord>,
    ) -> Result<Written, Error> {
        let mail = mail.ok_or_else(|| Error::field(INVALID, field, "Choose a known kind."))?;
        let written = self.previews.write(mail, landlord, self.clock.now());
        written.map_err(|error| Error::field(INVALID, field, error.to_string()))
    }
}

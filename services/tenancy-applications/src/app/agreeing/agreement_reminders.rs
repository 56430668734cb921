//! What happens to agreements by itself: who is silent is reminded once, and who was asked learns that an agreement is void.

use lintel_core::{AgreementId, Error, OrganisationId, PropertyId};

use super::{
    agreement_mails::{Asking, SILENT},
    agreements::Agreements,
};
use crate::{
    app::applying::invites,
    domain::agreeing::AgreementState,
    store::{self, agreeing::agreement_signer},
};

impl Agreements {
    /// Reminds and tells whoever is to be. Every replica may do it at any time. Returns of how many agreements.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tell_of_agreements", skip_all)]
    pub async fn tell(&self) -> Result<usize, Error> {
        let mut told = 0;
        for (organisation, property, id) in
            store::agreeing::agreement::untold(self.db.worker()).await?
        {
            self.tell_of_one(organisation, property, id).await?;
            told += 1;
        }
        let silent = agreement_signer::silent(self.db.worker(), self.now() - SILENT);
        for (organisation, property, id) in silent.await? {
            self.tell_of_one(organisation, property, id).await?;
            told += 1;
        }
        Ok(told)
    }

    async fn tell_of_one(
        &self,
        organisation: OrganisationId,
        property: PropertyId,
        id: AgreementId,
    ) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let found = Self::lock(&mut tx, organisation, property, id).await?;
        match found.state {
            AgreementState::Voided => self.mails.tell_of_void(&mut tx, &found, now).await?,
            AgreementState::Issued => {
                self.mails
                    .ask(&mut tx, &found, Asking::Reminding, now)
                    .await?;
            }
            AgreementState::Signed | AgreementState::Declined => {}
        }
        tx.commit().await?;
        Ok(())
    }
}

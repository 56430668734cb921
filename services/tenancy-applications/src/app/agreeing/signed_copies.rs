//! What a party of an agreement gets once all have signed: copies with the mail, and a new link in place of one that has ended.

use chrono::Duration;
use lintel_core::{Error, OrganisationId, RequestKey, SignerId};
use lintel_db::{Tx, links as link_rows, links::Link, once};

use super::{
    agreement_mails::Asking, agreement_parties, agreement_view::ReadAgreement,
    agreements::Agreements,
};
use crate::{
    app::{
        allowance,
        applying::invites,
        links::{self, Purpose},
    },
    domain::agreeing::{Agreement, AgreementState, Signer},
    error::{agreement_not_your_turn, link_closed, link_expired},
    store::{self, agreeing::agreement_signer},
};

/// New links of one signer within an hour.
const AN_HOUR: u32 = 3;

impl Agreements {
    /// Returns the PDFs that everybody has signed, for the mail to whoever has this link; none before all have. It is no reading by the
    /// party, so nothing of it is evidence.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `LINK_CLOSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_signed_copies", skip_all)]
    pub async fn signed_copies(&self, token: &str) -> Result<Vec<ReadAgreement>, Error> {
        let (mut tx, seen) = self.of_link(token).await?;
        let agreement = &seen.agreement;
        if agreement.completed_at.is_none() {
            return Ok(Vec::new());
        }
        let mut copies = vec![self.document(&mut tx, agreement).await?];
        let own = seen.signer.and_then(|signer| agreement.deed_of(signer));
        if let Some(deed) = own.filter(|deed| deed.signed_at.is_some()) {
            copies.push(self.deed_document(&mut tx, agreement, deed).await?);
        }
        Ok(copies)
    }

    /// Mails a signer a new link in place of the one that is shown, which may have ended; that one is dead. A repeat under the same request
    /// id mails nothing more.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED` where a newer link took its place; `LINK_CLOSED`; `AGREEMENT_NOT_YOUR_TURN` while the others sign;
    /// `RATE_LIMITED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.renew_agreement_link", skip_all)]
    pub async fn renew_link(&self, token: &str, request: Option<&RequestKey>) -> Result<(), Error> {
        let link = links::find(&self.db, Purpose::Signer, token).await?;
        let organisation = link.organisation;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            // Asked of the first request alone: it ends this very link, and its answer may have been lost.
            if !link.is_last {
                return Err(link_expired());
            }
            self.send_new_link(tx, organisation, &link).await?;
            Ok(link.subject)
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn send_new_link(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        link: &Link,
    ) -> Result<(), Error> {
        let now = self.now();
        let id = SignerId::new(link.subject);
        let (agreement, signer) = locked(tx, organisation, id).await?;
        let sent = link_rows::renewed(tx, organisation, Purpose::Signer.as_str(), id.get()).await?;
        allowance::check(sent, AN_HOUR, None, Duration::hours(1), now)?;
        match agreement.state {
            AgreementState::Issued => {
                if !agreement_parties::belongs(tx, &agreement, id).await? {
                    return Err(link_closed());
                }
                if !agreement.may_sign(id) {
                    return Err(agreement_not_your_turn());
                }
                let (mails, again) = (&self.mails, Asking::Again);
                mails.ask_one(tx, &agreement, &signer, again, now).await
            }
            _ if agreement.completed_at.is_some() => {
                self.mails
                    .send_copy_again(tx, &agreement, &signer, now)
                    .await
            }
            _ => Err(link_closed()),
        }
    }
}

/// Returns the agreement of a signer, locked after its home, and the signer.
async fn locked(
    tx: &mut Tx,
    organisation: OrganisationId,
    signer: SignerId,
) -> Result<(Agreement, Signer), Error> {
    let agreement = agreement_signer::agreement_of(tx, organisation, signer).await?;
    let agreement = agreement.ok_or_else(link_closed)?;
    let found = store::agreeing::agreement::find(tx, organisation, agreement).await?;
    let property = found.ok_or_else(link_closed)?.property;
    let agreement = Agreements::lock(tx, organisation, property, agreement).await?;
    let signer = agreement.signer(signer).cloned().ok_or_else(link_closed)?;
    Ok((agreement, signer))
}

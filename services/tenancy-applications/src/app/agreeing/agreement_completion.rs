//! What comes of the last signature: the certificate, the tenancy as it was agreed, and everybody's copy.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, SignerId, london_date};
use lintel_db::{Tx, outbox};
use sha2::{Digest as _, Sha256};

use super::{
    agreed_terms,
    agreement_document::{self, Issue, Printed},
    agreement_evidence::{Happening, said},
    agreement_reading::context,
    agreement_void::note,
    agreements::Agreements,
    certificate::{self, Certified, Signed},
};
use crate::{
    app::letting::{locked, tenancy},
    domain::{
        agreeing::{
            Agreement, Party, Signer, agreement_rules::Edition, agreement_terms::Sketch,
            evidence::hex, given_signature::is_same_name,
        },
        applying::{Actor, TimelineEvent},
    },
    error::agreement_not_found,
    events,
    store::{
        self,
        agreeing::{agreement_event, agreement_signer},
    },
};

impl Agreements {
    /// Makes the certificate, lets the tenancy be as agreed, and sends everybody their copy.
    ///
    /// # Errors
    /// `TERMS_CHARGED` where the tenancy goes on otherwise; [`Error::Unavailable`] while the database is away.
    pub(in crate::app) async fn complete(
        &self,
        tx: &mut Tx,
        agreement: Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let certified = self.certified(tx, &agreement, now).await?;
        let document = match agreement.edition {
            Some(day) => {
                let edition = Edition::of(agreement.nation, day);
                let edition =
                    edition.ok_or_else(|| Error::internal("an edition that is not held"))?;
                let guarantors = agreement.names(Party::Guarantor);
                let guarantors = (!guarantors.is_empty()).then(|| guarantors.join(" and "));
                let deeds: Vec<_> = agreement.deeds.iter().map(|deed| deed.id).collect();
                let document = agreement_document::document(&Printed {
                    issue: Issue::Agreement(agreement.id.get(), agreement.created_at),
                    edition,
                    terms: &Sketch::of_whole(&agreement.terms),
                    home: &agreement.address,
                    tenants: &agreement.tenants(),
                    guarantor: guarantors.as_deref(),
                    deeds: &deeds,
                });
                certificate::appended(document, &certified)
            }
            None => certificate::alone(&certified),
        };
        let bytes = self.render(document).await?;
        let hash: [u8; 32] = Sha256::digest(&bytes).into();
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&bytes, &context(organisation, agreement.id, true));
        let sealed = sealed.map_err(Error::internal)?;
        store::agreeing::agreement::complete(tx, organisation, agreement.id, &hash, &sealed, now)
            .await?;
        let completed = Happening::new("completed").on(&agreement);
        let completed = completed.with("signedDocumentHash", hex(&hash));
        completed
            .append(tx, organisation, agreement.id, now)
            .await?;
        settle(tx, &agreement, now).await?;
        let event = TimelineEvent::AgreementSigned;
        note(
            tx,
            organisation,
            agreement.tenancy,
            &event,
            Actor::Lintel,
            now,
        )
        .await?;
        let found = store::agreeing::agreement::find(tx, organisation, agreement.id).await?;
        let found = found.ok_or_else(agreement_not_found)?;
        self.mails.send_copies(tx, &found, now).await?;
        outbox::append(tx, &events::agreement_signed(&found)).await?;
        Ok(())
    }

    /// What the certificate says, of the signatures and the chain.
    async fn certified(
        &self,
        tx: &mut Tx,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<Certified, Error> {
        let organisation = agreement.organisation;
        let chain = agreement_event::chain(tx, organisation, agreement.id).await?;
        let entries = chain.iter().filter_map(|entry| {
            let told: serde_json::Value = serde_json::from_slice(&entry.bytes).ok()?;
            (said(&told, "event") == "signed").then_some(told)
        });
        let entries: Vec<_> = entries.collect();
        let key = self.keys.of_organisation(tx, organisation).await?;
        let drawn = agreement_signer::signatures(tx, organisation, agreement.id).await?;
        let mut signatures = Vec::new();
        for signer in &agreement.signers {
            let sealed = drawn.iter().find(|(id, _)| *id == signer.id);
            let (_, sealed) = sealed.ok_or_else(|| Error::internal("a signature is missing"))?;
            let png = key.open(sealed, &signature_context(organisation, signer.id));
            let entry = entries
                .iter()
                .find(|entry| entry["signer"]["id"].as_i64() == Some(signer.id.get()));
            let told = |name| entry.map(|entry| said(entry, name)).unwrap_or_default();
            let name = match signer.party {
                Party::Landlord => signed_for(agreement, signer, &told("typedName")),
                Party::Tenant | Party::Guarantor => signer.name.clone(),
            };
            signatures.push(Signed {
                party: signer.party,
                name,
                email: signer.email.clone(),
                known_by: told("knownBy"),
                opened_at: signer.opened_at,
                signed_at: signer.signed_at.unwrap_or(now),
                address: told("address"),
                user_agent: told("userAgent"),
                time_zone: told("timeZone"),
                language: told("language"),
                drawn: png.map_err(Error::internal)?.to_vec(),
                deed: agreement
                    .deed_of(signer.id)
                    .and_then(|deed| Some((deed.id.get(), deed.signed_hash?))),
            });
        }
        Ok(Certified {
            agreement: agreement.id.get(),
            home: agreement.address.clone(),
            document_hash: agreement.document_hash,
            evidence_hash: agreement.evidence_hash,
            entries: chain.last().map_or(0, |entry| entry.number),
            completed_at: now,
            signatures,
        })
    }
}

/// Lets a tenancy that has not begun be as it was agreed; one that goes on, or whose rent is charged already, is so. An earlier release
/// issued agreements that said otherwise: they are signed by nobody more.
async fn settle(tx: &mut Tx, agreement: &Agreement, now: DateTime<Utc>) -> Result<(), Error> {
    let organisation = agreement.organisation;
    let (property, id) = (agreement.property, agreement.tenancy);
    let before = locked::lock_with_home(tx, organisation, property, id).await?;
    let standing = agreed_terms::standing(tx, organisation, &before, london_date(now)).await?;
    if let Some(standing) = standing {
        return agreed_terms::require_standing(&standing, &agreement.terms);
    }
    let mut after = before.clone();
    agreement.terms.apply(&mut after);
    if after == before {
        return Ok(());
    }
    tenancy::save(tx, organisation, &before, after, now).await
}

/// The landlord's signer, and for whom they signed where that is somebody else: "Ada Lovelace, for and on behalf of Okafor Homes Ltd".
fn signed_for(agreement: &Agreement, signer: &Signer, typed: &str) -> String {
    let terms = &agreement.terms;
    let landlord = terms.landlord.signs_for(&terms.landlord_name);
    match typed {
        "" => signer.name.clone(),
        typed if is_same_name(typed, &landlord) => landlord,
        typed if terms.landlord.is_company => format!("{typed}, {landlord}"),
        typed => format!("{typed}, for {landlord}"),
    }
}

/// What a sealed signature is bound to: its row.
pub(super) fn signature_context(organisation: OrganisationId, signer: SignerId) -> Vec<u8> {
    format!("signature of signer {signer} of {organisation}").into_bytes()
}

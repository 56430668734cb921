//! Deeds of guarantee: made with their agreement, signed beside a witness, read and ended.

use chrono::{DateTime, Utc};
use lintel_core::{
    ApplicationId, DeedId, Error, OrganisationId, Principal, RequestKey, london_date,
};
use lintel_db::{Scope, Tx, once, outbox};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::{
    agreement_evidence::Happening,
    agreement_household::Guarantor,
    agreement_view::{AgreementView, ReadAgreement},
    agreement_void::note,
    agreements::Agreements,
    guarantee_document::{self, Executed},
};
use crate::{
    app::documents::pdf_pages,
    domain::{
        agreeing::{
            Agreement, AgreementState, Deed, Device, GivenSignature, GuaranteeEndDraft,
            GuaranteeState, GuaranteeTerms, Party, SignedDeed, Signer,
            evidence::{self, hex},
            guarantee::{DEED_CONSENT_VERSION, witness_consent},
        },
        applying::{Actor, TimelineEvent},
    },
    error::{
        agreement_changed, agreement_not_found, application_not_found, guarantee_closed,
        guarantee_not_found,
    },
    events,
    store::{
        self,
        agreeing::{agreement_signer, guarantee},
    },
};

impl Agreements {
    /// Makes the deeds of an agreement whose document is kept.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub(super) async fn make_deeds(
        &self,
        tx: &mut Tx,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        for deed in &agreement.deeds {
            let (signer, terms) = parts(agreement, deed)?;
            let document = guarantee_document::document(agreement, signer, deed, terms);
            let bytes = self.render(document).await?;
            let key = self.keys.of_organisation(tx, organisation).await?;
            let sealed = key.seal(&bytes, &context(organisation, deed.id, false));
            let sealed = sealed.map_err(Error::internal)?;
            let hash: [u8; 32] = Sha256::digest(&bytes).into();
            let pages = pdf_pages::count(&bytes);
            guarantee::keep_document(tx, organisation, deed.id, &hash, pages, &sealed).await?;
            let created = Happening::new("created").of(signer);
            let created = created
                .with("agreementId", agreement.id.get())
                .with("agreementHash", hex(&agreement.document_hash))
                .with("documentHash", hex(&hash))
                .with("highestAmount", terms.limit.to_decimal().to_string())
                .with("bytes", bytes.len());
            created
                .append_to_deed(tx, organisation, deed.id, now)
                .await?;
        }
        Ok(())
    }

    /// Puts the signatures of a guarantor and of the witness under a deed, and makes its certificate. Gives the guarantor's picture.
    ///
    /// # Errors
    /// `AGREEMENT_CHANGED`; `SIGNATURE_INVALID` with every offending field; [`Error::Unavailable`] while the database is away.
    pub(super) async fn sign_deed(
        &self,
        tx: &mut Tx,
        (agreement, signer, deed): (&Agreement, &Signer, &Deed),
        given: &GivenSignature,
        device: &Device,
        now: DateTime<Utc>,
    ) -> Result<Vec<u8>, Error> {
        let organisation = agreement.organisation;
        if given.document_hash.trim() != hex(&deed.document_hash) {
            return Err(agreement_changed());
        }
        let signed = SignedDeed::judge(given, &signer.name, agreement)?;
        for happening in happenings(signer, deed, given, &signed, device) {
            happening
                .append_to_deed(tx, organisation, deed.id, now)
                .await?;
        }
        let chain = guarantee::chain(tx, organisation, deed.id).await?;
        let head = chain.last().map(|entry| entry.hash).unwrap_or_default();
        let (_, terms) = parts(agreement, deed)?;
        let executed = Executed {
            witness: &signed.witness,
            guarantor_drawn: &signed.guarantor_drawn,
            witness_drawn: &signed.witness_drawn,
            known_by: &device.known_by(),
            address: &device.address,
            user_agent: &device.user_agent,
            time_zone: given.time_zone.trim(),
            language: given.language.trim(),
            at: now,
            evidence: (head, chain.len()),
        };
        let document = guarantee_document::document(agreement, signer, deed, terms);
        let document = guarantee_document::certified(document, signer, deed, &executed);
        let bytes = self.render(document).await?;
        let signed_hash: [u8; 32] = Sha256::digest(&bytes).into();
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&bytes, &context(organisation, deed.id, true));
        let sealed = sealed.map_err(Error::internal)?;
        let sealed_signature = key.seal(
            &signed.witness_drawn,
            &witness_context(organisation, deed.id),
        );
        let sealed_signature = sealed_signature.map_err(Error::internal)?;
        let kept = guarantee::Signed {
            witness: &signed.witness,
            sealed_signature: &sealed_signature,
            signed_hash: &signed_hash,
            sealed: &sealed,
            at: now,
        };
        let version = guarantee::sign(tx, organisation, deed.id, kept).await?;
        let completed = Happening::new("completed").with("signedDocumentHash", hex(&signed_hash));
        completed
            .append_to_deed(tx, organisation, deed.id, now)
            .await?;
        let event = events::guarantee_changed(agreement, deed.id, &signed_hash, version);
        outbox::append(tx, &event).await?;
        Ok(signed.guarantor_drawn)
    }

    /// A deed of an application's last agreement, for its landlord or one of its parties.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `GUARANTEE_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_guarantee", skip_all, fields(application.id = %application))]
    pub async fn read_deed(
        &self,
        caller: &Principal,
        application: ApplicationId,
        deed: DeedId,
        device: &Device,
    ) -> Result<ReadAgreement, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let device = Self::known(&mut tx, device).await?;
        let seen = self.of_caller(&mut tx, caller, application).await?;
        let read = self.read_seen(&mut tx, &seen, deed, &device).await?;
        tx.commit().await?;
        Ok(read)
    }

    /// Reads a deed with the link of a party of its agreement.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `GUARANTEE_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_guarantee_by_link", skip_all)]
    pub async fn read_deed_by_link(
        &self,
        token: &str,
        deed: DeedId,
        device: &Device,
    ) -> Result<ReadAgreement, Error> {
        let (mut tx, seen) = self.of_link(token).await?;
        let read = self.read_seen(&mut tx, &seen, deed, device).await?;
        tx.commit().await?;
        Ok(read)
    }

    async fn read_seen(
        &self,
        tx: &mut Tx,
        seen: &AgreementView,
        deed: DeedId,
        device: &Device,
    ) -> Result<ReadAgreement, Error> {
        /// A chain is no place for thousands of readings.
        const MOST: usize = 200;
        let agreement = &seen.agreement;
        let organisation = agreement.organisation;
        let deed = of(agreement, deed)?;
        let own = seen.signer.filter(|own| *own == deed.signer);
        let signer = own.and_then(|own| agreement.signer(own));
        if let Some(signer) = signer.filter(|one| one.signed_at.is_none()) {
            let property = agreement.property;
            Self::lock(tx, organisation, property, agreement.id).await?;
            let chain = guarantee::chain(tx, organisation, deed.id).await?;
            if agreement.state == AgreementState::Issued && chain.len() < MOST {
                let viewed = Happening::new("viewed").of(signer).from(device);
                let viewed = viewed.with("documentHash", hex(&deed.document_hash));
                viewed
                    .append_to_deed(tx, organisation, deed.id, self.now())
                    .await?;
            }
        }
        self.deed_document(tx, agreement, deed).await
    }

    /// Returns the bytes of a deed: with its certificate once it is signed.
    pub(super) async fn deed_document(
        &self,
        tx: &mut Tx,
        agreement: &Agreement,
        deed: &Deed,
    ) -> Result<ReadAgreement, Error> {
        let organisation = agreement.organisation;
        let certified = deed.signed_at.is_some();
        let sealed = guarantee::contents(tx, organisation, deed.id, certified).await?;
        let sealed = sealed.ok_or_else(guarantee_not_found)?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let bytes = key.open(&sealed, &context(organisation, deed.id, certified));
        let ending = if certified { "-signed" } else { "" };
        Ok(ReadAgreement {
            bytes: bytes.map_err(Error::internal)?.to_vec(),
            file_name: format!("deed-of-guarantee-{}{ending}.pdf", deed.id),
        })
    }

    /// The chain of evidence of a deed, as a file that is verified without anything else.
    ///
    /// # Errors
    /// As [`Self::read_deed`].
    #[tracing::instrument(name = "app.read_guarantee_evidence", skip_all, fields(application.id = %application))]
    pub async fn deed_evidence(
        &self,
        caller: &Principal,
        application: ApplicationId,
        deed: DeedId,
    ) -> Result<(Vec<u8>, String), Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let seen = self.of_caller(&mut tx, caller, application).await?;
        let deed = of(&seen.agreement, deed)?;
        let chain = guarantee::chain(&mut tx, seen.agreement.organisation, deed.id).await?;
        let (agreement, id) = (seen.agreement.id.get(), deed.id.get());
        let file = evidence::File::new(agreement, &deed.document_hash, &chain).of_deed(id);
        let bytes = serde_json::to_vec(&file).map_err(Error::internal)?;
        Ok((bytes, format!("deed-of-guarantee-{id}-evidence.json")))
    }

    /// Keeps when a guarantee ends and why, and tells the guarantor. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `GUARANTEE_NOT_FOUND`; `GUARANTEE_CLOSED` for one that is not in force or whose end
    /// is known; `GUARANTEE_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.end_guarantee", skip_all, fields(application.id = %application))]
    pub async fn end_deed(
        &self,
        caller: &Principal,
        application: ApplicationId,
        deed: DeedId,
        draft: GuaranteeEndDraft,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let organisation = caller.organisation()?;
        let now = self.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::find(tx, organisation, application).await?;
            found.ok_or_else(application_not_found)?;
            let last = store::agreeing::agreement::last(tx, organisation, application).await?;
            let last = last.ok_or_else(agreement_not_found)?;
            let locked = Self::lock(tx, organisation, last.property, last.id).await?;
            let deed = of(&locked, deed)?;
            let end = draft.judge(locked.terms.start, today)?;
            let state = deed.state(locked.state, today);
            if state != GuaranteeState::InForce || deed.end.is_some() {
                return Err(guarantee_closed());
            }
            let version = guarantee::end(tx, organisation, deed.id, end).await?;
            let ended = Happening::new("ended")
                .with("lastDay", end.last_day.to_string())
                .with("reason", end.reason.as_str());
            ended.append_to_deed(tx, organisation, deed.id, now).await?;
            let (signer, _) = parts(&locked, deed)?;
            self.mails
                .tell_of_guarantee_end(tx, &locked, signer, end, now)
                .await?;
            let event = TimelineEvent::GuaranteeEnds(end.last_day);
            note(
                tx,
                organisation,
                locked.tenancy,
                &event,
                Actor::Landlord,
                now,
            )
            .await?;
            let hash = deed.signed_hash.unwrap_or_default();
            let event = events::guarantee_changed(&locked, deed.id, &hash, version);
            outbox::append(tx, &event).await?;
            Ok(deed.id.get())
        })
        .await?;
        let seen = self.landlords(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(seen)
    }
}

/// Adds the guarantors of an agreement to its signers, each with a deed where they sign one.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(super) async fn add_guarantors(
    tx: &mut PgConnection,
    agreement: (OrganisationId, lintel_core::AgreementId),
    guarantors: &[Guarantor],
    by_deed: bool,
) -> Result<Vec<DeedId>, Error> {
    let (organisation, id) = agreement;
    let mut deeds = Vec::new();
    for one in guarantors {
        let (party, email) = (Party::Guarantor, Some(one.email.as_str()));
        let signer =
            agreement_signer::insert(tx, organisation, id, party, &one.name, email).await?;
        if by_deed {
            let address = one.address.as_deref();
            let deed =
                guarantee::insert(tx, organisation, id, signer, address, &one.tenants).await?;
            deeds.push(deed);
        }
    }
    Ok(deeds)
}

/// The entries of the chain for both signatures, in the order in which they were given.
fn happenings(
    signer: &Signer,
    deed: &Deed,
    given: &GivenSignature,
    signed: &SignedDeed,
    device: &Device,
) -> [Happening; 3] {
    let on = |event: &'static str| {
        let happening = Happening::new(event).from(device);
        happening.with("documentHash", hex(&deed.document_hash))
    };
    let print = |drawn: &[u8]| hex(&Sha256::digest(drawn));
    let consented = on("consented").of(signer);
    let by_guarantor = on("signed")
        .of(signer)
        .with("typedName", given.name.trim())
        .with("signatureHash", print(&signed.guarantor_drawn))
        .with("timeZone", given.time_zone.trim())
        .with("language", given.language.trim());
    let witness = &signed.witness;
    let witnessed = on("witnessed")
        .with("witnessName", witness.name.as_str())
        .with("witnessAddress", witness.address.as_str())
        .with("witnessOccupation", witness.occupation.as_deref())
        .with("consent", witness_consent(&signer.name))
        .with("consentVersion", DEED_CONSENT_VERSION)
        .with("signatureHash", print(&signed.witness_drawn));
    [
        consented.with("consentVersion", DEED_CONSENT_VERSION),
        by_guarantor,
        witnessed,
    ]
}

fn of(agreement: &Agreement, deed: DeedId) -> Result<&Deed, Error> {
    let found = agreement.deeds.iter().find(|one| one.id == deed);
    found.ok_or_else(guarantee_not_found)
}

/// The guarantor of a deed and how much it is for.
fn parts<'a>(agreement: &'a Agreement, deed: &Deed) -> Result<(&'a Signer, GuaranteeTerms), Error> {
    let both = agreement.signer(deed.signer).zip(agreement.terms.guarantee);
    both.ok_or_else(|| Error::internal("a deed without its guarantor or its sum"))
}

/// The row that the sealed bytes of a deed are bound to.
fn context(organisation: OrganisationId, deed: DeedId, certified: bool) -> Vec<u8> {
    let what = if certified { "certified" } else { "to sign" };
    format!("deed {deed} of {organisation}, {what}").into_bytes()
}

/// The row that a witness's sealed signature is bound to.
fn witness_context(organisation: OrganisationId, deed: DeedId) -> Vec<u8> {
    format!("witness of deed {deed} of {organisation}").into_bytes()
}

//! Signing and declining agreements.

use chrono::{DateTime, Utc};
use lintel_core::{
    AgreementId, ApplicationId, Error, OrganisationId, Principal, PropertyId, RequestKey, Role,
    SignerId,
};
use lintel_db::{Scope, Tx, once};
use sha2::{Digest as _, Sha256};

use super::{
    agreement_completion::signature_context,
    agreement_evidence::{Happening, also_of_deed},
    agreement_mails::Asking,
    agreement_parties,
    agreement_view::AgreementView,
    agreement_void::note,
    agreements::Agreements,
};
use crate::{
    app::letting::portal,
    domain::{
        agreeing::{
            Agreement, AgreementState, Device, GivenSignature, Signer, agreement::CONSENT_VERSION,
            evidence::hex, given_signature::SIGNATURE_INVALID, guarantee::DEED_CONSENT_VERSION,
        },
        applying::TimelineEvent,
        check,
    },
    error::{
        agreement_changed, agreement_closed, agreement_not_found, agreement_not_your_turn,
        application_not_found, link_invalid,
    },
    store::{self, agreeing::agreement_signer},
};

/// The longest reason of a refusal, in characters.
const LONGEST_REASON: usize = 500;

/// Where somebody signs: an agreement and one of its signers.
#[derive(Debug, Clone, Copy)]
struct Place {
    organisation: OrganisationId,
    property: PropertyId,
    agreement: AgreementId,
    signer: SignerId,
}

impl Place {
    fn of(seen: &AgreementView) -> Option<Self> {
        Some(Self {
            organisation: seen.agreement.organisation,
            property: seen.agreement.property,
            agreement: seen.agreement.id,
            signer: seen.signer?,
        })
    }
}

/// What a signer does.
#[derive(Debug, Clone)]
enum Answer<'a> {
    /// Signs.
    Signs(&'a GivenSignature),
    /// Does not want to.
    Declines(&'a str),
}

impl Agreements {
    /// Signs as the party that the caller is. A repeat under the same request id signs nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `AGREEMENT_CLOSED`; `AGREEMENT_NOT_YOUR_TURN`; `AGREEMENT_CHANGED`;
    /// `SIGNATURE_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.sign_agreement", skip_all, fields(application.id = %application))]
    pub async fn sign(
        &self,
        caller: &Principal,
        application: ApplicationId,
        given: &GivenSignature,
        device: &Device,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let answer = Answer::Signs(given);
        self.answer(caller, application, answer, device, request)
            .await
    }

    /// The party that the caller is does not want to sign. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// As [`Self::sign`].
    #[tracing::instrument(name = "app.decline_agreement", skip_all, fields(application.id = %application))]
    pub async fn decline(
        &self,
        caller: &Principal,
        application: ApplicationId,
        reason: &str,
        device: &Device,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let answer = Answer::Declines(reason);
        self.answer(caller, application, answer, device, request)
            .await
    }

    async fn answer(
        &self,
        caller: &Principal,
        application: ApplicationId,
        answer: Answer<'_>,
        device: &Device,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        // Identity is asked before the transaction begins: nothing but the database is awaited in one.
        let member = match (&answer, caller.role) {
            (Answer::Signs(_), Role::Landlord) => self.owners.name_of(caller.user).await?,
            _ => None,
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let device = Self::known(&mut tx, device).await?;
        // The stored answer names nobody: a repeat reads the agreement again.
        let _: i64 = once(&mut tx, request, async |tx| {
            let seen = self.of_caller(tx, caller, application).await?;
            let place = Place::of(&seen).ok_or_else(application_not_found)?;
            let signs = matches!(answer, Answer::Signs(_));
            self.take(tx, place, answer, member.as_deref(), &device)
                .await?;
            if signs && caller.role == Role::Tenant {
                let (organisation, tenancy) = (place.organisation, seen.agreement.tenancy);
                portal::confirm_signer(tx, caller, organisation, tenancy, self.now()).await?;
            }
            tx.act_as(Scope::of(caller)).await?;
            Ok(place.agreement.get())
        })
        .await?;
        let seen = self.of_caller(&mut tx, caller, application).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Signs as the signer whose link it is. A repeat under the same request id signs nothing more.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; otherwise as [`Self::sign`].
    #[tracing::instrument(name = "app.sign_agreement_by_link", skip_all)]
    pub async fn sign_by_link(
        &self,
        token: &str,
        given: &GivenSignature,
        device: &Device,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        self.answer_by_link(token, Answer::Signs(given), device, request)
            .await
    }

    /// The signer whose link it is does not want to sign. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// As [`Self::sign_by_link`].
    #[tracing::instrument(name = "app.decline_agreement_by_link", skip_all)]
    pub async fn decline_by_link(
        &self,
        token: &str,
        reason: &str,
        device: &Device,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        self.answer_by_link(token, Answer::Declines(reason), device, request)
            .await
    }

    async fn answer_by_link(
        &self,
        token: &str,
        answer: Answer<'_>,
        device: &Device,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let (mut tx, mut seen) = self.of_link(token).await?;
        let place = Place::of(&seen).ok_or_else(link_invalid)?;
        let _: i64 = once(&mut tx, request, async |tx| {
            self.take(tx, place, answer, None, device).await?;
            Ok(place.agreement.get())
        })
        .await?;
        let found =
            store::agreeing::agreement::find(&mut tx, place.organisation, place.agreement).await?;
        seen.agreement = found.ok_or_else(link_invalid)?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Takes a signer's answer.
    async fn take(
        &self,
        tx: &mut Tx,
        place: Place,
        answer: Answer<'_>,
        member: Option<&str>,
        device: &Device,
    ) -> Result<(), Error> {
        let organisation = place.organisation;
        let locked = Self::lock(tx, organisation, place.property, place.agreement).await?;
        if locked.state != AgreementState::Issued {
            return Err(agreement_closed());
        }
        let signer = locked.signer(place.signer).cloned();
        let signer = signer.ok_or_else(agreement_not_found)?;
        if !agreement_parties::belongs(tx, &locked, signer.id).await? {
            return Err(agreement_closed());
        }
        if !locked.may_sign(signer.id) {
            return Err(agreement_not_your_turn());
        }
        let now = self.now();
        match answer {
            Answer::Signs(given) => {
                let names = locked.names_to_type(&signer, member);
                self.put(tx, &locked, &signer, (given, &names), device, now)
                    .await
            }
            Answer::Declines(reason) => {
                self.refuse(tx, &locked, &signer, reason, device, now).await
            }
        }
    }

    /// Puts a signature under an agreement; with the last one it is complete.
    async fn put(
        &self,
        tx: &mut Tx,
        agreement: &Agreement,
        signer: &Signer,
        (given, names): (&GivenSignature, &[String]),
        device: &Device,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let deed = agreement.deed_of(signer.id);
        let (drawn, version, document) = match deed {
            Some(deed) => {
                let of = (agreement, signer, deed);
                let drawn = self.sign_deed(tx, of, given, device, now).await?;
                (drawn, DEED_CONSENT_VERSION, deed.document_hash)
            }
            None if given.document_hash.trim() != hex(&agreement.document_hash) => {
                return Err(agreement_changed());
            }
            None => (
                given.judge(names)?,
                CONSENT_VERSION,
                agreement.document_hash,
            ),
        };
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&drawn, &signature_context(organisation, signer.id));
        let sealed = sealed.map_err(Error::internal)?;
        agreement_signer::sign(tx, organisation, signer.id, &sealed, now).await?;
        let consented = Happening::new("consented").of(signer).from(device);
        let consented = consented
            .with("documentHash", hex(&document))
            .with("consentVersion", version);
        consented
            .append(tx, organisation, agreement.id, now)
            .await?;
        let signature: [u8; 32] = Sha256::digest(&drawn).into();
        let signed = Happening::new("signed")
            .of(signer)
            .from(device)
            .with("documentHash", hex(&document))
            .with("typedName", given.name.trim())
            .with("signatureHash", hex(&signature))
            .with("timeZone", given.time_zone.trim())
            .with("language", given.language.trim());
        let signed = match deed {
            Some(deed) => signed.with("deedId", deed.id.get()),
            None => signed,
        };
        signed.append(tx, organisation, agreement.id, now).await?;
        let event = TimelineEvent::AgreementSignedBy(signer.party);
        let actor = signer.party.actor();
        note(tx, organisation, agreement.tenancy, &event, actor, now).await?;
        let found = store::agreeing::agreement::find(tx, organisation, agreement.id).await?;
        let found = found.ok_or_else(agreement_not_found)?;
        if found.is_signed_by_all() {
            return self.complete(tx, found, now).await;
        }
        self.mails.ask(tx, &found, Asking::First, now).await
    }

    async fn refuse(
        &self,
        tx: &mut Tx,
        agreement: &Agreement,
        signer: &Signer,
        reason: &str,
        device: &Device,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let mut found = lintel_core::Violations::default();
        let reason = check::note(&mut found, "reason", reason, LONGEST_REASON);
        found.into_result(SIGNATURE_INVALID)?;
        let why = reason.as_deref();
        agreement_signer::decline(tx, organisation, signer.id, why, now).await?;
        let state = AgreementState::Declined;
        store::agreeing::agreement::close(tx, organisation, agreement.id, state, why).await?;
        let declined = Happening::new("declined").of(signer).from(device);
        let declined = declined.on(agreement).with("reason", why);
        also_of_deed(tx, agreement, signer.id, declined.clone(), now).await?;
        declined.append(tx, organisation, agreement.id, now).await?;
        let event = TimelineEvent::AgreementDeclined(signer.party, reason.clone());
        let actor = signer.party.actor();
        note(tx, organisation, agreement.tenancy, &event, actor, now).await?;
        self.mails
            .tell_of_refusal(tx, agreement, signer, why, now)
            .await
    }
}

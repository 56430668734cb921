//! What everything that happens to agreements shares: locking, asking the next signers, and telling of it.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{AgreementId, Clock, Error, OrganisationId, PropertyId, TenancyId};
use lintel_db::Db;
use lintel_pdf::Document;
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use super::{
    Links, References, agreement_evidence::Happening, keys::Keys, references::changed, timeline,
};
use crate::{
    domain::{
        Actor, Agreement, AgreementState, Party, Signer, Tenancy, TenancyState, TimelineEvent,
        evidence::hex,
    },
    error::agreement_not_found,
    mails::{Mails, NEWS},
    store::{self, agreement_signer},
};

/// How long the link of somebody who is asked to sign works.
const TO_SIGN: Duration = Duration::days(30);
/// How long it works once all have signed, to read the document.
const TO_READ: Duration = Duration::days(90);
/// Documents that are examined or made at once; the others wait.
const AT_ONCE: usize = 2;

/// Agreements, from issuing to the last signature.
#[derive(Debug, Clone)]
pub struct Agreements {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) keys: Keys,
    pub(super) references: References,
    links: Links,
    mails: Mails,
    working: Arc<Semaphore>,
}

impl Agreements {
    /// Agreements kept in `db`, their documents and signatures sealed with `keys`.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        keys: Keys,
        links: Links,
        mails: Mails,
        references: References,
    ) -> Self {
        Self {
            db,
            clock,
            keys,
            references,
            links,
            mails,
            working: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Now, as exactly as the database keeps it: the document is made of it again.
    pub(super) fn now(&self) -> DateTime<Utc> {
        let now = self.clock.now();
        DateTime::from_timestamp_micros(now.timestamp_micros()).unwrap_or(now)
    }

    /// Does what takes a processor a while, a few at once.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.working.acquire().await.map_err(Error::internal)?;
        let done = tokio::task::spawn_blocking(work).await;
        drop(permit);
        done.map_err(Error::internal)
    }

    /// Makes a document.
    pub(super) async fn render(&self, document: Document) -> Result<Vec<u8>, Error> {
        let made = self.work(move || lintel_pdf::render(&document)).await?;
        made.map_err(Error::internal)
    }

    /// An agreement, locked after its home.
    pub(super) async fn lock(
        tx: &mut PgConnection,
        organisation: OrganisationId,
        property: PropertyId,
        agreement: AgreementId,
    ) -> Result<Agreement, Error> {
        store::home::lock(tx, organisation, property).await?;
        let found = store::agreement::lock(tx, organisation, agreement).await?;
        found.ok_or_else(agreement_not_found)
    }

    /// Asks those whose turn it is, for the first time or again.
    pub(super) async fn ask(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        how: Asking,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let turn: Vec<_> = agreement.turn().cloned().collect();
        for signer in turn.iter().filter(|one| how.is_for(one, now)) {
            self.ask_one(tx, agreement, signer, how, now).await?;
        }
        Ok(())
    }

    async fn ask_one(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
        how: Asking,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let reminded = how == Asking::Reminding;
        let sent = Happening::new("sent").of(signer).on(agreement);
        if signer.party == Party::Landlord {
            agreement_signer::sent(tx, organisation, signer.id, None, reminded, now).await?;
            sent.append(tx, organisation, agreement.id, now).await?;
            let mail = self.about(tx, agreement).await?;
            let kind = TenancyMailKind::AgreementToCountersign;
            let expire = now + NEWS;
            let mails = &self.mails;
            return mails
                .request(tx, organisation, kind, mail, true, expire)
                .await;
        }
        let token = self.links.agreement(signer.id);
        let expires = now + TO_SIGN;
        let hash = token.hash();
        let link = Some((&hash, expires));
        agreement_signer::sent(tx, organisation, signer.id, link, reminded, now).await?;
        sent.append(tx, organisation, agreement.id, now).await?;
        let mail = TenancyMail {
            token: token.expose().to_string(),
            expire_time: Some(timestamp(expires)),
            ..self.to_signer(tx, agreement, signer).await?
        };
        let kind = match how {
            Asking::First => TenancyMailKind::AgreementToSign,
            Asking::Again | Asking::Reminding => TenancyMailKind::AgreementReminder,
        };
        let mails = &self.mails;
        mails
            .request(tx, organisation, kind, mail, false, expires)
            .await
    }

    /// Sends every party the signed document, by a link, with the head of the chain of evidence.
    pub(super) async fn send_copies(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let expires = now + TO_READ;
        let parties: Vec<_> = agreement
            .signers
            .iter()
            .filter(|one| one.party != Party::Landlord)
            .collect();
        let mut head = agreement.evidence_hash;
        for signer in &parties {
            let copied = Happening::new("copied").of(signer);
            head = copied.append(tx, organisation, agreement.id, now).await?;
        }
        let evidence = hex(&head);
        for signer in parties {
            let token = self.links.agreement(signer.id);
            let hash = token.hash();
            let link = Some((&hash, expires));
            agreement_signer::sent(tx, organisation, signer.id, link, false, now).await?;
            let mail = TenancyMail {
                token: token.expose().to_string(),
                expire_time: Some(timestamp(expires)),
                evidence_hash: evidence.clone(),
                ..self.to_signer(tx, agreement, signer).await?
            };
            let kind = TenancyMailKind::AgreementSigned;
            let mails = &self.mails;
            mails
                .request(tx, organisation, kind, mail, false, expires)
                .await?;
        }
        let mail = TenancyMail {
            evidence_hash: evidence,
            ..self.about(tx, agreement).await?
        };
        self.tell_members(
            tx,
            organisation,
            TenancyMailKind::AgreementCompleted,
            mail,
            now,
        )
        .await
    }

    /// Tells the members of the organisation that a party does not want to sign.
    pub(super) async fn tell_of_refusal(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
        reason: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            tenant_name: signer.name.clone(),
            subject_kind: signer.party.as_str().to_owned(),
            note: reason.unwrap_or_default().to_owned(),
            ..self.about(tx, agreement).await?
        };
        let kind = TenancyMailKind::AgreementDeclined;
        self.tell_members(tx, agreement.organisation, kind, mail, now)
            .await
    }

    async fn tell_members(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: TenancyMailKind,
        mail: TenancyMail,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let expire = now + NEWS;
        self.mails
            .request(tx, organisation, kind, mail, true, expire)
            .await
    }

    /// Tells those who were asked that an agreement is void, once.
    pub(super) async fn tell_of_void(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        if !store::agreement::told(tx, organisation, agreement.id).await? {
            return Ok(());
        }
        let asked = agreement.signers.iter();
        let asked = asked.filter(|one| one.party != Party::Landlord && one.sent_at.is_some());
        for signer in asked {
            let mail = TenancyMail {
                note: agreement.reason.clone().unwrap_or_default(),
                ..self.to_signer(tx, agreement, signer).await?
            };
            let kind = TenancyMailKind::AgreementVoided;
            let expire = now + NEWS;
            self.mails
                .request(tx, organisation, kind, mail, false, expire)
                .await?;
        }
        Ok(())
    }

    async fn to_signer(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
    ) -> Result<TenancyMail, Error> {
        Ok(TenancyMail {
            recipient_name: signer.name.clone(),
            recipient_email: signer.email.clone(),
            subject_kind: signer.party.as_str().to_owned(),
            ..self.about(tx, agreement).await?
        })
    }

    /// What every mail about an agreement says.
    async fn about(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
    ) -> Result<TenancyMail, Error> {
        let organisation = agreement.organisation;
        let name = store::organisation::name(tx, organisation).await?;
        let application = store::application::find(tx, organisation, agreement.application).await?;
        let home = application.map(|one| one.home.name);
        Ok(TenancyMail {
            property_id: agreement.property.get(),
            application_id: agreement.application.get(),
            organisation_name: name.unwrap_or_default(),
            property_display_name: home.unwrap_or_default(),
            property_address: agreement.address.clone(),
            applicant_name: agreement.tenants().join(" and "),
            monthly_rent: Some(agreement.terms.rent.into()),
            date: Some(agreement.terms.start.into()),
            ..TenancyMail::default()
        })
    }
}

/// How somebody is asked to sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    /// Whoever was not asked yet.
    First,
    /// Again, because the landlord wants it.
    Again,
    /// Again by itself, once, after [`SILENT`].
    Reminding,
}

/// Who has not answered for so long is reminded.
pub(super) const SILENT: Duration = Duration::days(3);

impl Asking {
    fn is_for(self, signer: &Signer, now: DateTime<Utc>) -> bool {
        match self {
            Self::First => signer.sent_at.is_none(),
            Self::Again => true,
            Self::Reminding => signer.sent_at.is_some_and(|sent| sent <= now - SILENT),
        }
    }
}

/// Writes what happened to an agreement into the timelines of all who rent together, and says that their applications changed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(super) async fn note(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    event: &TimelineEvent,
    actor: Actor,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    for (id, _) in store::move_in::together(tx, organisation, tenancy).await? {
        let found = store::application::lock(tx, organisation, id).await?;
        let Some(found) = found else { continue };
        timeline::record(tx, organisation, id, event.clone(), actor, now).await?;
        changed(tx, organisation, &found, now).await?;
    }
    Ok(())
}

/// Makes an agreement void that is not. Those who were asked are told by [`Agreements::tell_of_void`].
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(super) async fn void(
    tx: &mut PgConnection,
    agreement: &Agreement,
    reason: &str,
    actor: Actor,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let (organisation, state) = (agreement.organisation, AgreementState::Voided);
    store::agreement::close(tx, organisation, agreement.id, state, Some(reason)).await?;
    let voided = Happening::new("voided").on(agreement);
    let voided = voided.with("reason", reason).with("actor", actor.as_str());
    voided.append(tx, organisation, agreement.id, now).await?;
    let event = TimelineEvent::AgreementVoided(reason.to_owned());
    note(tx, organisation, agreement.tenancy, &event, actor, now).await
}

/// Makes the agreement of a tenancy void whose change it does not say: one that is not signed by all with any change, a signed one with
/// another household, as long as nobody has moved in. The home is locked.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(super) async fn void_if_changed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    after: &Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if before.state != TenancyState::Upcoming || after.state == TenancyState::Active {
        return Ok(());
    }
    let people = |tenancy: &Tenancy| {
        let staying = tenancy.staying();
        let people = staying.map(|one| {
            let person = &one.person;
            (one.id, person.name.clone(), person.email.to_lowercase())
        });
        people.collect::<Vec<_>>()
    };
    let others = people(before) != people(after);
    let terms = (before.start, before.rent, before.deposit);
    if !others && terms == (after.start, after.rent, after.deposit) {
        return Ok(());
    }
    let last = store::agreement::last_of_tenancy(tx, organisation, after.id).await?;
    let Some(last) = last else { return Ok(()) };
    let (goes, reason) = match last.state {
        AgreementState::Issued if others => (true, "The tenants have changed."),
        AgreementState::Issued => (true, "The terms have changed."),
        AgreementState::Signed => (others, "The tenants have changed."),
        AgreementState::Declined | AgreementState::Voided => (false, ""),
    };
    if goes {
        void(tx, &last, reason, Actor::Lintel, now).await?;
    }
    Ok(())
}

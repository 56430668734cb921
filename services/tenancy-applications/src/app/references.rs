//! References from the request to the answer.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    ApplicationId, Clock, Error, OrganisationId, Principal, ReferenceId, RequestKey, Role,
    london_date,
};
use lintel_db::{Db, Scope, Tx, once, outbox};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{self, TenancyMail, TenancyMailKind},
};
use lintel_sealing::{LinkToken, Opener, SealingKey, authenticate};
use prost::Message as _;
use sqlx::PgConnection;
use zeroize::Zeroizing;

use super::{ApplicationView, Eyes, keys::Keys, timeline, view};
use crate::{
    domain::{
        Actor, Application, LINK_LIFETIME, Reference, ReferenceKind, TimelineEvent, signature,
    },
    error::{
        application_not_found, reference_already_given, reference_link_invalid, reference_not_found,
    },
    events, forms,
    mails::{Mails, NEWS},
    store::{self, reference::NewAnswer},
};

/// What somebody may see before they answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedReference {
    /// The reference.
    pub reference: Reference,
    /// The application that it is for.
    pub application: Application,
    /// The token of its link, for whom it was sent to; none once it is answered or over.
    pub token: Option<LinkToken>,
}

/// What is answered.
#[derive(Debug)]
pub enum Given {
    /// A form, not yet checked, and what the pad sent.
    Form(Box<UncheckedForm>),
    /// A refusal; why, where they say.
    Declined(Option<String>),
}

/// A form whose fields are checked only after its link was found.
#[derive(Debug)]
pub struct UncheckedForm {
    /// The form as it came.
    pub answer: forms::Unchecked,
    /// What the pad sent.
    pub signature: String,
}

/// Requests for references and their answers.
#[derive(Debug, Clone)]
pub struct References {
    db: Db,
    clock: Arc<dyn Clock>,
    keys: Keys,
    mails: Mails,
    tokens: SealingKey,
    devices: SealingKey,
}

impl References {
    /// References kept in `db`; tokens and the hashes of devices are made of the service's `secret`.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys, mails: Mails, secret: &Opener) -> Self {
        Self {
            db,
            clock,
            keys,
            mails,
            tokens: secret.derive("lintel.tenancy.reference-links.v1"),
            devices: secret.derive("lintel.tenancy.devices.v1"),
        }
    }

    /// Asks for a reference in the caller's transaction: the row, its link, its mail, its place in the timeline.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn request(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        kind: ReferenceKind,
        email: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let id =
            store::reference::insert(tx, organisation, application.id, kind, email, now).await?;
        self.send_link(tx, organisation, application, (id, kind, email), 1, now)
            .await?;
        let asked = TimelineEvent::ReferenceRequested(kind);
        timeline::record(tx, organisation, application.id, asked, Actor::Lintel, now).await
    }

    async fn send_link(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        (id, kind, email): (ReferenceId, ReferenceKind, &str),
        generation: i32,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let token = self.token(id, generation);
        let expires = now + LINK_LIFETIME;
        let hash = token.hash();
        store::reference::send(tx, organisation, id, generation, &hash, now, expires).await?;
        let name = match kind {
            ReferenceKind::Guarantor => application.answers.guarantor_name.clone(),
            ReferenceKind::Employer => None,
        };
        let landlord = store::organisation::name(tx, organisation).await?;
        let mail = TenancyMail {
            organisation_name: landlord.unwrap_or_default(),
            recipient_name: name.unwrap_or_default(),
            recipient_email: email.to_owned(),
            token: token.expose().to_string(),
            expire_time: Some(timestamp(expires)),
            ..about(application, kind)
        };
        let mail_kind = match kind {
            ReferenceKind::Guarantor => TenancyMailKind::GuarantorRequest,
            ReferenceKind::Employer => TenancyMailKind::EmployerRequest,
        };
        let mails = &self.mails;
        mails
            .request(tx, organisation, mail_kind, mail, false, expires)
            .await
    }

    /// Mails a new link; the one before is dead.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `REFERENCE_NOT_FOUND` where none was asked for; `REFERENCE_ALREADY_GIVEN`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.send_reference", skip_all, fields(application.id = %application))]
    pub async fn send(
        &self,
        caller: &Principal,
        application: ApplicationId,
        kind: Option<ReferenceKind>,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer holds no personal data: a repeat reads the application again.
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let asked = of_application(tx, organisation, application).await?;
            let asked = asked.into_iter().find(|one| Some(one.kind) == kind);
            let asked = asked.ok_or_else(reference_not_found)?;
            if asked.answered_at.is_some() {
                return Err(reference_already_given());
            }
            let to = (asked.id, asked.kind, asked.email.as_str());
            let generation = asked.generation + 1;
            self.send_link(tx, organisation, &found, to, generation, now)
                .await?;
            let again = TimelineEvent::ReferenceSentAgain(asked.kind);
            timeline::record(tx, organisation, application, again, Actor::Landlord, now).await?;
            changed(tx, organisation, &found, now).await?;
            Ok(application.get())
        })
        .await?;
        let found = store::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let mut seen = view::whole(&mut tx, organisation, found, Eyes::Landlord).await?;
        self.open(&mut tx, organisation, &mut seen.references)
            .await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// What somebody with the link may see. One that was answered is found as long as no other link took its place.
    ///
    /// # Errors
    /// `LINK_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_reference", skip_all)]
    pub async fn by_link(&self, kind: ReferenceKind, token: &str) -> Result<AskedReference, Error> {
        let (mut tx, organisation, id) = self.begin(kind, token).await?;
        let reference = store::reference::find(&mut tx, organisation, id).await?;
        let reference = reference.ok_or_else(|| reference_link_invalid(kind))?;
        self.check_open(&reference)?;
        let application =
            store::application::find(&mut tx, organisation, reference.application).await?;
        Ok(AskedReference {
            reference,
            application: application.ok_or_else(|| reference_link_invalid(kind))?,
            token: None,
        })
    }

    /// Takes the answer of somebody with the link, once.
    ///
    /// # Errors
    /// `LINK_INVALID`; `REFERENCE_ALREADY_GIVEN`; `REFERENCE_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.answer_reference", skip_all)]
    pub async fn answer(
        &self,
        kind: ReferenceKind,
        token: &str,
        given: Given,
        device: Option<&str>,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let device = device.map(|device| authenticate(self.devices.expose(), device.as_bytes()));
        let (mut tx, organisation, id) = self.begin(kind, token).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            // The application is locked before its reference in every transaction.
            let asked = store::reference::find(tx, organisation, id).await?;
            let asked = asked.ok_or_else(|| reference_link_invalid(kind))?;
            let application = store::application::lock(tx, organisation, asked.application).await?;
            let application = application.ok_or_else(|| reference_link_invalid(kind))?;
            let asked = store::reference::lock(tx, organisation, id).await?;
            let asked = asked.ok_or_else(|| reference_link_invalid(kind))?;
            if asked.answered_at.is_some() {
                return Err(reference_already_given());
            }
            self.check_open(&asked)?;
            let (answer, event, mail) = match given {
                Given::Declined(reason) => (
                    NewAnswer::Declined(reason.clone()),
                    TimelineEvent::ReferenceDeclined(kind, reason),
                    TenancyMailKind::ReferenceDeclined,
                ),
                Given::Form(form) => {
                    let sealed = self
                        .seal(tx, organisation, id, *form, london_date(now))
                        .await?;
                    (
                        NewAnswer::Given(sealed),
                        TimelineEvent::ReferenceGiven(kind),
                        TenancyMailKind::ReferenceGiven,
                    )
                }
            };
            store::reference::answer(tx, organisation, id, &answer, device.as_ref(), now).await?;
            let (application_id, actor) = (application.id, Actor::from(kind));
            timeline::record(tx, organisation, application_id, event, actor, now).await?;
            let note = match &answer {
                NewAnswer::Declined(reason) => reason.clone().unwrap_or_default(),
                NewAnswer::Given(_) => String::new(),
            };
            let told = TenancyMail {
                note,
                property_display_name: application.home.name.clone(),
                ..about(&application, kind)
            };
            let expire = now + NEWS;
            self.mails
                .request(tx, organisation, mail, told, true, expire)
                .await?;
            changed(tx, organisation, &application, now).await?;
            Ok(id.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The requests to the account's verified address, of the kind of its role, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_reference_requests", skip_all)]
    pub async fn of_account(&self, caller: &Principal) -> Result<Vec<AskedReference>, Error> {
        let kind = match caller.role {
            Role::Guarantor => ReferenceKind::Guarantor,
            Role::Employer => ReferenceKind::Employer,
            Role::Landlord | Role::Tenant => return Ok(Vec::new()),
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let Some(address) = store::account::email_key(&mut tx, caller.user).await? else {
            return Ok(Vec::new());
        };
        let mut asked = Vec::new();
        for (organisation, id) in store::reference::of_address(&mut tx, kind, &address).await? {
            super::applications::act_in(&mut tx, caller, organisation).await?;
            let found = store::reference::find(&mut tx, organisation, id).await?;
            let Some(mut reference) = found else {
                continue;
            };
            let application =
                store::application::find(&mut tx, organisation, reference.application).await?;
            let Some(application) = application else {
                continue;
            };
            reference.expired = self.check_open(&reference).is_err();
            let open = reference.answered_at.is_none() && !reference.expired;
            asked.push(AskedReference {
                token: open.then(|| self.token(id, reference.generation)),
                reference,
                application,
            });
        }
        Ok(asked)
    }

    /// Opens what was given, for a landlord's eyes.
    ///
    /// # Errors
    /// [`Error::Internal`] for what does not open; [`Error::Unavailable`] while the database is away.
    pub async fn open(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        references: &mut [Reference],
    ) -> Result<(), Error> {
        if references.iter().all(|one| one.sealed_answer.is_none()) {
            return Ok(());
        }
        let key = self.keys.of_organisation(tx, organisation).await?;
        for one in references {
            let Some(sealed) = one.sealed_answer.take() else {
                continue;
            };
            let plain = key.open(&sealed, &context(organisation, one.id));
            let plain = plain.map_err(Error::internal)?;
            let kept = v1::Reference::decode(plain.as_slice()).map_err(Error::internal)?;
            one.signature.clone_from(&kept.signature);
            one.answer = forms::kept(kept)?;
        }
        Ok(())
    }

    async fn seal(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        id: ReferenceId,
        form: UncheckedForm,
        today: NaiveDate,
    ) -> Result<Vec<u8>, Error> {
        let signature = signature::read(&form.signature);
        let answer = form.answer.check(signature.is_some(), today)?;
        let kept = v1::Reference {
            signature: signature.unwrap_or_default(),
            ..forms::to_keep(&answer)
        };
        let plain = Zeroizing::new(kept.encode_to_vec());
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&plain, &context(organisation, id));
        sealed.map_err(Error::internal)
    }

    /// Begins a transaction in the organisation of a link.
    async fn begin(
        &self,
        kind: ReferenceKind,
        token: &str,
    ) -> Result<(Tx, OrganisationId, ReferenceId), Error> {
        let invalid = || reference_link_invalid(kind);
        let token = LinkToken::parse(token).ok_or_else(invalid)?;
        let found = store::reference::of_token(self.db.unscoped(), kind, &token.hash()).await?;
        let (organisation, id) = found.ok_or_else(invalid)?;
        let tx = self.db.begin(super::invites::of(organisation)).await?;
        Ok((tx, organisation, id))
    }

    fn check_open(&self, reference: &Reference) -> Result<(), Error> {
        if reference.answered_at.is_none() && reference.expires_at <= self.clock.now() {
            return Err(reference_link_invalid(reference.kind));
        }
        Ok(())
    }

    fn token(&self, id: ReferenceId, generation: i32) -> LinkToken {
        let row = format!("reference {id} generation {generation}");
        LinkToken::derived(authenticate(self.tokens.expose(), row.as_bytes()))
    }
}

/// The references of one application, sealed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn of_application(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Vec<Reference>, Error> {
    of_applications(tx, organisation, &[application]).await
}

/// The references of some applications, sealed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn of_applications(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: &[ApplicationId],
) -> Result<Vec<Reference>, Error> {
    let ids: Vec<i64> = applications.iter().map(|id| id.get()).collect();
    Ok(store::reference::of_applications(tx, organisation, &ids).await?)
}

/// Says that an application has changed with what belongs to it.
pub(super) async fn changed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: &Application,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let version = store::application::bump(tx, organisation, application.id, now).await?;
    let property = application.home.property;
    let event = events::application_changed(organisation, application.id, property, version);
    outbox::append(tx, &event).await?;
    Ok(())
}

/// What a sealed answer is bound to: its row.
fn context(organisation: OrganisationId, id: ReferenceId) -> Vec<u8> {
    format!("reference {id} of {organisation}").into_bytes()
}

fn about(application: &Application, kind: ReferenceKind) -> TenancyMail {
    let home = &application.home;
    TenancyMail {
        property_id: home.property.get(),
        application_id: application.id.get(),
        property_address: home.address.clone(),
        applicant_name: application.answers.name.clone(),
        subject_kind: kind.as_str().to_owned(),
        monthly_rent: Some(home.rent.into()),
        ..TenancyMail::default()
    }
}

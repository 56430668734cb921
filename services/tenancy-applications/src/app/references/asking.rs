//! Asking for references. Answering is the work of [`super::reference_answers`].

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    ApplicationId, Clock, Error, OrganisationId, Principal, ReferenceId, RequestKey,
};
use lintel_db::{Db, Scope, once, outbox};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use lintel_sealing::{LinkToken, Opener, SealingKey, authenticate};
use sqlx::PgConnection;

use super::RefereeMails;
use crate::{
    app::{
        Links,
        applying::{ApplicationMails, ApplicationView, Eyes, timeline, view},
        keeping::keys::Keys,
    },
    domain::{
        applying::{Actor, Application, TimelineEvent},
        references::{LINK_LIFETIME, Reference, ReferenceKind},
    },
    error::{
        application_not_found, application_rejected, application_withdrawn,
        reference_already_given, reference_not_found, reference_not_needed,
    },
    events,
    mails::Mails,
    store,
};

/// Requests for references and their answers.
#[derive(Debug, Clone)]
pub struct References {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    pub(in crate::app) keys: Keys,
    pub(in crate::app) mails: Mails,
    pub(super) to_applicants: ApplicationMails,
    pub(in crate::app) to_referees: RefereeMails,
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
            to_applicants: ApplicationMails::new(mails.clone(), Links::new(secret)),
            to_referees: RefereeMails::new(mails.clone()),
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
        let id = store::references::reference::insert(
            tx,
            organisation,
            application.id,
            kind,
            email,
            now,
        )
        .await?;
        self.send_link(tx, organisation, application, (id, kind, email), 1, now)
            .await?;
        let asked = TimelineEvent::ReferenceRequested(kind);
        timeline::record(tx, organisation, application.id, asked, Actor::Lintel, now).await
    }

    /// What is kept of the network address that somebody answers or applies from. Keyed, because all addresses could be tried.
    #[must_use]
    pub fn device(&self, address: &str) -> [u8; 32] {
        authenticate(self.devices.expose(), address.as_bytes())
    }

    pub(in crate::app) async fn send_link(
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
        store::references::reference::send(tx, organisation, id, generation, &hash, now, expires)
            .await?;
        let landlord = store::keeping::organisation::name(tx, organisation).await?;
        let mail = TenancyMail {
            organisation_name: landlord.unwrap_or_default(),
            recipient_name: recipient_name(application, kind),
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
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_WITHDRAWN`; `APPLICATION_REJECTED`; `REFERENCE_NOT_NEEDED` once they have moved in;
    /// `REFERENCE_NOT_FOUND` where none was asked for; `REFERENCE_ALREADY_GIVEN`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the
    /// database is away.
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
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            if found.withdrawn_at.is_some() {
                return Err(application_withdrawn());
            }
            if found.rejected_at.is_some() {
                return Err(application_rejected());
            }
            if found.moved_in {
                return Err(reference_not_needed());
            }
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
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let mut seen = view::whole(&mut tx, organisation, found, Eyes::Landlord, now).await?;
        self.open(&mut tx, organisation, &mut seen.references)
            .await?;
        tx.commit().await?;
        Ok(seen)
    }

    pub(in crate::app) fn token(&self, id: ReferenceId, generation: i32) -> LinkToken {
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
    Ok(store::references::reference::of_applications(tx, organisation, &ids).await?)
}

/// Says that an application has changed with what belongs to it.
pub(in crate::app) async fn changed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: &Application,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let version = store::applying::application::bump(tx, organisation, application.id, now).await?;
    let property = application.home.property;
    let event = events::application_changed(organisation, application.id, property, version);
    outbox::append(tx, &event).await?;
    Ok(())
}

/// The name of whoever is asked, where it is known: an employer is known by the company's alone.
pub(in crate::app) fn recipient_name(application: &Application, kind: ReferenceKind) -> String {
    let name = match kind {
        ReferenceKind::Guarantor => application.answers.guarantor_name.clone(),
        ReferenceKind::Employer => None,
    };
    name.unwrap_or_default()
}

pub(in crate::app) fn about(application: &Application, kind: ReferenceKind) -> TenancyMail {
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

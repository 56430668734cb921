//! Asking for references. Answering is the work of [`super::reference_answers`].

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, OrganisationId, ReferenceId};
use lintel_db::Db;
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use lintel_sealing::{LinkToken, Opener, SealingKey, authenticate};
use sqlx::PgConnection;

use super::{
    RefereeMails,
    asked::{about, recipient_name},
};
use crate::{
    app::{
        Links,
        applying::{ApplicationMails, timeline},
        keeping::keys::Keys,
        mail_requests::Mails,
    },
    domain::{
        applying::{Actor, Application, TimelineEvent},
        references::{LINK_LIFETIME, ReferenceKind},
    },
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

    pub(in crate::app) fn token(&self, id: ReferenceId, generation: i32) -> LinkToken {
        let row = format!("reference {id} generation {generation}");
        LinkToken::derived(authenticate(self.tokens.expose(), row.as_bytes()))
    }
}

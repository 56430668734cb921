//! Agreements: what all that happens to them shares, taking them back and reminding of them.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{
    AgreementId, ApplicationId, Clock, Error, OrganisationId, Principal, PropertyId, RequestKey,
    Violations,
};
use lintel_db::{Db, Scope, Tx, once};
use lintel_pdf::Document;
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use super::{AgreementMails, agreement_mails, agreement_view::AgreementView, agreement_void};
use crate::{
    app::{
        Links,
        keeping::{Asking, Owners, keys::Keys},
        mail_requests::Mails,
        references::References,
    },
    domain::{
        agreeing::{ActsBy, Agreement, AgreementState, Device},
        applying::{Actor, Application, ApplicationStatus},
        check,
        letting::TenancyState,
    },
    error::{
        agreement_closed, agreement_not_found, application_not_approved, application_not_found,
        reminded_already,
    },
    store,
};

/// The reason of every refusal of what is typed.
pub(in crate::app) const INVALID: &str = "AGREEMENT_INVALID";
/// Who was asked within this time is not asked again.
const JUST_NOW: Duration = Duration::hours(1);
/// Documents that are examined or made at once; the others wait.
const AT_ONCE: usize = 2;

/// Agreements, from issuing to the last signature.
#[derive(Debug, Clone)]
pub struct Agreements {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    pub(in crate::app) keys: Keys,
    pub(in crate::app) references: References,
    pub(in crate::app) mails: AgreementMails,
    pub(in crate::app) asking: Arc<Asking>,
    pub(in crate::app) owners: Owners,
    working: Arc<Semaphore>,
}

impl Agreements {
    /// Agreements kept in the database of `owners`, their documents and signatures sealed with `keys`. Identity is asked through `asking`
    /// and `owners` for landlords and for the names of members.
    #[must_use]
    pub fn new(
        clock: Arc<dyn Clock>,
        keys: Keys,
        links: Links,
        mails: Mails,
        references: References,
        (asking, owners): (Arc<Asking>, Owners),
    ) -> Self {
        Self {
            db: owners.db.clone(),
            clock,
            keys,
            references,
            mails: AgreementMails::new(mails, links),
            asking,
            owners,
            working: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Now, as exactly as the database keeps it: the document is made of it again.
    pub(in crate::app) fn now(&self) -> DateTime<Utc> {
        let now = self.clock.now();
        DateTime::from_timestamp_micros(now.timestamp_micros()).unwrap_or(now)
    }

    /// A device with the address of the account that acts from it. `tx` acts for the account.
    pub(in crate::app) async fn known(
        tx: &mut PgConnection,
        device: &Device,
    ) -> Result<Device, Error> {
        let mut device = device.clone();
        if let ActsBy::Account(user, address) = &mut device.by {
            *address = store::keeping::account::email_key(tx, *user).await?;
        }
        Ok(device)
    }

    /// Does what takes a processor a while, a few at once.
    pub(in crate::app) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.working.acquire().await.map_err(Error::internal)?;
        let done = tokio::task::spawn_blocking(work).await;
        drop(permit);
        done.map_err(Error::internal)
    }

    /// Makes a document.
    pub(in crate::app) async fn render(&self, document: Document) -> Result<Vec<u8>, Error> {
        let made = self.work(move || lintel_pdf::render(&document)).await?;
        made.map_err(Error::internal)
    }

    /// An agreement, locked after its home.
    pub(in crate::app) async fn lock(
        tx: &mut PgConnection,
        organisation: OrganisationId,
        property: PropertyId,
        agreement: AgreementId,
    ) -> Result<Agreement, Error> {
        store::keeping::home::lock(tx, organisation, property).await?;
        let found = store::agreeing::agreement::lock(tx, organisation, agreement).await?;
        found.ok_or_else(agreement_not_found)
    }

    async fn last_one(
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<Agreement, Error> {
        let found = store::applying::application::find(tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        let last = store::agreeing::agreement::last(tx, organisation, application).await?;
        let last = last.ok_or_else(agreement_not_found)?;
        Self::lock(tx, organisation, last.property, last.id).await
    }

    /// Takes an agreement back, also one that all have signed, as long as nobody has moved in. A repeat under the same request id changes
    /// nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `AGREEMENT_INVALID` for a reason that says nothing; `AGREEMENT_CLOSED` for one that
    /// is declined or void, or by which somebody lives in the home; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.void_agreement", skip_all, fields(application.id = %application))]
    pub async fn void(
        &self,
        caller: &Principal,
        application: ApplicationId,
        reason: &str,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let organisation = caller.organisation()?;
        let now = self.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let open = Self::undone_one(tx, organisation, application).await?;
            let mut found = Violations::default();
            let say = "Say why, in 2 to 500 characters: the parties read it.";
            let reason = check::prose(&mut found, "reason", reason, 2..=500, say);
            found.into_result(INVALID)?;
            let open = open?;
            let reason = reason.unwrap_or_default();
            agreement_void::void(tx, &open, &reason, Actor::Landlord, now).await?;
            let gone = store::agreeing::agreement::find(tx, organisation, open.id).await?;
            let gone = gone.ok_or_else(agreement_not_found)?;
            self.mails.tell_of_void(tx, &gone, now).await?;
            Ok(open.id.get())
        })
        .await?;
        let seen = self.landlords(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Asks those again whose turn it is, at most once an hour. A repeat under the same request id asks nobody more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `AGREEMENT_CLOSED`; `REMINDED_ALREADY`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remind_signer", skip_all, fields(application.id = %application))]
    pub async fn remind(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let organisation = caller.organisation()?;
        let now = self.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let open = Self::open_one(tx, organisation, application).await??;
            let just_now = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at > now - JUST_NOW);
            if open.turn().any(|one| just_now(one.sent_at)) {
                return Err(reminded_already());
            }
            self.mails
                .ask(tx, &open, agreement_mails::Asking::Again, now)
                .await?;
            Ok(open.id.get())
        })
        .await?;
        let seen = self.landlords(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// The last agreement of an application, locked, if it may become void.
    async fn undone_one(
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<Result<Agreement, Error>, Error> {
        let last = Self::last_one(tx, organisation, application).await?;
        let holds = match last.state {
            AgreementState::Issued => true,
            AgreementState::Signed => {
                let tenancy = store::letting::tenancy::lock(tx, organisation, last.tenancy).await?;
                tenancy.is_some_and(|one| one.state == TenancyState::Upcoming)
            }
            AgreementState::Declined | AgreementState::Voided => false,
        };
        Ok(if holds {
            Ok(last)
        } else {
            Err(agreement_closed())
        })
    }

    /// The agreement of an application, locked; the inner error where it does not wait for signatures.
    async fn open_one(
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<Result<Agreement, Error>, Error> {
        let last = Self::last_one(tx, organisation, application).await?;
        Ok(match last.state {
            AgreementState::Issued => Ok(last),
            AgreementState::Signed | AgreementState::Declined | AgreementState::Voided => {
                Err(agreement_closed())
            }
        })
    }
}

/// Refuses an application that is not approved, or came to nothing after it was.
pub(in crate::app) fn approved(application: &Application) -> Result<(), Error> {
    let approved = application.status == ApplicationStatus::Approved;
    if approved && application.withdrawn_at.is_none() {
        return Ok(());
    }
    Err(application_not_approved())
}

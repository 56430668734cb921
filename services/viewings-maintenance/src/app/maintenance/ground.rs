//! The common steps of all changes of requests: find and lock the request, write another version with its history, publish it.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    Clock, Error, MaintenanceRequestId, OrganisationId, Principal, Role, london_date,
};
use lintel_db::{Db, Scope, Tx, outbox};
use lintel_sealing::Opener;

use super::{
    jobs::{JobFollowing, JobMails},
    notices::Notices,
    reach::Reach,
    view::{self, RequestView},
};
use crate::{
    app::{Asking, Links, Named, keys::Keys, mail_requests::Mails},
    domain::maintenance::{Happening, MaintenanceActor, MaintenanceEvent, MaintenanceRequest},
    error::maintenance_request_not_found,
    events,
    store::{
        self,
        maintenance::{event, request, seen_by},
    },
};

/// The database, the time and the mails of maintenance.
#[derive(Debug, Clone)]
pub struct Ground {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) opener: Opener,
    pub(super) notices: Notices,
    pub(super) jobs: JobFollowing,
    pub(super) keys: Keys,
    pub(super) asking: Arc<Asking>,
}

impl Ground {
    /// Requests kept in `db`; `opener` opens the contacts of tenants, and `asking` knows whose the homes are.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        opener: Opener,
        mails: Mails,
        asking: Arc<Asking>,
    ) -> Self {
        let notices = Notices::new(mails.clone(), opener.clone());
        let told = JobMails::new(mails, Links::new(&opener));
        Self {
            db,
            clock,
            jobs: JobFollowing::new(notices.clone(), told),
            notices,
            keys: Keys::new(&opener),
            opener,
            asking,
        }
    }

    /// Asks identity for the members of the caller's organisation where the copy lacks `member`, 0 for none.
    pub(super) async fn know_member(&self, caller: &Principal, member: i64) -> Result<(), Error> {
        if member == 0 || caller.role == Role::Tenant {
            return Ok(());
        }
        let organisation = caller.organisation()?;
        let mut tx = self.begin(caller).await?;
        let known = store::member::exists(&mut tx, organisation, member.into()).await?;
        drop(tx);
        if !known {
            self.asking.ask(Named::Members(organisation)).await?;
        }
        Ok(())
    }

    /// Asks tenancy-applications how a tenant stands before they write: who was told to have left a moment ago writes no more in a home that
    /// is another's, whether or not the event has come. Nobody is asked about members.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it does not answer.
    pub(super) async fn know_tenant(&self, caller: &Principal) -> Result<(), Error> {
        if caller.role == Role::Tenant {
            self.asking.refresh(Named::Tenants(caller.user)).await?;
        }
        Ok(())
    }

    /// Returns in whose name a caller reaches the request `id`; the transaction shows its organisation's rows.
    pub(super) async fn reach(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        id: MaintenanceRequestId,
    ) -> Result<Reach, Error> {
        Reach::to(tx, &self.opener, caller, id, self.today()).await
    }

    /// The day in London.
    pub(super) fn today(&self) -> NaiveDate {
        london_date(self.clock.now())
    }

    /// Begins a transaction for a caller.
    pub(super) async fn begin(&self, caller: &Principal) -> Result<Tx, Error> {
        Ok(self.db.begin(Scope::of(caller)).await?)
    }

    /// A request that the caller reaches and may change, locked. A tenant who has left is refused with `TENANCY_ENDED`.
    pub(super) async fn lock(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        id: MaintenanceRequestId,
    ) -> Result<(Reach, MaintenanceRequest), Error> {
        let reach = self.reach(tx, caller, id).await?;
        reach.may_write()?;
        let locked = request::lock(tx, reach.organisation, id).await?;
        Ok((reach, locked.ok_or_else(maintenance_request_not_found)?))
    }

    /// Writes what a locked request becomes and what happened to it, and tells of it. The transaction acts for the caller again.
    pub(super) async fn save(
        &self,
        tx: &mut Tx,
        reach: &Reach,
        after: MaintenanceRequest,
        happenings: Vec<Happening>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let entries = happenings.into_iter().map(|happening| MaintenanceEvent {
            happening,
            at: now,
            actor: reach.actor,
            user: Some(reach.user),
        });
        record(tx, reach.organisation, after, entries.collect(), now).await?;
        reach.leave(tx).await
    }

    /// A request as the caller may see it.
    pub(super) async fn shown(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        id: MaintenanceRequestId,
    ) -> Result<RequestView, Error> {
        let reach = self.reach(tx, caller, id).await?;
        let found = request::find(tx, reach.organisation, id).await?;
        let found = found.ok_or_else(maintenance_request_not_found)?;
        let now = self.clock.now();
        view::one(tx, &self.opener, &reach, found, now).await
    }
}

/// Writes what a locked request becomes and what happened to it, and tells of it.
pub(super) async fn record(
    tx: &mut Tx,
    organisation: OrganisationId,
    after: MaintenanceRequest,
    entries: Vec<MaintenanceEvent>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let version = request::update(tx, organisation, &after, now).await?;
    for entry in entries {
        event::append(tx, organisation, after.id, &entry).await?;
    }
    let after = MaintenanceRequest { version, ..after };
    publish(tx, organisation, &after, now).await
}

/// Tells that a request is another version now.
pub(super) async fn publish(
    tx: &mut Tx,
    organisation: OrganisationId,
    request: &MaintenanceRequest,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let tenants = seen_by::accounts(tx, organisation, request.id, london_date(now)).await?;
    let fact = events::maintenance_request_changed(organisation, request, &tenants);
    outbox::append(tx, &fact).await?;
    Ok(())
}

/// An entry that Lintel writes by itself.
pub(super) const fn by_lintel(happening: Happening, now: DateTime<Utc>) -> MaintenanceEvent {
    MaintenanceEvent {
        happening,
        at: now,
        actor: MaintenanceActor::Lintel,
        user: None,
    }
}

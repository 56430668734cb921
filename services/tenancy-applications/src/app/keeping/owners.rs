//! Asking portfolio and identity for one row that a caller names and that the copy of it may lack.

use chrono::TimeDelta;
use lintel_auth::ServiceKey;
use lintel_core::{Clock as _, Error, OrganisationId, Principal, PropertyId, SystemClock, UserId};
use lintel_db::{Db, Scope};
use lintel_proto::{
    convert::timestamp,
    identity::v1::{
        FindAccountSnapshotRequest, FindOrganisationSnapshotRequest,
        snapshot_service_client::SnapshotServiceClient as Identity,
    },
    portfolio::v1::{
        FindPropertySnapshotRequest, ListPropertySnapshotsRequest,
        snapshot_service_client::SnapshotServiceClient as Portfolio,
    },
};
use lintel_runtime::{
    GrpcChannel,
    owner::{self, Answer, answer, question},
};
use lintel_sealing::Opener;

use super::copies;
use crate::{events::inbound, store};

/// How far back homes are new: no event is on its way for longer.
const NEW: TimeDelta = TimeDelta::hours(1);
/// Homes that are asked for at once.
const PAGE: i32 = 200;

/// A row of another service that a caller names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// A property with its rooms.
    Home(OrganisationId, PropertyId),
    /// The properties that an organisation has just added or changed: those that a file may name.
    NewHomes(OrganisationId),
    /// An account with its verified address.
    Account(UserId),
    /// An organisation with its landlord.
    Organisation(OrganisationId),
}

/// The services that own what this one keeps copies of.
#[derive(Debug, Clone)]
pub struct Peers {
    /// Portfolio.
    pub portfolio: GrpcChannel,
    /// Identity.
    pub identity: GrpcChannel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

/// What asks them, and keeps what they say.
#[derive(Debug, Clone)]
pub struct Owners {
    /// Where the copies are kept.
    pub db: Db,
    /// Who is asked.
    pub peers: Peers,
    /// Opens what identity seals to this service.
    pub opener: Opener,
}

/// Runs use cases that name rows of other services.
pub type Asking = owner::Asking<Owners>;

impl owner::Owners for Owners {
    type Row = Named;

    fn explains(row: Named, refusal: &Error) -> bool {
        match row {
            Named::Home(..) => match refusal {
                Error::Invalid { violations, .. } => {
                    let mut fields = violations.iter().map(|each| each.field.as_str());
                    fields.any(|field| field == "property_id" || field.starts_with("room"))
                }
                _ => matches!(refusal.reason(), "HOME_NOT_FOUND" | "ROOM_NOT_FOUND"),
            },
            // Asked for before.
            Named::NewHomes(_) | Named::Account(_) | Named::Organisation(_) => false,
        }
    }

    async fn ask(&self, row: Named) -> Result<Answer, Error> {
        match row {
            Named::Home(organisation, property) => self.home(organisation, property).await,
            Named::NewHomes(organisation) => self.new_homes(organisation).await,
            Named::Account(user) => self.account(user).await,
            Named::Organisation(organisation) => self.organisation(organisation).await,
        }
    }
}

impl Owners {
    async fn home(
        &self,
        organisation: OrganisationId,
        property: PropertyId,
    ) -> Result<Answer, Error> {
        let asked = FindPropertySnapshotRequest {
            organisation_id: organisation.get(),
            property_id: property.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut portfolio = Portfolio::new(self.peers.portfolio.clone());
        let answered = answer(portfolio.find_property_snapshot(asked));
        let Some(answered) = answered.await? else {
            return Ok(Answer::Known);
        };
        let Some(found) = answered.property else {
            return Ok(Answer::Unknown);
        };
        let told = [inbound::property(found).map_err(Error::internal)?];
        let mut tx = self.db.begin_worker().await?;
        let changed = copies::homes(&mut tx, &told).await?;
        tx.commit().await?;
        Ok(Answer::found(changed))
    }

    async fn new_homes(&self, organisation: OrganisationId) -> Result<Answer, Error> {
        let since = timestamp(SystemClock.now() - NEW);
        let mut portfolio = Portfolio::new(self.peers.portfolio.clone());
        let (mut page_token, mut news) = (String::new(), false);
        loop {
            let asked = ListPropertySnapshotsRequest {
                page_size: PAGE,
                page_token,
                organisation_id: organisation.get(),
                since_time: Some(since),
            };
            let asked = question(&self.peers.key, asked)?;
            let answered = answer(portfolio.list_property_snapshots(asked)).await?;
            let Some(answered) = answered else {
                return Ok(Answer::Known);
            };
            let told = answered.properties.into_iter();
            // The release before knows no organisation here, and tells everybody's.
            let told = told.filter(|one| one.organisation_id == organisation.get());
            let told: Result<Vec<_>, _> = told.map(inbound::property).collect();
            let mut tx = self.db.begin_worker().await?;
            news |= copies::homes(&mut tx, &told.map_err(Error::internal)?).await?;
            tx.commit().await?;
            page_token = answered.next_page_token;
            if page_token.is_empty() {
                return Ok(Answer::found(news));
            }
        }
    }

    async fn account(&self, user: UserId) -> Result<Answer, Error> {
        let asked = FindAccountSnapshotRequest {
            user_id: user.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut identity = Identity::new(self.peers.identity.clone());
        let answered = answer(identity.find_account_snapshot(asked));
        let Some(answered) = answered.await? else {
            return Ok(Answer::Known);
        };
        let Some(found) = answered.account else {
            return Ok(Answer::Unknown);
        };
        let news = inbound::account(found, &self.opener).map_err(Error::internal)?;
        let mut tx = self.db.begin_worker().await?;
        let changed = copies::account(
            &mut tx,
            news.user,
            news.role,
            &news.verified_email,
            news.version,
        );
        let changed = changed.await?;
        tx.commit().await?;
        Ok(Answer::found(changed))
    }

    async fn organisation(&self, organisation: OrganisationId) -> Result<Answer, Error> {
        let asked = FindOrganisationSnapshotRequest {
            organisation_id: organisation.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut identity = Identity::new(self.peers.identity.clone());
        let answered = answer(identity.find_organisation_snapshot(asked));
        let Some(answered) = answered.await? else {
            return Ok(Answer::Known);
        };
        let found = answered.organisation.and_then(|found| found.organisation);
        let Some(found) = found else {
            return Ok(Answer::Unknown);
        };
        let news = inbound::organisation(found, &self.opener).map_err(Error::internal)?;
        let mut tx = self.db.begin_worker().await?;
        let changed = copies::organisation(&mut tx, organisation, &news.lessor, news.version);
        let changed = changed.await?;
        tx.commit().await?;
        Ok(Answer::found(changed))
    }

    /// The name of an account, under which a member signs; `None` where identity knows none.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while identity does not answer.
    pub async fn name_of(&self, user: UserId) -> Result<Option<String>, Error> {
        let asked = FindAccountSnapshotRequest {
            user_id: user.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut identity = Identity::new(self.peers.identity.clone());
        let answered = answer(identity.find_account_snapshot(asked)).await?;
        let Some(found) = answered.and_then(|answered| answered.account) else {
            return Ok(None);
        };
        let news = inbound::account(found, &self.opener).map_err(Error::internal)?;
        Ok(Some(news.name).filter(|name| !name.is_empty()))
    }
}

/// Asks identity for the landlord of an organisation where the copy knows none. Where identity does not answer, the copy counts.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn know_landlord(db: &Db, asking: &Asking, caller: &Principal) -> Result<(), Error> {
    let organisation = caller.organisation()?;
    let mut tx = db.begin(Scope::of(caller)).await?;
    let known = store::keeping::organisation::find(&mut tx, organisation).await?;
    drop(tx);
    if known.is_none_or(|lessor| lessor.landlord.is_none()) {
        asking.is_there(Named::Organisation(organisation)).await;
    }
    Ok(())
}

/// Asks identity for the caller's account where the copy knows no verified address of it.
///
/// # Errors
/// [`Error::Unavailable`] while identity or the database is away.
pub async fn know_account(db: &Db, asking: &Asking, caller: &Principal) -> Result<(), Error> {
    let mut tx = db.begin(Scope::of(caller)).await?;
    let known = store::keeping::account::email_key(&mut tx, caller.user).await?;
    drop(tx);
    if known.is_none() {
        asking.ask(Named::Account(caller.user)).await?;
    }
    Ok(())
}

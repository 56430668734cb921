//! Asking portfolio, tenancy-applications and identity for one row that a caller names and that the copy of it may lack.

use lintel_auth::ServiceKey;
use lintel_core::{Error, InspectionId, OrganisationId, PropertyId, UserId};
use lintel_db::Db;
use lintel_proto::{
    identity::v1::{
        FindOrganisationSnapshotRequest, snapshot_service_client::SnapshotServiceClient as Identity,
    },
    portfolio::v1::{
        FindInspectionSnapshotRequest, FindPropertySnapshotRequest,
        snapshot_service_client::SnapshotServiceClient as Portfolio,
    },
    tenancy::v1::{
        FindTenantSnapshotsRequest, snapshot_service_client::SnapshotServiceClient as Tenancy,
    },
};
use lintel_runtime::{
    GrpcChannel,
    owner::{self, Answer, answer, question},
};
use lintel_sealing::Opener;

use super::{copies, viewing::ShownHomes};
use crate::{domain::LeaseStatus, events::inbound, store};

/// A row of another service that a caller names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// A property with its rooms.
    Home(OrganisationId, PropertyId),
    /// A scheduled inspection.
    Inspection(OrganisationId, InspectionId),
    /// The members of an organisation.
    Members(OrganisationId),
    /// The tenants that an account is.
    Tenants(UserId),
}

/// The services that own what this one keeps copies of.
#[derive(Debug, Clone)]
pub struct Peers {
    /// Portfolio.
    pub portfolio: GrpcChannel,
    /// Tenancy-applications.
    pub tenancy: GrpcChannel,
    /// Identity.
    pub identity: GrpcChannel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

/// The client of the owners, which stores the rows that they return.
#[derive(Debug, Clone)]
pub struct Owners {
    /// Where the copies are kept.
    pub db: Db,
    /// The services that are asked.
    pub peers: Peers,
    /// Opens what others seal to this service.
    pub opener: Opener,
    /// Gives notice to who moved in.
    pub shown: ShownHomes,
}

/// Runs use cases that name rows of other services.
pub type Asking = owner::Asking<Owners>;

impl owner::Owners for Owners {
    type Row = Named;

    fn explains(row: Named, refusal: &Error) -> bool {
        match row {
            Named::Home(..) => matches!(refusal.reason(), "HOME_NOT_FOUND" | "ROOM_NOT_FOUND"),
            Named::Inspection(..) => refusal.reason() == "INSPECTION_NOT_FOUND",
            // Refused among other fields of a form: asked for before.
            Named::Members(_) => false,
            Named::Tenants(_) => {
                matches!(refusal.reason(), "TENANCY_NOT_LINKED" | "HOME_NOT_FOUND")
            }
        }
    }

    async fn ask(&self, row: Named) -> Result<Answer, Error> {
        match row {
            Named::Home(organisation, property) => self.home(organisation, property).await,
            Named::Inspection(organisation, inspection) => {
                self.inspection(organisation, inspection).await
            }
            Named::Members(organisation) => self.members(organisation).await,
            Named::Tenants(user) => self.tenants(user).await,
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
        let news = store::home::keep(&mut tx, &told).await?;
        store::viewing::rename_homes(&mut tx, &news).await?;
        tx.commit().await?;
        Ok(Answer::found(!news.is_empty()))
    }

    async fn inspection(
        &self,
        organisation: OrganisationId,
        inspection: InspectionId,
    ) -> Result<Answer, Error> {
        let asked = FindInspectionSnapshotRequest {
            organisation_id: organisation.get(),
            inspection_id: inspection.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut portfolio = Portfolio::new(self.peers.portfolio.clone());
        let answered = answer(portfolio.find_inspection_snapshot(asked));
        let Some(answered) = answered.await? else {
            return Ok(Answer::Known);
        };
        let Some(found) = answered.inspection else {
            return Ok(Answer::Unknown);
        };
        let (organisation, news) = inbound::inspection(&found).map_err(Error::internal)?;
        // Its home may be as new as it is.
        let mut changed = self.home(organisation, news.property).await? == Answer::News;
        let mut tx = self.db.begin_worker().await?;
        changed |= store::inspection::keep(&mut tx, organisation, &news).await?;
        tx.commit().await?;
        Ok(Answer::found(changed))
    }

    async fn members(&self, organisation: OrganisationId) -> Result<Answer, Error> {
        let asked = FindOrganisationSnapshotRequest {
            organisation_id: organisation.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut identity = Identity::new(self.peers.identity.clone());
        let answered = answer(identity.find_organisation_snapshot(asked));
        let Some(answered) = answered.await? else {
            return Ok(Answer::Known);
        };
        let Some(found) = answered.organisation else {
            return Ok(Answer::Unknown);
        };
        let mut changed = false;
        let mut tx = self.db.begin_worker().await?;
        for member in &found.members {
            let news = inbound::member(member).map_err(Error::internal)?;
            changed |= copies::member(&mut tx, &news).await?;
        }
        tx.commit().await?;
        Ok(Answer::found(changed))
    }

    async fn tenants(&self, user: UserId) -> Result<Answer, Error> {
        let asked = FindTenantSnapshotsRequest {
            user_id: user.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut tenancy = Tenancy::new(self.peers.tenancy.clone());
        let answered = answer(tenancy.find_tenant_snapshots(asked));
        let Some(answered) = answered.await? else {
            return Ok(Answer::Known);
        };
        let found = answered.tenants;
        if found.is_empty() {
            return Ok(Answer::Unknown);
        }
        let mut changed = false;
        for found in found {
            let read = inbound::tenant(found, &self.opener);
            let (organisation, news) = read.map_err(Error::internal)?;
            let mut tx = self.db.begin_worker().await?;
            // A home that was left may have left the portfolio too.
            if let Some(state) = &news.state
                && state.lease_status != LeaseStatus::Ended
                && store::home::find(&mut tx, organisation, state.property)
                    .await?
                    .is_none()
            {
                drop(tx);
                self.home(organisation, state.property).await?;
                tx = self.db.begin_worker().await?;
            }
            changed |= self
                .shown
                .tenant(&mut tx, &self.opener, organisation, &news)
                .await?;
            tx.commit().await?;
        }
        Ok(Answer::found(changed))
    }
}

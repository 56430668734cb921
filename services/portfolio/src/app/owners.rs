//! Asking tenancy-applications which tenancies of a home are in force.

use std::sync::Arc;

use lintel_auth::ServiceKey;
use lintel_core::{Clock, Error, OrganisationId, PropertyId};
use lintel_db::Db;
use lintel_proto::tenancy::v1::{
    FindLettingSnapshotsRequest, snapshot_service_client::SnapshotServiceClient as TenancyClient,
};
use lintel_runtime::{
    GrpcChannel,
    owner::{self, Answer, answer, question},
};

use super::record_tenancy;
use crate::{events::inbound, store};

/// The owner of what this service keeps copies of.
#[derive(Debug, Clone)]
pub struct Peers {
    /// Tenancy-applications.
    pub tenancy: GrpcChannel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

/// The client of the owner, which stores the rows that it returns.
#[derive(Debug, Clone)]
pub struct Owners {
    /// Where the copy is kept.
    pub db: Db,
    /// When it was told.
    pub clock: Arc<dyn Clock>,
    /// The services that are asked.
    pub peers: Peers,
}

/// Runs use cases that depend on what is let.
pub type Asking = owner::Asking<Owners>;

impl owner::Owners for Owners {
    /// The tenancies of a property.
    type Row = (OrganisationId, PropertyId);

    /// No use case is refused because a tenancy is not known: it is asked for before.
    fn explains(_: Self::Row, _: &Error) -> bool {
        false
    }

    async fn ask(&self, (organisation, property): Self::Row) -> Result<Answer, Error> {
        let asked = FindLettingSnapshotsRequest {
            organisation_id: organisation.get(),
            property_id: property.get(),
        };
        let asked = question(&self.peers.key, asked)?;
        let mut tenancy = TenancyClient::new(self.peers.tenancy.clone());
        let answered = answer(tenancy.find_letting_snapshots(asked));
        let Some(found) = answered.await? else {
            return Ok(Answer::Known);
        };
        let over = found.ended.into_iter().map(inbound::ended);
        let began = found.in_force.into_iter().map(inbound::started);
        let mut tx = self.db.begin_worker().await?;
        let known = store::tenancy::versions(&mut tx, organisation, property).await?;
        drop(tx);
        let mut changed = false;
        for told in over.chain(began) {
            let (organisation, tenancy) = told.map_err(Error::internal)?;
            if known.get(&tenancy.id) >= Some(&tenancy.version) {
                continue;
            }
            let mut tx = self.db.begin_worker().await?;
            changed |= record_tenancy(&mut tx, organisation, &tenancy, self.clock.now()).await?;
            tx.commit().await?;
        }
        Ok(Answer::found(changed))
    }
}

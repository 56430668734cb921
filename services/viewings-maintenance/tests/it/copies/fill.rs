//! Filling copies that no event reaches.

use std::sync::Arc;

use lintel_auth::{SERVICE_KEY_HEADER, ServiceKey};
use lintel_core::Clock;
use lintel_proto::{
    identity::v1::{
        ListAccountSnapshotsRequest, ListAccountSnapshotsResponse,
        ListOrganisationSnapshotsRequest, ListOrganisationSnapshotsResponse, OrganisationSnapshot,
        snapshot_service_server::{
            SnapshotService as IdentitySnapshots, SnapshotServiceServer as IdentityServer,
        },
    },
    portfolio::v1::{
        InspectionStatus, ListInspectionSnapshotsRequest, ListInspectionSnapshotsResponse,
        ListPropertySnapshotsRequest, ListPropertySnapshotsResponse, PropertyChanged,
        snapshot_service_server::{
            SnapshotService as PortfolioSnapshots, SnapshotServiceServer as PortfolioServer,
        },
    },
    tenancy::v1::{
        ListTenantSnapshotsRequest, ListTenantSnapshotsResponse,
        snapshot_service_server::{
            SnapshotService as TenancySnapshots, SnapshotServiceServer as TenancyServer,
        },
    },
};
use lintel_runtime::fill::{self, Filled};
use lintel_sealing::Opener;
use lintel_testkit::wait_for;
use lintel_viewings_maintenance::{jobs::Fill, store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{
    Request, Response, Status,
    transport::{Channel, Endpoint, Server, server::TcpIncoming},
};

use super::{
    PATIENCE, account, home_name, house, inspection, living, member, name, organisation, scope,
    tenant,
};
use crate::harness::World;

const KEY: &str = "the key of our own processes";

/// Portfolio, tenancy-applications and identity.
#[derive(Clone)]
struct Owners {
    opener: Opener,
}

fn ours<T>(request: &Request<T>) -> Result<(), Status> {
    let key = request.metadata().get(SERVICE_KEY_HEADER);
    if key.is_some_and(|key| key == KEY) {
        return Ok(());
    }
    Err(Status::permission_denied("not one of our own processes"))
}

fn told<T>(made: anyhow::Result<T>) -> Result<T, Status> {
    made.map_err(|error| Status::internal(error.to_string()))
}

#[tonic::async_trait]
impl PortfolioSnapshots for Owners {
    async fn list_property_snapshots(
        &self,
        request: Request<ListPropertySnapshotsRequest>,
    ) -> Result<Response<ListPropertySnapshotsResponse>, Status> {
        ours(&request)?;
        let first = request.get_ref().page_token.is_empty();
        let other = PropertyChanged {
            property_id: 71,
            ..house("Second", 1)
        };
        Ok(Response::new(ListPropertySnapshotsResponse {
            properties: vec![if first { house("First", 2) } else { other }],
            next_page_token: if first { "next" } else { "" }.to_owned(),
        }))
    }

    async fn list_inspection_snapshots(
        &self,
        request: Request<ListInspectionSnapshotsRequest>,
    ) -> Result<Response<ListInspectionSnapshotsResponse>, Status> {
        ours(&request)?;
        Ok(Response::new(ListInspectionSnapshotsResponse {
            inspections: vec![inspection(InspectionStatus::Scheduled, 1)],
            next_page_token: String::new(),
        }))
    }
}

#[tonic::async_trait]
impl TenancySnapshots for Owners {
    async fn list_tenant_snapshots(
        &self,
        request: Request<ListTenantSnapshotsRequest>,
    ) -> Result<Response<ListTenantSnapshotsResponse>, Status> {
        ours(&request)?;
        Ok(Response::new(ListTenantSnapshotsResponse {
            tenants: vec![told(tenant(&self.opener, "Tess", 1))?],
            next_page_token: String::new(),
        }))
    }
}

#[tonic::async_trait]
impl IdentitySnapshots for Owners {
    async fn list_account_snapshots(
        &self,
        request: Request<ListAccountSnapshotsRequest>,
    ) -> Result<Response<ListAccountSnapshotsResponse>, Status> {
        ours(&request)?;
        Ok(Response::new(ListAccountSnapshotsResponse {
            accounts: vec![account(true, 1)],
            next_page_token: String::new(),
        }))
    }

    async fn list_organisation_snapshots(
        &self,
        request: Request<ListOrganisationSnapshotsRequest>,
    ) -> Result<Response<ListOrganisationSnapshotsResponse>, Status> {
        ours(&request)?;
        Ok(Response::new(ListOrganisationSnapshotsResponse {
            organisations: vec![OrganisationSnapshot {
                organisation: Some(told(organisation(&self.opener, "Lets", 2))?),
                members: vec![member(1)],
            }],
            next_page_token: String::new(),
        }))
    }
}

fn filling(world: &World, owners: &Channel) -> Fill {
    Fill {
        db: world.database.db.clone(),
        clock: Arc::clone(&world.clock) as Arc<dyn Clock>,
        portfolio: owners.clone(),
        tenancy: owners.clone(),
        identity: owners.clone(),
        key: ServiceKey::new(KEY.into()),
        opener: world.parts.opener.clone(),
    }
}

#[tokio::test]
async fn copies_that_no_event_reaches_are_filled_once_from_their_owners() -> anyhow::Result<()> {
    let world = World::start().await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let owners = Endpoint::from_shared(address)?.connect_lazy();
    let fill = filling(&world, &owners);
    let stop = CancellationToken::new();
    let filled = tokio::spawn(fill::at_first_start(fill.clone(), stop.clone()));

    let served = Owners {
        opener: world.parts.opener.clone(),
    };
    let server = Server::builder()
        .add_service(PortfolioServer::new(served.clone()))
        .add_service(TenancyServer::new(served.clone()))
        .add_service(IdentityServer::new(served))
        .serve_with_incoming(TcpIncoming::from(listener));
    tokio::spawn(server);
    wait_for("the copies are filled", PATIENCE, async || {
        let filled: i64 = world
            .scalar("SELECT count(*) FROM vm_filled_copies")
            .await?;
        Ok((filled == 5).then_some(()))
    })
    .await?;
    assert_eq!(home_name(&world).await?.as_deref(), Some("First"));
    assert_eq!(living(&world).await?, ["Tess"]);
    assert_eq!(name(&world).await?.as_deref(), Some("Lets"));
    let inspections: i64 = world.scalar("SELECT count(*) FROM vm_inspections").await?;
    assert_eq!(inspections, 1);
    let mut tx = world.database.db.begin(scope()).await?;
    assert!(store::account::auto_assigns(&mut tx, 12.into()).await?);
    drop(tx);
    stop.cancel();
    filled.await??;

    // Their owners were restored from an older backup: they know less, and by lower versions. There is one row too many of each.
    for sql in [
        "UPDATE vm_homes SET name = 'Undone', version = 9 WHERE property_id = 70",
        "INSERT INTO vm_homes (organisation_id, property_id, version) VALUES (1, 72, 9)",
        "INSERT INTO vm_inspections (organisation_id, inspection_id, property_id, version) VALUES (1, 900, 70, 9)",
        "INSERT INTO vm_tenants (organisation_id, tenant_id, version) VALUES (1, 900, 9)",
        "INSERT INTO vm_accounts (user_id, version) VALUES (900, 9)",
        "INSERT INTO vm_organisations (organisation_id, name, version) VALUES (900, 'Undone', 9)",
        "INSERT INTO vm_members (organisation_id, membership_id, user_id, version) VALUES (1, 900, 900, 9)",
    ] {
        world.execute(sql).await?;
    }
    // With the five rows that every world begins with, of which these owners know nothing.
    assert_eq!(fill::all(&fill).await?, Filled { rows: 6, gone: 11 });
    assert_eq!(home_name(&world).await?.as_deref(), Some("First"));
    assert_eq!(living(&world).await?, ["Tess"]);
    Ok(())
}

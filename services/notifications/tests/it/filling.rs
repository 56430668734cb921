//! The copies of accounts and members, filled from identity itself.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use lintel_auth::{SERVICE_KEY_HEADER, ServiceKey};
use lintel_notifications::jobs::{Fill, note_unfilled};
use lintel_proto::{
    common::v1::Sealed,
    identity::v1::{
        AccountChanged, AccountContact, ListAccountSnapshotsRequest, ListAccountSnapshotsResponse,
        ListOrganisationSnapshotsRequest, ListOrganisationSnapshotsResponse, MembershipChanged,
        OrganisationChanged, OrganisationSnapshot,
        snapshot_service_server::{SnapshotService, SnapshotServiceServer},
    },
    portfolio::v1::{
        ListInspectionSnapshotsRequest, ListInspectionSnapshotsResponse,
        ListPropertySnapshotsRequest, ListPropertySnapshotsResponse, PropertyChanged,
        snapshot_service_server::{
            SnapshotService as PortfolioSnapshots, SnapshotServiceServer as PortfolioServer,
        },
    },
};
use lintel_runtime::fill::Filled;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{
    Request, Response, Status,
    transport::{Endpoint, Server, server::TcpIncoming},
};

use crate::support::Bench;

const KEY: &str = "0123456789abcdef0123456789abcdef";

/// Identity: three accounts on three pages, two of them members of one organisation. Its first answer is that it is away.
#[derive(Clone)]
struct Identity {
    contact: Vec<u8>,
    calls: Arc<AtomicUsize>,
}

impl Identity {
    fn begin<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let key = request.metadata().get(SERVICE_KEY_HEADER);
        if key.is_none_or(|key| key != KEY) {
            return Err(Status::unauthenticated("who is it?"));
        }
        if self.calls.fetch_add(1, Ordering::SeqCst) == 0 {
            return Err(Status::unavailable("not yet"));
        }
        Ok(())
    }
}

#[tonic::async_trait]
impl SnapshotService for Identity {
    async fn list_account_snapshots(
        &self,
        request: Request<ListAccountSnapshotsRequest>,
    ) -> Result<Response<ListAccountSnapshotsResponse>, Status> {
        self.begin(&request)?;
        let user: i64 = request.into_inner().page_token.parse().unwrap_or(1);
        let account = AccountChanged {
            user_id: user,
            version: 4,
            contact: Some(Sealed {
                ciphertext: self.contact.clone(),
            }),
            ..AccountChanged::default()
        };
        let next = (user < 3).then(|| (user + 1).to_string());
        Ok(Response::new(ListAccountSnapshotsResponse {
            accounts: vec![account],
            next_page_token: next.unwrap_or_default(),
        }))
    }

    async fn list_organisation_snapshots(
        &self,
        request: Request<ListOrganisationSnapshotsRequest>,
    ) -> Result<Response<ListOrganisationSnapshotsResponse>, Status> {
        self.begin(&request)?;
        let member = |user| MembershipChanged {
            membership_id: 100 + user,
            organisation_id: 5,
            user_id: user,
            version: 1,
            ..MembershipChanged::default()
        };
        Ok(Response::new(ListOrganisationSnapshotsResponse {
            organisations: vec![OrganisationSnapshot {
                organisation: Some(OrganisationChanged::default()),
                members: vec![member(1), member(2)],
            }],
            next_page_token: String::new(),
        }))
    }
}

/// Portfolio: one home.
struct Portfolio;

#[tonic::async_trait]
impl PortfolioSnapshots for Portfolio {
    async fn list_property_snapshots(
        &self,
        request: Request<ListPropertySnapshotsRequest>,
    ) -> Result<Response<ListPropertySnapshotsResponse>, Status> {
        let key = request.metadata().get(SERVICE_KEY_HEADER);
        if key.is_none_or(|key| key != KEY) {
            return Err(Status::unauthenticated("who is it?"));
        }
        Ok(Response::new(ListPropertySnapshotsResponse {
            properties: vec![PropertyChanged {
                property_id: 7,
                organisation_id: 5,
                version: 1,
                display_name: "Garden Flat".to_owned(),
                ..PropertyChanged::default()
            }],
            next_page_token: String::new(),
        }))
    }

    async fn list_inspection_snapshots(
        &self,
        _: Request<ListInspectionSnapshotsRequest>,
    ) -> Result<Response<ListInspectionSnapshotsResponse>, Status> {
        Err(Status::unimplemented("nobody asks"))
    }
}

async fn numbers(bench: &Bench) -> anyhow::Result<(i64, i64)> {
    let mut admin = bench.database.superuser().await?;
    let sql = "SELECT (SELECT count(contact) FROM contacts), (SELECT count(*) FROM members WHERE NOT ended)";
    Ok(sqlx::query_as(sql).fetch_one(&mut admin).await?)
}

#[tokio::test]
async fn the_copies_are_filled_once_and_again_after_a_time_without_mails() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let contact = AccountContact {
        display_name: "Ada".to_owned(),
        verified_email: "ada@example.org".to_owned(),
        email_notifications: true,
        maintenance_alerts: true,
        ..AccountContact::default()
    };
    let identity = Identity {
        contact: bench.seal(&contact),
        calls: Arc::default(),
    };
    let calls = identity.calls.clone();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(
        Server::builder()
            .add_service(SnapshotServiceServer::new(identity))
            .add_service(PortfolioServer::new(Portfolio))
            .serve_with_incoming(TcpIncoming::from(listener)),
    );
    let fill = Fill {
        db: bench.database.db.clone(),
        identity: Endpoint::from_shared(url.clone())?.connect_lazy(),
        portfolio: Endpoint::from_shared(url)?.connect_lazy(),
        sealed_box: bench.sealed_box(),
        key: ServiceKey::new(KEY.into()),
    };
    let stop = CancellationToken::new();

    // Identity refuses the first call; the page is asked for again.
    fill.at_first_start(&stop).await;
    assert_eq!(numbers(&bench).await?, (3, 2));
    let mut admin = bench.database.superuser().await?;
    let (home, found): (String, bool) = sqlx::query_as(
        "SELECT (SELECT name FROM nt_homes), bool_and(address_digest IS NOT NULL) FROM contacts",
    )
    .fetch_one(&mut admin)
    .await?;
    assert_eq!((home.as_str(), found), ("Garden Flat", true));
    let once = calls.load(Ordering::SeqCst);
    fill.at_first_start(&stop).await;
    assert_eq!(calls.load(Ordering::SeqCst), once, "it is not asked twice");

    // Without mails identity seals no contacts.
    sqlx::query("UPDATE contacts SET contact = NULL")
        .execute(&mut admin)
        .await?;
    note_unfilled(&bench.database.db, &stop).await;
    fill.at_first_start(&stop).await;
    assert_eq!(numbers(&bench).await?, (3, 2));
    Ok(())
}

#[tokio::test]
async fn what_events_told_meanwhile_is_newer() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let mut admin = bench.database.superuser().await?;
    for sql in [
        "INSERT INTO contacts (user_id, contact, version) VALUES (3, NULL, 5)",
        "INSERT INTO members (organisation_id, membership_id, user_id, ended, version) VALUES (5, 102, 2, true, 2)",
    ] {
        sqlx::query(sql).execute(&mut admin).await?;
    }
    let identity = Identity {
        contact: b"sealed".to_vec(),
        calls: Arc::new(AtomicUsize::new(1)),
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(
        Server::builder()
            .add_service(SnapshotServiceServer::new(identity))
            .add_service(PortfolioServer::new(Portfolio))
            .serve_with_incoming(TcpIncoming::from(listener)),
    );
    let fill = Fill {
        db: bench.database.db.clone(),
        identity: Endpoint::from_shared(url.clone())?.connect_lazy(),
        portfolio: Endpoint::from_shared(url)?.connect_lazy(),
        sealed_box: bench.sealed_box(),
        key: ServiceKey::new(KEY.into()),
    };
    fill.at_first_start(&CancellationToken::new()).await;
    assert_eq!(
        numbers(&bench).await?,
        (2, 1),
        "the account is deleted and one member has left"
    );

    // Identity was restored from an older backup: it has them again, and nothing of those that came later.
    for sql in [
        "INSERT INTO contacts (user_id, contact, version) VALUES (9, 'sealed', 5)",
        "INSERT INTO members (organisation_id, membership_id, user_id, version) VALUES (5, 109, 9, 2)",
        "INSERT INTO nt_homes (organisation_id, property_id, version) VALUES (5, 8, 2)",
    ] {
        sqlx::query(sql).execute(&mut admin).await?;
    }
    assert_eq!(fill.again().await?, Filled { rows: 6, gone: 3 });
    assert_eq!(numbers(&bench).await?, (3, 2));
    Ok(())
}

//! The snapshots that fill the copies of other services.

use lintel_proto::{
    PublicEvent as _,
    portfolio::v1::{
        InspectionChanged, InspectionStatus, ListInspectionSnapshotsRequest,
        ListInspectionSnapshotsResponse, ListPropertySnapshotsRequest,
        ListPropertySnapshotsResponse, snapshot_service_client::SnapshotServiceClient,
    },
};
use prost::Message as _;
use tonic::{Code, Request, Status};

use crate::{
    harness::World,
    property::{flat, shared_house},
};

const KEY: &str = "the key of our own processes";

async fn page(
    world: &World,
    key: Option<&str>,
    page_size: i32,
    page_token: &str,
) -> Result<ListPropertySnapshotsResponse, Status> {
    let connection = world
        .bearer(None)
        .map_err(|_| Status::unknown("no channel"))?;
    let mut request = Request::new(ListPropertySnapshotsRequest {
        page_size,
        page_token: page_token.to_owned(),
        ..ListPropertySnapshotsRequest::default()
    });
    if let Some(key) = key.and_then(|key| key.parse().ok()) {
        let metadata = request.metadata_mut();
        metadata.insert(lintel_auth::SERVICE_KEY_HEADER, key);
    }
    let mut client = SnapshotServiceClient::new(connection);
    Ok(client.list_property_snapshots(request).await?.into_inner())
}

async fn inspections(
    world: &World,
    key: Option<&str>,
    page_token: &str,
) -> Result<ListInspectionSnapshotsResponse, Status> {
    let connection = world
        .bearer(None)
        .map_err(|_| Status::unknown("no channel"))?;
    let mut request = Request::new(ListInspectionSnapshotsRequest {
        page_size: 2,
        page_token: page_token.to_owned(),
    });
    if let Some(key) = key.and_then(|key| key.parse().ok()) {
        let metadata = request.metadata_mut();
        metadata.insert(lintel_auth::SERVICE_KEY_HEADER, key);
    }
    let mut client = SnapshotServiceClient::new(connection);
    let listed = client.list_inspection_snapshots(request).await?;
    Ok(listed.into_inner())
}

#[tokio::test]
async fn every_scheduled_inspection_is_told_as_its_last_event_tells_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (one, two) = (world.landlord()?, world.other_landlord()?);
    for (caller, name) in [(&one, "Mine"), (&two, "Theirs"), (&one, "Another")] {
        caller.create(flat(name)).await?;
    }
    let told: Vec<Vec<u8>> = {
        let mut superuser = world.database.superuser().await?;
        sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
            .bind(InspectionChanged::TYPE)
            .fetch_all(&mut superuser)
            .await?
    };
    let mut told = told
        .iter()
        .map(|payload| Ok(InspectionChanged::decode(payload.as_slice())?))
        .collect::<anyhow::Result<Vec<_>>>()?;
    assert_eq!(told.len(), 3, "one for each property");
    assert_eq!(told[1].organisation_id, 2);
    told.sort_by_key(|inspection| inspection.inspection_id);

    let begin = inspections(&world, Some(KEY), "").await?;
    let rest = inspections(&world, Some(KEY), &begin.next_page_token).await?;
    assert_eq!(rest.next_page_token, "");
    let listed = [begin.inspections, rest.inspections];
    assert_eq!((listed[0].len(), listed.concat()), (2, told.clone()));

    // What is over cannot clash with anything.
    world
        .execute("UPDATE property_inspections SET status = 'Cancelled' WHERE organisation_id = 2")
        .await?;
    let left = inspections(&world, Some(KEY), "").await?;
    assert_eq!(left.next_page_token, "");
    assert!(
        left.inspections
            .iter()
            .all(|one| { one.organisation_id == 1 && one.status() == InspectionStatus::Scheduled })
    );
    assert_eq!(left.inspections.len(), 2);
    for key in [None, Some("another key")] {
        let refused = inspections(&world, key, "").await;
        assert!(refused.is_err(), "{key:?}");
    }
    Ok(())
}

#[tokio::test]
async fn every_property_has_the_snapshot_of_its_last_event() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (one, two) = (world.landlord()?, world.other_landlord()?);
    let first = one.create(flat("Mine")).await?;
    let second = two.create(shared_house("Theirs", &[1, 2])).await?;
    let mut renamed = one.create(flat("Before")).await?;
    renamed.display_name = "After".to_owned();
    let third = one.change(renamed, &["display_name"]).await?;

    let begin = page(&world, Some(KEY), 2, "").await?;
    let rest = page(&world, Some(KEY), 2, &begin.next_page_token).await?;
    assert_eq!(rest.next_page_token, "");
    let told: Vec<_> = begin.properties.iter().chain(&rest.properties).collect();
    let names: Vec<_> = told
        .iter()
        .map(|told| {
            let (id, organisation) = (told.property_id, told.organisation_id);
            (id, organisation, told.display_name.as_str(), told.version)
        })
        .collect();
    assert_eq!(
        names,
        [
            (first.property_id, 1, "Mine", 1),
            (second.property_id, 2, "Theirs", 1),
            (third.property_id, 1, "After", 2),
        ]
    );
    assert_eq!(told[1].rooms.len(), 2);
    Ok(())
}

#[tokio::test]
async fn nobody_but_our_own_processes_is_told() -> anyhow::Result<()> {
    let world = World::start().await?;
    for key in [None, Some("another key")] {
        let refused = page(&world, key, 0, "").await.err();
        assert!(
            refused.is_some_and(|status| matches!(
                status.code(),
                Code::PermissionDenied | Code::Unauthenticated
            )),
            "{key:?}"
        );
    }
    let refused = page(&world, Some(KEY), 0, "nonsense").await.err();
    assert_eq!(
        refused.map(|status| status.code()),
        Some(Code::InvalidArgument)
    );
    Ok(())
}

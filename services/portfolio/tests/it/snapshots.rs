//! What fills the copies of other services.

use lintel_proto::portfolio::v1::{
    ListPropertySnapshotsRequest, ListPropertySnapshotsResponse,
    snapshot_service_client::SnapshotServiceClient,
};
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
    });
    if let Some(key) = key.and_then(|key| key.parse().ok()) {
        let metadata = request.metadata_mut();
        metadata.insert(lintel_auth::SERVICE_KEY_HEADER, key);
    }
    let mut client = SnapshotServiceClient::new(connection);
    Ok(client.list_property_snapshots(request).await?.into_inner())
}

#[tokio::test]
async fn every_property_of_every_organisation_is_told_as_its_last_event_tells_it()
-> anyhow::Result<()> {
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

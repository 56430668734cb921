//! Deleting a property.

use futures::future::join_all;
use lintel_core::Grade;
use lintel_proto::{PublicEvent as _, portfolio::v1::PropertyDeleted};
use lintel_testkit::tokens::member;
use prost::Message as _;
use tonic::Code;

use crate::{
    harness::{World, reason, refusal},
    property::{house, shared_house},
};

const KEY: &str = "delete-this-house";

#[tokio::test]
async fn a_deleted_property_is_gone_with_its_rooms_and_its_history_is_kept() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let kept = landlord.create(house("Kept")).await?;
    let gone = landlord.create(shared_house("Gone", &[1, 2])).await?;
    landlord.delete(gone.property_id).await?;

    let status = refusal(landlord.get(gone.property_id).await)?;
    assert_eq!(reason(&status), "PROPERTY_NOT_FOUND");
    assert_eq!(landlord.list(0, "").await?.properties, [kept]);
    assert_eq!(landlord.dashboard().await?.active_properties, 1);
    // One property, no rooms, both histories and the end of one, three events, no request id.
    assert_eq!(world.rows().await?, [1, 0, 3, 3, 0]);
    Ok(())
}

#[tokio::test]
async fn others_hear_that_it_is_gone_at_a_version_above_its_last() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("Gone")).await?;
    landlord.delete(property.property_id).await?;

    let mut connection = world.database.superuser().await?;
    let (kind, payload): (String, Vec<u8>) =
        sqlx::query_as("SELECT event_type, payload FROM outbox ORDER BY seq DESC LIMIT 1")
            .fetch_one(&mut connection)
            .await?;
    assert_eq!(kind, PropertyDeleted::TYPE);
    assert_eq!(
        PropertyDeleted::decode(payload.as_slice())?,
        PropertyDeleted {
            property_id: property.property_id,
            organisation_id: 1,
            version: property.version + 1,
        }
    );
    Ok(())
}

#[tokio::test]
async fn one_that_somebody_changed_since_is_not_deleted() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    let status = refusal(landlord.delete_once(property.property_id, "2", "").await)?;
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::Aborted, "STALE_ETAG")
    );
    landlord.get(property.property_id).await?;
    landlord.delete_once(property.property_id, "1", "").await?;
    Ok(())
}

#[tokio::test]
async fn a_repeat_succeeds_and_tells_nobody_again() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    landlord.delete_once(property.property_id, "1", KEY).await?;
    let rows = world.rows().await?;
    landlord.delete_once(property.property_id, "1", KEY).await?;
    assert_eq!(world.rows().await?, rows);
    let again = refusal(landlord.delete(property.property_id).await)?;
    assert_eq!(reason(&again), "PROPERTY_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn of_several_at_once_one_deletes() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    let answers = join_all((0..8).map(|_| landlord.delete(property.property_id))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter(Result::is_err) {
        assert_eq!(reason(&refusal(refused)?), "PROPERTY_NOT_FOUND");
    }
    assert_eq!(world.rows().await?, [0, 0, 2, 2, 0]);
    Ok(())
}

#[tokio::test]
async fn neither_another_organisation_nor_a_viewer_deletes() -> anyhow::Result<()> {
    let world = World::start().await?;
    let property = world.landlord()?.create(house("House")).await?;
    let stranger = world.other_landlord()?;
    let foreign = refusal(stranger.delete(property.property_id).await)?;
    let missing = refusal(stranger.delete(987_654_321).await)?;
    assert_eq!(reason(&foreign), "PROPERTY_NOT_FOUND");
    assert_eq!(foreign.details(), missing.details());
    let viewer = world.caller(&member(12, 1, Grade::Viewer))?;
    let refused = refusal(viewer.delete(property.property_id).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(world.rows().await?, [1, 0, 1, 1, 0]);
    Ok(())
}

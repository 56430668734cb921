//! A change, its history, its event and the answer to its request id are one transaction.

use lintel_proto::{
    PublicEvent as _,
    common::v1::Nation,
    portfolio::v1::{PropertyChanged, PropertyStatus, PropertyType},
};
use prost::Message as _;
use tonic::Code;

use crate::{
    harness::{World, refusal},
    property::{flat, gbp, shared_house},
};

#[tokio::test]
async fn everything_of_a_change_is_written_by_one_transaction() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .landlord()?
        .create_once(shared_house("Shared", &[1, 2]), "a-request-id")
        .await?;
    assert_eq!(world.rows().await?, [1, 2, 1, 1, 1]);
    let transactions = world
        .number(
            "SELECT count(DISTINCT writer) FROM (
                 SELECT xmin::text AS writer FROM properties
                 UNION ALL SELECT xmin::text FROM rooms
                 UNION ALL SELECT xmin::text FROM property_history
                 UNION ALL SELECT xmin::text FROM outbox
                 UNION ALL SELECT xmin::text FROM request_ids) written",
        )
        .await?;
    assert_eq!(transactions, 1);
    Ok(())
}

#[tokio::test]
async fn when_any_part_cannot_be_written_nothing_is() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for (spoil, mend) in [
        (
            "ALTER TABLE outbox ADD CONSTRAINT spoilt CHECK (false) NOT VALID",
            "ALTER TABLE outbox DROP CONSTRAINT spoilt",
        ),
        (
            "ALTER TABLE property_history ADD CONSTRAINT spoilt CHECK (false) NOT VALID",
            "ALTER TABLE property_history DROP CONSTRAINT spoilt",
        ),
        (
            "ALTER TABLE rooms ADD CONSTRAINT spoilt CHECK (false) NOT VALID",
            "ALTER TABLE rooms DROP CONSTRAINT spoilt",
        ),
        // The answer is recorded last: a failure there takes everything back.
        (
            "ALTER TABLE request_ids ADD CONSTRAINT spoilt CHECK (response IS NULL)",
            "ALTER TABLE request_ids DROP CONSTRAINT spoilt",
        ),
    ] {
        world.execute(spoil).await?;
        let given = || shared_house("Shared", &[1, 2]);
        let status = refusal(landlord.create_once(given(), "a-request-id").await)?;
        assert_eq!(status.code(), Code::Internal, "{spoil}");
        assert!(!status.message().contains("spoilt"), "{}", status.message());
        assert_eq!(world.rows().await?, [0; 5], "{spoil}");
        world.execute(mend).await?;
    }
    landlord
        .create_once(shared_house("Shared", &[1, 2]), "a-request-id")
        .await?;
    assert_eq!(world.rows().await?, [1, 2, 1, 1, 1]);
    Ok(())
}

#[tokio::test]
async fn the_event_is_the_whole_public_state_at_its_version() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut given = shared_house("Shared", &[48_000, 51_000]);
    given.rooms[1].occupied = true;
    let stored = world.landlord()?.create(given).await?;

    let mut connection = world.database.superuser().await?;
    let (kind, aggregate, id, version, organisation, payload): (
        String,
        String,
        String,
        i64,
        i64,
        Vec<u8>,
    ) = sqlx::query_as(
        "SELECT event_type, aggregate_type, aggregate_id, aggregate_version, organisation_id, payload FROM outbox",
    )
    .fetch_one(&mut connection)
    .await?;
    assert_eq!(kind, PropertyChanged::TYPE);
    assert_eq!(
        (aggregate.as_str(), id),
        ("property", stored.property_id.to_string())
    );
    assert_eq!((version, organisation), (1, 1));
    let expected = PropertyChanged {
        property_id: stored.property_id,
        organisation_id: 1,
        version: 1,
        display_name: "Shared".to_owned(),
        address: "1 High Street, Leeds".to_owned(),
        postcode: "LS1 4AP".to_owned(),
        property_type: PropertyType::Hmo.into(),
        status: PropertyStatus::PartiallyOccupied.into(),
        monthly_rent: gbp(99_000),
        asking_rent: gbp(99_000),
        rooms: stored.rooms,
        responsible_user_id: 11,
        nation: Nation::England.into(),
    };
    assert_eq!(PropertyChanged::decode(payload.as_slice())?, expected);
    Ok(())
}

#[tokio::test]
async fn the_event_holds_nothing_of_lender_and_insurer() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(flat("Flat")).await?;
    let mut connection = world.database.superuser().await?;
    let payload: Vec<u8> = sqlx::query_scalar("SELECT payload FROM outbox")
        .fetch_one(&mut connection)
        .await?;
    let payload = String::from_utf8_lossy(&payload);
    assert!(payload.contains("1 High Street, Leeds"));
    for private in [
        "0113 496 0000",
        "Leeds Building Society",
        "LBS/1",
        "Aviva",
        "P-77",
    ] {
        assert!(!payload.contains(private), "{private}");
    }
    Ok(())
}

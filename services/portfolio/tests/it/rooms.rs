//! `ListRooms`.

use crate::{
    harness::{World, reason, refusal},
    property::{house, shared_house},
};

#[tokio::test]
async fn a_house_that_is_let_as_a_whole_has_no_rooms() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = landlord.create(house("House")).await?.property_id;
    assert!(landlord.rooms(id).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn each_house_has_its_own_rooms() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let one = landlord.create(shared_house("One", &[1, 2])).await?;
    let other = landlord.create(shared_house("Other", &[3])).await?;
    assert_eq!(landlord.rooms(one.property_id).await?, one.rooms);
    assert_eq!(landlord.rooms(other.property_id).await?, other.rooms);
    let listed = landlord.list(0, "").await?.properties;
    assert_eq!(listed, [other, one]);
    Ok(())
}

#[tokio::test]
async fn rooms_of_what_does_not_exist_are_not_found() -> anyhow::Result<()> {
    let world = World::start().await?;
    for id in [0, -1, 1, i64::MAX, i64::MIN] {
        let status = refusal(world.landlord()?.rooms(id).await)?;
        assert_eq!(reason(&status), "PROPERTY_NOT_FOUND", "{id}");
    }
    Ok(())
}

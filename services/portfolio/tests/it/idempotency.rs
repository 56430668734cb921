//! Request ids: one effect for one intended change.

use futures::future::try_join_all;
use lintel_core::Grade;
use lintel_testkit::tokens::member;
use prost::Message as _;
use tonic::Code;

use crate::{
    harness::{World, fields, reason, refusal},
    property::{flat, house, shared_house},
};

const KEY: &str = "0197a0f2-0000-7000-8000-000000000001";

#[tokio::test]
async fn a_repeat_gets_the_first_answer_byte_for_byte_and_has_no_second_effect()
-> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for (given, key) in [
        (flat("Flat"), KEY),
        (shared_house("Shared", &[3, 4]), "another-key"),
    ] {
        let first = landlord.create_once(given.clone(), key).await?;
        world.clock.advance(chrono::Duration::hours(1));
        let rows = world.rows().await?;
        let repeat = landlord.create_once(given, key).await?;
        assert_eq!(first.encode_to_vec(), repeat.encode_to_vec());
        assert_eq!(world.rows().await?, rows);
    }
    Ok(())
}

#[tokio::test]
async fn twins_at_the_same_moment_have_one_effect_and_one_answer() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let twins = (0..16).map(|_| landlord.create_once(shared_house("Shared", &[1, 2]), KEY));
    let answers = try_join_all(twins).await?;
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(world.rows().await?, [1, 2, 1, 1, 1]);
    Ok(())
}

#[tokio::test]
async fn the_same_id_for_another_request_is_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    landlord.create_once(house("One"), KEY).await?;
    let status = refusal(landlord.create_once(house("Two"), KEY).await)?;
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_eq!(reason(&status), "REQUEST_ID_REUSED");
    assert_eq!(fields(&status), ["request_id"]);
    assert_eq!(world.rows().await?, [1, 0, 1, 1, 1]);
    Ok(())
}

#[tokio::test]
async fn somebody_else_may_choose_the_same_id() -> anyhow::Result<()> {
    let world = World::start().await?;
    let one = world.landlord()?.create_once(house("One"), KEY).await?;
    let colleague = world.caller(&member(12, 1, Grade::Manager))?;
    let other = colleague.create_once(house("Two"), KEY).await?;
    let stranger = world
        .other_landlord()?
        .create_once(house("Three"), KEY)
        .await?;
    assert_eq!(other.display_name, "Two");
    assert_eq!(stranger.display_name, "Three");
    assert_ne!(one.property_id, other.property_id);
    Ok(())
}

/// A caller who was removed from an organisation, or now acts in another, gets no kept answer for a key that was used there.
#[tokio::test]
async fn in_another_organisation_the_same_id_is_another_request() -> anyhow::Result<()> {
    let world = World::start().await?;
    let before = world.caller(&member(12, 1, Grade::Manager))?;
    let there = before.create_once(house("Theirs"), KEY).await?;
    let after = world.caller(&member(12, 2, Grade::Manager))?;
    let here = after.create_once(house("Theirs"), KEY).await?;
    assert_ne!(here.property_id, there.property_id);
    let repeat = after.create_once(house("Theirs"), KEY).await?;
    assert_eq!(repeat, here);
    let organisations = "SELECT count(DISTINCT organisation_id) FROM properties";
    assert_eq!(world.number(organisations).await?, 2);
    Ok(())
}

#[tokio::test]
async fn a_refused_request_leaves_its_id_free() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    refusal(landlord.create_once(house(""), KEY).await)?;
    let stored = landlord.create_once(house("Mended"), KEY).await?;
    assert_eq!(stored.display_name, "Mended");
    Ok(())
}

#[tokio::test]
async fn without_an_id_every_request_is_a_new_one() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let one = landlord.create(house("House")).await?;
    let other = landlord.create(house("House")).await?;
    assert_ne!(one.property_id, other.property_id);
    Ok(())
}

#[tokio::test]
async fn an_id_that_is_none_is_refused_by_name() -> anyhow::Result<()> {
    let world = World::start().await?;
    for bad in ["short", "with a blank in it", &"x".repeat(256)] {
        let status = refusal(world.landlord()?.create_once(house("House"), bad).await)?;
        assert_eq!(reason(&status), "REQUEST_ID_INVALID", "{bad:?}");
        assert_eq!(fields(&status), ["request_id"]);
    }
    assert_eq!(world.rows().await?, [0; 5]);
    Ok(())
}

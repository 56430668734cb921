//! The person responsible for a property.

use std::sync::Arc;

use lintel_bus::{Handled, Handler as _};
use lintel_core::{Clock, Grade};
use lintel_portfolio::consumers::IdentityEvents;
use lintel_proto::{
    PublicEvent as _,
    identity::v1::MembershipEnded,
    portfolio::v1::{Property, PropertyChanged},
};
use lintel_testkit::tokens::member;
use prost::Message as _;
use tokio::sync::Notify;

use crate::{
    departures::event,
    harness::{World, reason, refusal, violations},
    property::{flat, house, shared_house},
};

/// Returns the person responsible by the last event about a property.
async fn told(world: &World, property: i64) -> anyhow::Result<i64> {
    let mut superuser = world.database.superuser().await?;
    let payload: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE event_type = $1 AND aggregate_id = $2 ORDER BY seq DESC LIMIT 1",
    )
    .bind(PropertyChanged::TYPE)
    .bind(property.to_string())
    .fetch_one(&mut superuser)
    .await?;
    Ok(PropertyChanged::decode(payload.as_slice())?.responsible_user_id)
}

#[tokio::test]
async fn it_is_who_adds_the_property_unless_another_is_named() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (owner, manager) = (
        world.landlord()?,
        world.caller(&member(33, 1, Grade::Manager))?,
    );
    let mine = owner.create(flat("Mine")).await?;
    assert_eq!(mine.responsible_user_id, 11);
    let theirs = manager.create(house("Theirs")).await?;
    assert_eq!(theirs.responsible_user_id, 33);
    let named = Property {
        responsible_user_id: 11,
        ..house("For the owner")
    };
    let named = manager.create(named).await?;
    assert_eq!(named.responsible_user_id, 11);
    for property in [mine, theirs, named] {
        let id = property.property_id;
        assert_eq!(told(&world, id).await?, property.responsible_user_id);
    }
    Ok(())
}

#[tokio::test]
async fn another_becomes_responsible_with_history_and_event_and_nobody_may_be() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let owner = world.landlord()?;
    let mut property = owner.create(flat("Mine")).await?;
    let id = property.property_id;
    for (version, (user, was, is)) in [(33, Some("11"), Some("33")), (0, Some("33"), None)]
        .into_iter()
        .enumerate()
    {
        property.responsible_user_id = user;
        property = owner.change(property, &["responsible_user_id"]).await?;
        assert_eq!(property.responsible_user_id, user);
        assert_eq!(usize::try_from(property.version)?, version + 2);
        assert_eq!(told(&world, id).await?, user);
        let newest = owner.history(id, 1, "").await?.entries;
        let changes = newest.iter().flat_map(|entry| &entry.changes);
        let changes: Vec<_> = changes
            .map(|change| {
                (
                    change.field.as_str(),
                    change.old_value.as_deref(),
                    change.new_value.as_deref(),
                )
            })
            .collect();
        assert_eq!(changes, [("responsible_user_id", was, is)]);
    }
    // Other changes leave it alone.
    property.display_name = "Another name".to_owned();
    property.responsible_user_id = 99;
    let renamed = owner.change(property.clone(), &["display_name"]).await?;
    assert_eq!(renamed.responsible_user_id, 0);

    property.responsible_user_id = -1;
    let refused = refusal(owner.change(property, &["responsible_user_id"]).await)?;
    assert_eq!(reason(&refused), "PROPERTY_INVALID");
    assert_eq!(
        violations(&refused),
        [(
            "responsible_user_id".to_owned(),
            "Choose a member of the organisation.".to_owned()
        )]
    );
    Ok(())
}

#[tokio::test]
async fn who_leaves_the_organisation_is_responsible_no_more() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (owner, manager) = (
        world.landlord()?,
        world.caller(&member(33, 1, Grade::Manager))?,
    );
    let theirs = manager.create(shared_house("Theirs", &[1, 2])).await?;
    let mine = owner.create(flat("Mine")).await?;
    let left = MembershipEnded {
        membership_id: 3,
        organisation_id: 1,
        user_id: 33,
        version: 2,
    };
    let clock: Arc<dyn Clock> = Arc::clone(&world.clock) as _;
    let identity = IdentityEvents::new(clock, Arc::new(Notify::new()));
    // Word of it may come twice; it is not of another organisation.
    let elsewhere = MembershipEnded {
        organisation_id: 2,
        ..left
    };
    for news in [elsewhere, left, left] {
        let mut tx = world.database.db.begin_worker().await?;
        let handled = identity.handle(&mut tx, &event(&news, 1)).await;
        assert!(matches!(handled, Ok(Handled::Done)));
        tx.commit().await?;
    }
    let after = owner.get(theirs.property_id).await?;
    assert_eq!((after.responsible_user_id, after.version), (0, 2));
    assert_eq!(after.rooms, theirs.rooms);
    assert_eq!(told(&world, theirs.property_id).await?, 0);
    let newest = owner.history(theirs.property_id, 1, "").await?.entries;
    let changes: Vec<_> = newest
        .iter()
        .flat_map(|entry| &entry.changes)
        .map(|change| (change.field.as_str(), change.old_value.as_deref()))
        .collect();
    assert_eq!(changes, [("responsible_user_id", Some("33"))]);
    let untouched = owner.get(mine.property_id).await?;
    assert_eq!((untouched.responsible_user_id, untouched.version), (11, 1));
    Ok(())
}

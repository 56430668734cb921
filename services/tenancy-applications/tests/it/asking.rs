//! Rows of other services that a caller names before any event has told of them.

use lintel_core::{Money, Role};
use lintel_proto::{portfolio::v1::PropertyChanged, tenancy::v1::CreateInviteRequest};
use lintel_testkit::{tokens::outsider, wait_for};
use tonic::Code;

use crate::{
    applying::{FLAT, invite, invites, mails, owner, request_id, world},
    copies::{account, house},
    harness::{World, reason, refusal},
    tenants::tenant,
};

/// The home that [`house`] tells of.
const NEW: i64 = 70;
/// The account that [`account`] tells of.
const ADA: i64 = 500;

/// A mailed invitation to a flat at this rent, which portfolio knows and no event has told of.
async fn mailed(world: &World, pounds: i64, version: i64) -> anyhow::Result<i64> {
    let flat = PropertyChanged {
        rooms: Vec::new(),
        property_type: lintel_proto::portfolio::v1::PropertyType::Flat.into(),
        status: lintel_proto::portfolio::v1::PropertyStatus::Vacant.into(),
        monthly_rent: Some(Money::gbp(pounds * 100).into()),
        ..house("New Flat", version)
    };
    world.owners.know(|known| {
        known.properties.retain(|home| home.property_id != NEW);
        known.properties.push(flat);
    });
    let request = CreateInviteRequest {
        property_id: NEW,
        recipient_name: "Ann".to_owned(),
        recipient_email: format!("ann{version}@example.com"),
        request_id: request_id(),
        ..CreateInviteRequest::default()
    };
    invites(&owner(world, 1)?).create_invite(request).await?;
    let mails = mails(world).await?;
    let rent = mails.last().and_then(|(_, mail)| mail.monthly_rent.clone());
    Ok(rent.map(|rent| rent.minor_units).unwrap_or_default())
}

#[tokio::test]
async fn a_home_that_no_event_told_of_is_invited_to_and_let() -> anyhow::Result<()> {
    let world = world().await?;
    let refused = refusal(invite(&world, NEW, None).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    let refused = refusal(world.landlord()?.add(tenant(NEW, "Ada")).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");

    world
        .owners
        .know(|known| known.properties.push(house("New", 1)));
    invite(&world, NEW, Some(2)).await?;
    let mut lives = tenant(NEW, "Ada");
    lives.room_number = Some("10".to_owned());
    let added = world.landlord()?.add(lives).await?;
    assert_eq!(added.property_display_name, "New");
    Ok(())
}

#[tokio::test]
async fn the_rent_of_an_invitation_is_what_it_was_changed_to() -> anyhow::Result<()> {
    let world = world().await?;
    assert_eq!(mailed(&world, 900, 1).await?, 90_000);
    assert_eq!(mailed(&world, 950, 2).await?, 95_000);
    Ok(())
}

#[tokio::test]
async fn a_room_that_was_added_a_moment_ago_is_let() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .owners
        .know(|known| known.properties.push(house("New", 1)));
    invite(&world, NEW, None).await.ok();
    let mut larger = house("New", 2);
    larger.rooms[0].room_number = "11".to_owned();
    world.owners.know(|known| {
        known.properties.retain(|home| home.property_id != NEW);
        known.properties.push(larger);
    });
    let mut lives = tenant(NEW, "Ada");
    lives.room_number = Some("11".to_owned());
    let added = world.landlord()?.add(lives).await?;
    assert_eq!(added.room_number.as_deref(), Some("11"));
    Ok(())
}

#[tokio::test]
async fn a_home_that_was_sold_a_moment_ago_is_not_let() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .owners
        .know(|known| known.properties.retain(|home| home.property_id != FLAT));
    let refused = refusal(invite(&world, FLAT, None).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    let refused = refusal(world.landlord()?.add(tenant(FLAT, "Ada")).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    let rows = "SELECT (SELECT count(*) FROM invites) + (SELECT count(*) FROM tenants)";
    assert_eq!(world.number(rows).await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_owner_that_is_away_is_said_and_nothing_is_kept() -> anyhow::Result<()> {
    let world = world().await?;
    world.owners.be_silent(true);
    let refused = refusal(invite(&world, NEW, None).await)?;
    assert_eq!(refused.code(), Code::Unavailable);
    let refused = refusal(world.landlord()?.add(tenant(NEW, "Ada")).await)?;
    assert_eq!(refused.code(), Code::Unavailable);
    let caller = world.caller(&outsider(ADA, Role::Tenant))?;
    let refused = refusal(caller.portal().await)?;
    assert_eq!(refused.code(), Code::Unavailable);
    let rows = "SELECT (SELECT count(*) FROM invites) + (SELECT count(*) FROM tenants)";
    assert_eq!(world.number(rows).await?, 0);
    invite(&world, FLAT, None).await?;
    assert_eq!(
        world.number(rows).await?,
        1,
        "a home that is copied needs nobody"
    );
    Ok(())
}

#[tokio::test]
async fn an_address_that_was_verified_a_moment_ago_opens_the_portal() -> anyhow::Result<()> {
    let world = world().await?;
    let mut ada = tenant(FLAT, "Ada");
    ada.email = "ada@example.com".to_owned();
    world.landlord()?.add(ada).await?;
    let caller = world.caller(&outsider(ADA, Role::Tenant))?;
    let refused = refusal(caller.portal().await)?;
    assert_eq!(reason(&refused), "TENANCY_NOT_LINKED");
    let verified = account(&world.opener, "Ada@example.com", 2)?;
    world.owners.know(|known| known.accounts.push(verified));
    let shown = wait_for(
        "the miss is forgotten",
        std::time::Duration::from_secs(20),
        async || Ok::<_, anyhow::Error>(caller.portal().await.ok()),
    )
    .await?;
    assert_eq!(shown.to_confirm.len(), 1);
    Ok(())
}

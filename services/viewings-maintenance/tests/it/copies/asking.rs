//! Rows that a caller names before any event has told of them.

use lintel_proto::{
    identity::v1::{OrganisationChanged, OrganisationSnapshot},
    maintenance::v1::MaintenanceRequest,
    portfolio::v1::{InspectionStatus, PropertyChanged},
    viewings::v1::Viewing,
};
use lintel_testkit::wait_for;
use tonic::Code;

use super::{PATIENCE, house, inspection, living, member, tenant};
use crate::{
    booking::{book, change, viewing},
    harness::{FLAT, World, reason, refusal},
    maintenance::{owner, problem, report, tenant as account},
};

/// The property of [`house`] and [`inspection`].
const HOUSE: i64 = 70;
const INSPECTION: i64 = 80;

async fn rows(world: &World) -> anyhow::Result<i64> {
    world
        .scalar(
            "SELECT (SELECT count(*) FROM viewings) + (SELECT count(*) FROM maintenance_requests)",
        )
        .await
}

#[tokio::test]
async fn a_home_that_no_event_told_of_is_shown_and_repaired() -> anyhow::Result<()> {
    let world = World::start().await?;
    let refused = refusal(book(&world.landlord()?, viewing(HOUSE, "Vera")).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");

    world
        .owners
        .know(|known| known.properties.push(house("New", 1)));
    let mut booked = viewing(HOUSE, "Vera");
    booked.room_number = Some("2".to_owned());
    let booked = book(&world.landlord()?, booked).await?;
    assert_eq!(booked.property_display_name, "New");
    let wanted = MaintenanceRequest {
        property_id: HOUSE,
        ..problem("Tap drips")
    };
    let added = owner(&world, 1)?.add(wanted).await?;
    assert_eq!(added.property_display_name, "New");
    Ok(())
}

#[tokio::test]
async fn a_room_that_was_added_a_moment_ago_is_found() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .owners
        .know(|known| known.properties.push(house("New", 1)));
    let booked = book(&world.landlord()?, viewing(HOUSE, "Vera")).await?;
    let mut larger = house("New", 2);
    larger.rooms[0].room_number = "11".to_owned();
    world.owners.know(|known| {
        known.properties.retain(|home| home.property_id != HOUSE);
        known.properties.push(larger);
    });
    let wanted = MaintenanceRequest {
        property_id: HOUSE,
        room_number: Some("11".to_owned()),
        ..problem("Tap drips")
    };
    let added = owner(&world, 1)?.add(wanted).await?;
    assert_eq!(added.room_number.as_deref(), Some("11"));

    let mut largest = house("New", 3);
    largest.rooms[0].room_number = "12".to_owned();
    world.owners.know(|known| {
        known.properties.retain(|home| home.property_id != HOUSE);
        known.properties.push(largest);
    });
    let moved = Viewing {
        viewing_id: booked.viewing_id,
        room_number: Some("12".to_owned()),
        ..Viewing::default()
    };
    let moved = change(&world.landlord()?, moved, &["room_number"]).await?;
    assert_eq!(moved.room_number.as_deref(), Some("12"));
    Ok(())
}

#[tokio::test]
async fn a_home_that_left_a_moment_ago_is_gone_and_stays_so() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .owners
        .know(|known| known.properties.retain(|home| home.property_id != FLAT));
    let refused = refusal(book(&world.landlord()?, viewing(FLAT, "Vera")).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    // What portfolio said of it before it left comes late.
    world
        .execute("UPDATE vm_homes SET name = NULL, address = NULL, postcode = NULL, is_occupied = NULL, responsible_user = NULL, version = 9
             WHERE property_id = 101",
        )
        .await?;
    world.owners.know(|known| {
        known.properties.push(PropertyChanged {
            property_id: FLAT,
            ..house("Late", 8)
        });
    });
    let refused = refusal(book(&world.landlord()?, viewing(FLAT, "Vera")).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    assert_eq!(rows(&world).await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_owner_that_is_away_is_said_and_nothing_is_kept() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.owners.be_silent(true);
    let refused = refusal(book(&world.landlord()?, viewing(HOUSE, "Vera")).await)?;
    assert_eq!(refused.code(), Code::Unavailable);
    let wanted = MaintenanceRequest {
        property_id: HOUSE,
        ..problem("Tap drips")
    };
    let refused = refusal(owner(&world, 1)?.add(wanted).await)?;
    assert_eq!(refused.code(), Code::Unavailable);
    assert_eq!(rows(&world).await?, 0);
    book(&world.landlord()?, viewing(FLAT, "Vera")).await?;
    assert_eq!(rows(&world).await?, 1, "a home that is copied needs nobody");
    Ok(())
}

#[tokio::test]
async fn an_inspection_and_its_home_are_found_together() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.owners.know(|known| {
        known.properties.push(house("New", 1));
        known
            .inspections
            .push(inspection(InspectionStatus::Scheduled, 1));
    });
    let wanted = MaintenanceRequest {
        property_id: HOUSE,
        inspection_id: INSPECTION,
        ..problem("Mould")
    };
    let added = owner(&world, 1)?.add(wanted).await?;
    assert_eq!(
        (added.property_id, added.inspection_id),
        (HOUSE, INSPECTION)
    );
    Ok(())
}

#[tokio::test]
async fn a_member_who_joined_a_moment_ago_is_given_work() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.owners.know(|known| {
        known.organisations.push(OrganisationSnapshot {
            organisation: Some(OrganisationChanged {
                organisation_id: 1,
                ..OrganisationChanged::default()
            }),
            members: vec![member(1)],
        });
    });
    let wanted = MaintenanceRequest {
        property_id: FLAT,
        assignee_user_id: 12,
        ..problem("Tap drips")
    };
    let added = owner(&world, 1)?.add(wanted).await?;
    assert_eq!(added.assignee_user_id, 12);
    Ok(())
}

#[tokio::test]
async fn a_tenant_who_has_just_said_that_a_home_is_theirs_reports() -> anyhow::Result<()> {
    let world = World::start().await?;
    let caller = account(&world, 500)?;
    let refused = refusal(caller.add(report("Tap drips")).await)?;
    assert_eq!(reason(&refused), "TENANCY_NOT_LINKED");

    let tess = tenant(&world.parts.opener, "Tess", 1)?;
    world.owners.know(|known| {
        known.properties.push(house("New", 1));
        known.tenants.push(tess);
    });
    wait_for("the miss is forgotten", PATIENCE, async || {
        Ok(caller.add(report("Tap drips")).await.ok())
    })
    .await?;
    assert_eq!(living(&world).await?, ["Tess"]);
    Ok(())
}

#[tokio::test]
async fn a_report_does_not_go_to_another_home_than_was_meant() -> anyhow::Result<()> {
    let world = crate::maintenance::world().await?;
    let caller = account(&world, 500)?;
    world.tenant(4, FLAT, None, "Tess", 500).await?;
    let tess = tenant(&world.parts.opener, "Tess", 1)?;
    world.owners.know(|known| {
        known.properties.push(house("New", 1));
        known.tenants.push(tess);
    });
    let refused = refusal(caller.add(report("Tap drips")).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_INVALID");
    let wanted = MaintenanceRequest {
        property_id: HOUSE,
        ..report("Tap drips")
    };
    assert_eq!(caller.add(wanted).await?.property_id, HOUSE);
    Ok(())
}

//! The appointments that overlap a viewing.

use lintel_core::Grade;
use lintel_proto::viewings::v1::{
    CheckViewingTimeRequest, CheckViewingTimeResponse, Viewing, ViewingStatus,
};
use lintel_testkit::tokens::member;
use lintel_viewings_maintenance::{domain::InspectionNews, store};

use crate::{
    booking::{Landlord, become_, book, day, get, time, viewing},
    harness::{FLAT, HOUSE, OTHER_FLAT, World, fields, reason, refusal},
};

fn at(property: i64, hour: i32, minute: i32) -> Viewing {
    Viewing {
        viewing_time: time(hour, minute),
        ..viewing(property, "Ada")
    }
}

async fn inspect(world: &World, id: i64, hour: u32, minute: u32) -> anyhow::Result<()> {
    let at = "2026-12-01"
        .parse()
        .ok()
        .zip(chrono::NaiveTime::from_hms_opt(hour, minute, 0));
    let news = InspectionNews {
        id: id.into(),
        property: HOUSE.into(),
        at,
        version: 1,
    };
    let mut tx = world.database.db.begin_worker().await?;
    store::inspection::keep(&mut tx, 1.into(), &news).await?;
    tx.commit().await?;
    Ok(())
}

async fn check(
    landlord: &Landlord,
    property_id: i64,
    (hour, minute): (i32, i32),
    viewing_id: i64,
) -> Result<CheckViewingTimeResponse, tonic::Status> {
    let request = CheckViewingTimeRequest {
        property_id,
        viewing_date: day(2026, 12, 1),
        viewing_time: time(hour, minute),
        viewing_id,
    };
    let checked = landlord.clone().check_viewing_time(request).await?;
    Ok(checked.into_inner())
}

#[tokio::test]
async fn viewings_of_the_same_home_or_the_same_host_clash_within_half_an_hour() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let colleague = world.caller(&member(12, 1, Grade::Manager))?;
    let first = book(&landlord, at(FLAT, 14, 0)).await?.viewing_id;
    // Half an hour later nothing overlaps.
    let later = book(&landlord, at(FLAT, 14, 30)).await?;
    assert_eq!(later.clash_viewing_ids, [0; 0]);
    let same_home = book(&colleague, at(FLAT, 14, 29)).await?;
    assert_eq!(same_home.clash_viewing_ids, [first, later.viewing_id]);
    let same_host = book(&landlord, at(HOUSE, 13, 31)).await?;
    assert_eq!(same_host.clash_viewing_ids, [first]);
    let neither = book(&colleague, at(HOUSE, 14, 0)).await?;
    assert_eq!(
        neither.clash_viewing_ids,
        [same_host.viewing_id, same_home.viewing_id]
    );
    // An overlap is no refusal, and what is called off overlaps nothing.
    become_(&landlord, first, ViewingStatus::Cancelled).await?;
    let seen = get(&landlord, same_host.viewing_id).await?;
    assert_eq!(seen.clash_viewing_ids, [neither.viewing_id]);
    assert_eq!(get(&landlord, first).await?.clash_viewing_ids, [0; 0]);
    Ok(())
}

#[tokio::test]
async fn inspections_take_an_hour() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    inspect(&world, 1, 13, 0).await?;
    inspect(&world, 2, 13, 1).await?;
    inspect(&world, 3, 14, 29).await?;
    inspect(&world, 4, 14, 30).await?;
    let booked = book(&landlord, at(FLAT, 14, 0)).await?;
    assert_eq!(booked.clash_inspection_ids, [2, 3]);
    Ok(())
}

#[tokio::test]
async fn a_time_is_looked_at_before_it_is_booked() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    inspect(&world, 2, 14, 0).await?;
    let first = book(&landlord, at(FLAT, 14, 0)).await?.viewing_id;
    let checked = check(&landlord, FLAT, (14, 15), 0).await?;
    assert_eq!(checked.viewings.len(), 1);
    assert_eq!(checked.viewings[0].viewing_id, first);
    assert_eq!(checked.inspections.len(), 1);
    assert_eq!(checked.inspections[0].property_display_name, "The Mill");
    assert_eq!(checked.inspections[0].inspection_time, time(14, 0));
    assert!(!checked.occupied && !checked.short_notice);
    // The viewing that is to be moved is not in its own way.
    let checked = check(&landlord, FLAT, (14, 15), first).await?;
    assert!(checked.viewings.is_empty());

    world.tenant(1, FLAT, None, "Tess", 0).await?;
    let checked = check(&landlord, FLAT, (14, 15), 0).await?;
    assert!(checked.occupied && !checked.short_notice);
    world.clock.advance(chrono::Duration::days(5));
    world.clock.advance(chrono::Duration::hours(5));
    assert!(check(&landlord, FLAT, (14, 15), 0).await?.short_notice);
    let refused = refusal(check(&landlord, OTHER_FLAT, (14, 15), 0).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    let refused = refusal(check(&landlord, FLAT, (25, 0), 0).await)?;
    assert_eq!(fields(&refused), ["viewing_time"]);
    Ok(())
}

//! Automatic scheduling of inspections, and the proposals and bookings for overdue ones.

use lintel_proto::portfolio::v1::{
    Inspection, InspectionBooking, InspectionSettings, InspectionView,
};
use lintel_testkit::tokens::landlord;

use super::{Caller, KEY, at, bare_house, ids, on};
use crate::{
    harness::{World, fields, reason, refusal, violations},
    property::{day, house},
};

#[tokio::test]
async fn settings_are_the_usual_ones_until_set_and_move_what_nobody_touched() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property_id = world.landlord()?.create(house("House")).await?.property_id;
    let usual = helen.settings(property_id).await?;
    let expected = InspectionSettings {
        property_id,
        frequency_months: Some(6),
        reminder_days: Some(7),
        auto_schedule: Some(true),
        version: 0,
    };
    assert_eq!(usual, expected);

    let quarterly = InspectionSettings {
        property_id,
        frequency_months: Some(3),
        reminder_days: Some(14),
        ..Default::default()
    };
    let set = helen.set(quarterly, "0").await?;
    assert_eq!((set.version, set.auto_schedule), (1, Some(true)));
    assert_eq!(helen.settings(property_id).await?, set);
    // Three months on is a Sunday: Monday.
    let moved = helen.view(InspectionView::Upcoming).await?.remove(0);
    assert_eq!(
        (moved.inspection_date, moved.changed_by_user_id),
        (day(2027, 2, 22), 0)
    );
    let stale = refusal(helen.set(quarterly, "0").await)?;
    assert_eq!(reason(&stale), "STALE_ETAG");

    // A person has given it a time of their own: it stays.
    let by_hand = Inspection {
        inspection_id: moved.inspection_id,
        inspection_time: at(15, 0),
        ..Default::default()
    };
    helen.change(by_hand, &["inspection_time"], "").await?;
    let yearly = InspectionSettings {
        frequency_months: Some(12),
        ..quarterly
    };
    helen.set(yearly, "").await?;
    let stays = helen.get(moved.inspection_id).await?;
    assert_eq!(
        (stays.inspection_date, stays.inspection_time),
        (day(2027, 2, 22), at(15, 0))
    );

    // Off: nothing follows. On again: it follows at once.
    let off = InspectionSettings {
        auto_schedule: Some(false),
        ..yearly
    };
    helen.set(off, "").await?;
    helen.cancel(moved.inspection_id, "").await?;
    assert!(helen.view(InspectionView::Upcoming).await?.is_empty());
    helen.set(yearly, "").await?;
    let upcoming = helen.view(InspectionView::Upcoming).await?;
    assert_eq!(upcoming.len(), 1);
    assert_eq!(upcoming[0].inspection_date, day(2028, 2, 22));

    let bad = InspectionSettings {
        property_id,
        frequency_months: Some(4),
        reminder_days: Some(0),
        ..Default::default()
    };
    let status = refusal(helen.set(bad, "").await)?;
    assert_eq!(reason(&status), "INSPECTION_SETTINGS_INVALID");
    assert_eq!(
        violations(&status),
        [
            (
                "frequency_months".to_owned(),
                "Choose 3, 6 or 12 months.".to_owned()
            ),
            (
                "reminder_days".to_owned(),
                "Choose 7, 14 or 30 days.".to_owned()
            ),
        ]
    );
    Ok(())
}

#[tokio::test]
async fn what_is_overdue_is_proposed_and_booked_all_or_none() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = bare_house(&world, &helen).await?;
    // Saturday the 21st of November; Monday at 10:30 is taken.
    helen
        .plan(Inspection {
            inspection_time: at(10, 30),
            ..on(property, day(2026, 11, 23))
        })
        .await?;
    let mut overdue = Vec::new();
    for date in [
        day(2026, 9, 1),
        day(2026, 10, 1),
        day(2026, 11, 1),
        day(2026, 11, 20),
    ] {
        overdue.push(helen.plan(on(property, date)).await?.inspection_id);
    }
    let proposals = helen.proposals().await?;
    let proposed: Vec<_> = proposals
        .iter()
        .map(|row| {
            let inspection = row.inspection.clone().unwrap_or_default();
            (
                inspection.inspection_id,
                row.inspection_date,
                row.inspection_time,
            )
        })
        .collect();
    assert_eq!(
        proposed,
        [
            (overdue[0], day(2026, 11, 23), at(11, 30)),
            (overdue[1], day(2026, 11, 23), at(14, 0)),
            (overdue[2], day(2026, 11, 23), at(15, 30)),
            (overdue[3], day(2026, 11, 24), at(10, 0)),
        ]
    );
    let bookings: Vec<_> = proposed
        .iter()
        .rev()
        .map(|(inspection_id, date, time)| InspectionBooking {
            inspection_id: *inspection_id,
            inspection_date: *date,
            inspection_time: *time,
        })
        .collect();
    // If any of them is missing, finished or in the past, none is booked.
    let mut missing = bookings.clone();
    missing[3].inspection_id = 987_654_321;
    let mut past = bookings.clone();
    past[1].inspection_date = day(2026, 11, 20);
    let done = helen.plan(on(property, day(2026, 11, 2))).await?;
    helen.cancel(done.inspection_id, "").await?;
    let mut closed = bookings.clone();
    closed[0].inspection_id = done.inspection_id;
    for (broken, expected) in [
        (missing, "INSPECTION_NOT_FOUND"),
        (past, "INSPECTION_INVALID"),
        (closed, "INSPECTION_CLOSED"),
        (Vec::new(), "INSPECTION_INVALID"),
    ] {
        let status = refusal(helen.schedule(broken, "").await)?;
        assert_eq!(reason(&status), expected);
        assert_eq!(ids(&helen.view(InspectionView::Overdue).await?), overdue);
    }
    // A refusal of two hundred fields reaches the caller as well.
    let many = (0..200).map(|_| bookings[0]).collect();
    let status = refusal(helen.schedule(many, "").await)?;
    assert_eq!(
        (&*reason(&status), fields(&status).len()),
        ("INSPECTION_INVALID", 50)
    );
    let booked = helen.schedule(bookings.clone(), KEY).await?;
    assert_eq!(helen.schedule(bookings, KEY).await?, booked);
    let expected: Vec<_> = overdue.iter().rev().copied().collect();
    assert_eq!(ids(&booked), expected);
    assert!(booked.iter().all(|row| row.version == 2));
    assert!(helen.view(InspectionView::Overdue).await?.is_empty());
    assert!(helen.proposals().await?.is_empty());
    Ok(())
}

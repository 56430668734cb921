//! Changing a property.

use chrono::Duration;
use futures::future::join_all;
use lintel_core::Grade;
use lintel_proto::portfolio::v1::{
    Lease, Property, PropertyFigures, PropertyStatus, UpdatePropertyRequest,
};
use lintel_testkit::tokens::member;
use tonic::Code;

use crate::{
    harness::{World, change, fields, reason, refusal, violations},
    property::{day, flat, gbp, house, pence, room, shared_house},
};

const KEY: &str = "change-this-house";

/// `property` with another name.
fn renamed(property: &Property, name: &str) -> Property {
    Property {
        property_id: property.property_id,
        display_name: name.to_owned(),
        ..Property::default()
    }
}

#[tokio::test]
async fn a_change_its_history_and_its_event_are_one_transaction() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(flat("Flat 1")).await?;
    world.clock.advance(Duration::days(1));
    let given = Property {
        property_id: before.property_id,
        monthly_rent: gbp(99_000),
        size: String::new(),
        address: "not named, so not looked at".repeat(50),
        ..Property::default()
    };
    let mut request = change(given, &["monthly_rent", "size"]);
    request.request_id = KEY.to_owned();
    let changed = landlord.update(request).await?;

    let expected = Property {
        monthly_rent: gbp(99_000),
        asking_rent: gbp(99_000),
        size: String::new(),
        figures: changed.figures.clone(),
        update_time: changed.update_time,
        version: 2,
        ..before.clone()
    };
    assert_eq!(changed, expected);
    let figures = changed.figures.clone().unwrap_or_default();
    assert_eq!(pence(figures.monthly_profit.as_ref()), 34_825 + 4_000);
    assert_eq!(landlord.get(before.property_id).await?, changed);
    let history = landlord.history(before.property_id, 0, "").await?.entries;
    let rents: Vec<_> = history
        .iter()
        .map(|entry| {
            (
                entry.version,
                pence(entry.monthly_rent.as_ref()),
                entry.changed_by_user_id,
            )
        })
        .collect();
    assert_eq!(rents, [(2, 99_000, 11), (1, 95_000, 11)]);
    assert_eq!(world.rows().await?, [1, 0, 2, 2, 1]);
    let writers = world
        .number(
            "SELECT count(DISTINCT writer) FROM (
                 SELECT xmin::text AS writer FROM properties
                 UNION ALL SELECT xmin::text FROM property_history WHERE version = 2
                 UNION ALL SELECT xmin::text FROM outbox WHERE aggregate_version = 2
                 UNION ALL SELECT xmin::text FROM request_ids) written",
        )
        .await?;
    assert_eq!(writers, 1);
    Ok(())
}

#[tokio::test]
async fn when_any_part_cannot_be_written_nothing_is() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(shared_house("Shared", &[1, 2])).await?;
    let mut given = shared_house("Changed", &[3, 2, 4]);
    given.property_id = before.property_id;
    for table in ["outbox", "property_history", "rooms", "properties"] {
        let spoil = match table {
            "outbox" => "ALTER TABLE outbox ADD CONSTRAINT spoilt CHECK (aggregate_version < 2)",
            "property_history" => {
                "ALTER TABLE property_history ADD CONSTRAINT spoilt CHECK (version < 2)"
            }
            "rooms" => "ALTER TABLE rooms ADD CONSTRAINT spoilt CHECK (monthly_rent < 0.04)",
            _ => "ALTER TABLE properties ADD CONSTRAINT spoilt CHECK (version < 2)",
        };
        world.execute(spoil).await?;
        let refused = refusal(
            landlord
                .change(given.clone(), &["display_name", "rooms"])
                .await,
        )?;
        assert_eq!(refused.code(), Code::Internal, "{table}");
        assert_eq!(landlord.get(before.property_id).await?, before, "{table}");
        assert_eq!(world.rows().await?, [1, 2, 1, 1, 0], "{table}");
        let mend = match table {
            "outbox" => "ALTER TABLE outbox DROP CONSTRAINT spoilt",
            "property_history" => "ALTER TABLE property_history DROP CONSTRAINT spoilt",
            "rooms" => "ALTER TABLE rooms DROP CONSTRAINT spoilt",
            _ => "ALTER TABLE properties DROP CONSTRAINT spoilt",
        };
        world.execute(mend).await?;
    }
    landlord.change(given, &["display_name", "rooms"]).await?;
    Ok(())
}

#[tokio::test]
async fn a_change_of_nothing_writes_nothing_and_a_repeat_gets_the_first_answer()
-> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(shared_house("Shared", &[1, 2])).await?;
    let mut same = before.clone();
    same.display_name = " Shared ".to_owned();
    let answer = landlord
        .change(same, &["display_name", "rooms", "status", "running_costs"])
        .await?;
    assert_eq!(answer, before);
    assert_eq!(world.rows().await?, [1, 2, 1, 1, 0]);

    let request = |name: &str| UpdatePropertyRequest {
        request_id: KEY.to_owned(),
        ..change(renamed(&before, name), &["display_name"])
    };
    let first = landlord.update(request("Changed")).await?;
    landlord
        .change(renamed(&before, "Later"), &["display_name"])
        .await?;
    assert_eq!(landlord.update(request("Changed")).await?, first);
    let reused = refusal(landlord.update(request("Other")).await)?;
    assert_eq!(reason(&reused), "REQUEST_ID_REUSED");
    assert_eq!(
        landlord.get(before.property_id).await?.display_name,
        "Later"
    );
    Ok(())
}

#[tokio::test]
async fn of_two_who_saw_the_same_version_one_is_told() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(house("House")).await?;
    let saves = (0..8).map(|n| {
        let request = UpdatePropertyRequest {
            etag: "\"1\"".to_owned(),
            ..change(renamed(&before, &format!("Name {n}")), &["display_name"])
        };
        let landlord = landlord.clone();
        async move { landlord.update(request).await }
    });
    let answers = join_all(saves).await;
    let saved: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(saved.len(), 1);
    assert_eq!(&landlord.get(before.property_id).await?, saved[0]);
    for refused in answers.into_iter().filter(Result::is_err) {
        let status = refusal(refused)?;
        assert_eq!(
            (status.code(), reason(&status).as_str()),
            (Code::Aborted, "STALE_ETAG")
        );
    }
    assert_eq!(world.rows().await?, [1, 0, 2, 2, 0]);
    // Without a version the last one wins, and none is lost from the history.
    let saves = (0..8).map(|n| {
        let given = renamed(&before, &format!("Later {n}"));
        let landlord = landlord.clone();
        async move { landlord.change(given, &["display_name"]).await }
    });
    assert!(join_all(saves).await.iter().all(Result::is_ok));
    assert_eq!(landlord.get(before.property_id).await?.version, 10);
    assert_eq!(world.rows().await?, [1, 0, 10, 10, 0]);
    Ok(())
}

#[tokio::test]
async fn what_is_wrong_in_itself_is_told_before_what_somebody_else_did() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(house("House")).await?;
    let given = Property {
        property_id: before.property_id,
        bathrooms: 11,
        postcode: "nowhere".to_owned(),
        ..Property::default()
    };
    let request = UpdatePropertyRequest {
        etag: "7".to_owned(),
        ..change(given, &["display_name", "bathrooms", "postcode"])
    };
    let refused = refusal(landlord.update(request).await)?;
    assert_eq!(reason(&refused), "PROPERTY_INVALID");
    assert_eq!(fields(&refused), ["display_name", "postcode", "bathrooms"]);
    Ok(())
}

#[tokio::test]
async fn a_mask_names_fields_that_are_there_and_the_landlord_s() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(house("House")).await?;
    let mut given = before.clone();
    given.version = 99;
    for (paths, text) in [
        (
            &["organisation_id"][..],
            "A property has no field `organisation_id`.",
        ),
        (&["version"], "`version` cannot be changed."),
        (
            &["figures.monthly_profit"],
            "`figures.monthly_profit` cannot be changed.",
        ),
        (&["tenancy_active"], "`tenancy_active` cannot be changed."),
        (&["*"], "A property has no field `*`."),
        (&[], "Name at least one field to change."),
    ] {
        let refused = refusal(landlord.change(given.clone(), paths).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::InvalidArgument, "UPDATE_MASK_INVALID")
        );
        assert_eq!(
            violations(&refused),
            [("update_mask".to_owned(), text.to_owned())]
        );
    }
    assert_eq!(landlord.get(before.property_id).await?, before);
    Ok(())
}

#[tokio::test]
async fn rooms_are_added_removed_renamed_and_keep_their_ids() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord
        .create(shared_house("Shared", &[48_000, 50_000, 52_000]))
        .await?;
    let mut given = shared_house("Shared", &[48_000, 51_000]);
    given.property_id = before.property_id;
    given.rooms[0].display_name = "Garden room".to_owned();
    given.rooms[1].occupied = true;
    given.rooms.push(room("10", 40_000));
    let changed = landlord.change(given, &["rooms"]).await?;

    let rooms: Vec<_> = changed
        .rooms
        .iter()
        .map(|room| {
            (
                room.room_number.as_str(),
                room.display_name.as_str(),
                room.occupied,
            )
        })
        .collect();
    let expected = [
        ("1", "Garden room", false),
        ("2", "Room 2", true),
        ("10", "Room 10", false),
    ];
    assert_eq!(rooms, expected);
    let id = |property: &Property, index: usize| property.rooms[index].room_id;
    assert_eq!(
        (id(&changed, 0), id(&changed, 1)),
        (id(&before, 0), id(&before, 1))
    );
    assert!(
        before
            .rooms
            .iter()
            .all(|room| room.room_id != id(&changed, 2))
    );
    assert_eq!(changed.bedrooms, 3);
    assert_eq!(changed.status(), PropertyStatus::PartiallyOccupied);
    assert_eq!(pence(changed.monthly_rent.as_ref()), 139_000);
    assert_eq!(landlord.rooms(before.property_id).await?, changed.rooms);
    assert_eq!(landlord.get(before.property_id).await?, changed);
    assert_eq!(
        changed.figures.map(|figures| figures.occupied_rooms),
        Some(1)
    );
    Ok(())
}

#[tokio::test]
async fn a_shared_house_may_wait_for_its_rooms() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let bare = landlord.create(shared_house("Shared", &[])).await?;
    assert!(!bare.rooms_configured);
    assert_eq!((bare.bedrooms, bare.status()), (0, PropertyStatus::Vacant));
    assert_eq!(landlord.get(bare.property_id).await?, bare);
    assert_eq!(
        landlord.list(0, "").await?.properties,
        std::slice::from_ref(&bare)
    );
    assert_eq!(landlord.dashboard().await?.lettable_units, 0);

    let mut given = shared_house("Shared", &[48_000, 48_000, 48_000]);
    given.property_id = bare.property_id;
    let ready = landlord.change(given, &["rooms"]).await?;
    assert!(ready.rooms_configured);
    // The domain reference's shared house without its mortgage and premium.
    let figures = ready.figures.unwrap_or_default();
    assert_eq!(pence(figures.running_costs.as_ref()), 40_825);
    assert_eq!(pence(figures.monthly_profit.as_ref()), 103_175);
    assert_eq!(figures.annual_projection, gbp(1_238_100));
    Ok(())
}

#[tokio::test]
async fn a_rent_that_is_typed_against_the_sum_needs_the_caller_s_setting() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord
        .create(shared_house("Shared", &[48_000, 50_000]))
        .await?;
    let given = Property {
        property_id: before.property_id,
        monthly_rent: gbp(90_000),
        ..Property::default()
    };
    let locked = landlord.change(given.clone(), &["monthly_rent"]).await?;
    assert_eq!(locked, before);
    let request = UpdatePropertyRequest {
        auto_rent_calculation: Some(false),
        ..change(given, &["monthly_rent"])
    };
    let typed = landlord.update(request).await?;
    assert_eq!(pence(typed.monthly_rent.as_ref()), 90_000);
    Ok(())
}

#[tokio::test]
async fn years_of_a_lease_count_from_the_day_they_were_typed() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let before = landlord.create(flat("Flat 1")).await?;
    let lease = |years| Property {
        property_id: before.property_id,
        lease: before.lease.clone().map(|lease| Lease {
            years_remaining: Some(years),
            ..lease
        }),
        ..Property::default()
    };
    let same = landlord.change(lease(90), &["lease"]).await?;
    assert_eq!(same.version, 1);
    let typed = landlord.change(lease(88), &["lease"]).await?;
    let typed = typed.lease.unwrap_or_default();
    assert_eq!(typed.last_update_date, day(2026, 11, 21));
    assert_eq!(typed.current_years_remaining, Some(88));
    Ok(())
}

#[tokio::test]
async fn neither_another_organisation_nor_a_viewer_changes_anything() -> anyhow::Result<()> {
    let world = World::start().await?;
    let property = world.landlord()?.create(house("House")).await?;
    let stranger = world.other_landlord()?;
    let given = renamed(&property, "Stolen");
    let foreign = refusal(stranger.change(given.clone(), &["display_name"]).await)?;
    let nobodys = Property {
        property_id: 987_654_321,
        ..given.clone()
    };
    let missing = refusal(stranger.change(nobodys, &["display_name"]).await)?;
    assert_eq!(reason(&foreign), "PROPERTY_NOT_FOUND");
    assert_eq!(foreign.details(), missing.details());
    let viewer = world.caller(&member(12, 1, Grade::Viewer))?;
    let refused = refusal(viewer.change(given, &["display_name"]).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(world.landlord()?.get(property.property_id).await?, property);
    Ok(())
}

#[tokio::test]
async fn a_preview_says_what_a_stored_property_would() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for given in [
        flat("Flat 1"),
        house("House"),
        shared_house("Shared", &[48_000, 50_000]),
    ] {
        let stored = landlord
            .create(given.clone())
            .await?
            .figures
            .unwrap_or_default();
        let previewed = landlord.preview(given).await?;
        let expected = PropertyFigures {
            monthly_profit: stored.monthly_profit,
            annual_profit: stored.annual_profit,
            monthly_costs: stored.monthly_costs,
            running_costs: stored.running_costs,
            annual_yield_percent: stored.annual_yield_percent,
            ..PropertyFigures::default()
        };
        assert_eq!(previewed, expected);
    }
    let nothing = landlord.preview(Property::default()).await?;
    assert_eq!(pence(nothing.monthly_profit.as_ref()), 0);
    assert_eq!(world.rows().await?, [3, 2, 3, 3, 0]);
    Ok(())
}

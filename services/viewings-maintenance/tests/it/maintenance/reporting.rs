//! Adding requests: by tenants for where they live, by landlords for any home.

use lintel_proto::maintenance::v1::{
    MaintenanceActor, MaintenanceCategory, MaintenanceEventKind, MaintenanceMailKind,
    MaintenancePriority, MaintenanceRequest, MaintenanceStatus, TargetState,
};
use tonic::Code;

use super::{ANN, BOB, CLEO, letters, owner, problem, report, tenant, told, world};
use crate::harness::{FLAT, HOUSE, OTHER_FLAT, fields, reason, refusal};

#[tokio::test]
async fn a_smell_of_gas_is_an_emergency_and_its_tenant_is_told_what_to_do() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, landlord) = (tenant(&world, ANN)?, owner(&world, 1)?);
    let added = ann
        .add(MaintenanceRequest {
            description: "Since this morning.".to_owned(),
            category: MaintenanceCategory::Gas.into(),
            priority: MaintenancePriority::Low.into(),
            entry_permitted: Some(true),
            ..report("I smell gas by the boiler")
        })
        .await?;
    assert_eq!((added.property_id, added.tenant_id), (FLAT, 1));
    assert_eq!(added.priority(), MaintenancePriority::High);
    assert!(added.emergency && added.advice.contains("0800 111 999"));
    assert_eq!(added.status(), MaintenanceStatus::Open);
    assert_eq!(added.target_state(), TargetState::DueToday);
    let seconds = |at: Option<prost_types::Timestamp>| at.map(|at| at.seconds).unwrap_or_default();
    let reported = seconds(added.report_time);
    assert_eq!(seconds(added.respond_by_time) - reported, 4 * 3600);
    assert_eq!(seconds(added.fix_by_time) - reported, 24 * 3600);
    // A tenant is told neither names nor accounts but their own.
    assert_eq!(
        (added.tenant_name.as_str(), added.reported_by_user_id),
        ("", ANN)
    );

    let seen = landlord.get(added.maintenance_request_id).await?;
    assert_eq!(
        (seen.tenant_name.as_str(), seen.tenant_phone.as_str()),
        ("Ann", "07700 900123")
    );
    assert_eq!(seen.property_display_name, "Garden Flat");
    assert_eq!(seen.property_address, "1 Mill Lane, York, YO1 7HZ");
    assert_eq!(seen.entry_permitted, Some(true));

    let mails = letters(&world).await?;
    let kinds: Vec<_> = mails.iter().map(|one| (one.kind, one.to_members)).collect();
    let reported = (MaintenanceMailKind::Reported, true);
    assert_eq!(kinds, [reported, (MaintenanceMailKind::Received, false)]);
    let (members, own) = (&mails[0].mail, &mails[1].mail);
    assert_eq!(members.property_display_name, "Garden Flat");
    assert_eq!(members.author_name, "Ann");
    assert_eq!(members.priority, "High (emergency)");
    assert_eq!(own.recipient_email, "ann@example.org");
    assert!(own.advice.contains("0800 111 999"), "{own:?}");
    assert_eq!(
        (
            own.property_display_name.as_str(),
            own.organisation_name.as_str()
        ),
        ("", "Acme, Lettings")
    );
    Ok(())
}

#[tokio::test]
async fn a_request_for_a_room_is_seen_by_who_lives_in_it_alone() -> anyhow::Result<()> {
    let world = world().await?;
    world.tenant(4, HOUSE, Some("1"), "Ben", 53).await?;
    let (bob, cleo, ben) = (
        tenant(&world, BOB)?,
        tenant(&world, CLEO)?,
        tenant(&world, 53)?,
    );
    let added = bob.add(report("Window does not close")).await?;
    let id = added.maintenance_request_id;
    assert_eq!(added.room_number.as_deref(), Some("1"));
    assert_eq!(added.priority(), MaintenancePriority::Medium);
    assert!(!added.emergency);
    assert_eq!(ben.get(id).await?.title, "Window does not close");
    assert_eq!(ben.get(id).await?.reported_by_user_id, 0);
    let refused = refusal(cleo.get(id).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");

    // A landlord's for the room is seen there as well, one for the whole house by nobody in single rooms.
    let landlord = owner(&world, 1)?;
    let room = landlord
        .add(MaintenanceRequest {
            property_id: HOUSE,
            room_number: Some("2B".to_owned()),
            ..problem("Paint the room")
        })
        .await?;
    assert_eq!(room.room_number.as_deref(), Some("2b"));
    assert_eq!(room.tenant_id, 0);
    assert!(cleo.get(room.maintenance_request_id).await.is_ok());
    let hall = MaintenanceRequest {
        property_id: HOUSE,
        ..problem("Hallway light flickers")
    };
    let hall = landlord.add(hall).await?.maintenance_request_id;
    for stranger in [&bob, &cleo] {
        let refused = refusal(stranger.get(hall).await)?;
        assert_eq!(refused.code(), Code::NotFound);
    }
    // Members are not mailed of what one of them added.
    let kinds: Vec<_> = told(&world)
        .await?
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(
        kinds,
        [MaintenanceMailKind::Reported, MaintenanceMailKind::Received]
    );
    Ok(())
}

#[tokio::test]
async fn what_is_missing_is_named_before_what_is_wrong() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    for property in [OTHER_FLAT, 999, 0] {
        let nowhere = MaintenanceRequest {
            property_id: property,
            ..MaintenanceRequest::default()
        };
        assert_eq!(
            reason(&refusal(landlord.add(nowhere).await)?),
            "HOME_NOT_FOUND"
        );
    }
    let elsewhere = MaintenanceRequest {
        property_id: HOUSE,
        ..problem("Not mine")
    };
    assert_eq!(
        reason(&refusal(ann.add(elsewhere).await)?),
        "HOME_NOT_FOUND"
    );
    let stranger = tenant(&world, 99)?;
    let refused = refusal(stranger.add(report("Help")).await)?;
    assert_eq!(reason(&refused), "TENANCY_NOT_LINKED");
    let no_room = MaintenanceRequest {
        room_number: Some("9".to_owned()),
        ..problem("x")
    };
    assert_eq!(
        reason(&refusal(landlord.add(no_room).await)?),
        "ROOM_NOT_FOUND"
    );
    let bad = MaintenanceRequest {
        property_id: FLAT,
        title: "x".to_owned(),
        description: "x".repeat(4001),
        assignee_user_id: 77,
        ..MaintenanceRequest::default()
    };
    let refused = refusal(landlord.add(bad).await)?;
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(reason(&refused), "MAINTENANCE_INVALID");
    let named = ["assignee_user_id", "title", "description", "category"];
    assert_eq!(fields(&refused), named);
    Ok(())
}

#[tokio::test]
async fn who_rents_two_homes_says_which() -> anyhow::Result<()> {
    let world = world().await?;
    world.tenant(7, HOUSE, Some("2b"), "Ann", ANN).await?;
    let ann = tenant(&world, ANN)?;
    let refused = refusal(ann.add(report("Which one")).await)?;
    assert_eq!(fields(&refused), ["property_id"]);
    let named = MaintenanceRequest {
        property_id: HOUSE,
        ..report("The house")
    };
    let added = ann.add(named).await?;
    assert_eq!(
        (added.property_id, added.room_number.as_deref()),
        (HOUSE, Some("2b"))
    );
    let flat = ann.add(problem("The flat")).await?;
    assert_eq!(flat.property_id, FLAT);
    let all = ann.titles(Default::default()).await?;
    assert_eq!(all, ["The flat", "The house"]);
    Ok(())
}

#[tokio::test]
async fn a_repeat_adds_nothing_and_keeps_no_name() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    let first = ann.add_once(report("Tap drips"), "request-0001").await?;
    let again = ann.add_once(report("Tap drips"), "request-0001").await?;
    assert_eq!(first, again);
    let all: i64 = world
        .scalar("SELECT count(*) FROM maintenance_requests")
        .await?;
    assert_eq!(all, 1);
    let other = refusal(ann.add_once(report("Other tap"), "request-0001").await)?;
    assert_eq!(reason(&other), "REQUEST_ID_REUSED");
    let kept: i64 = world
        .scalar("SELECT count(*) FROM request_ids WHERE position('Ann'::bytea IN response) > 0")
        .await?;
    assert_eq!(kept, 0);
    Ok(())
}

#[tokio::test]
async fn an_inspection_asks_once_and_its_words_are_the_landlords() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .execute(
            "INSERT INTO vm_inspections (organisation_id, inspection_id, property_id, version)
             VALUES (1, 5, 101, 1), (2, 6, 201, 1)",
        )
        .await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let found = |inspection_id| MaintenanceRequest {
        property_id: 0,
        inspection_id,
        ..problem("Seal the bath")
    };
    let added = landlord.add(found(5)).await?;
    assert_eq!((added.property_id, added.inspection_id), (FLAT, 5));
    let again = landlord.add(found(5)).await?;
    assert_eq!(again.maintenance_request_id, added.maintenance_request_id);
    for bad in [
        found(6),
        found(7),
        MaintenanceRequest {
            property_id: HOUSE,
            ..found(5)
        },
    ] {
        let refused = refusal(landlord.add(bad).await)?;
        assert_eq!(reason(&refused), "INSPECTION_NOT_FOUND");
    }
    let refused = refusal(ann.get(added.maintenance_request_id).await)?;
    assert_eq!(refused.code(), Code::NotFound);
    Ok(())
}

#[tokio::test]
async fn one_inspection_at_once_becomes_one_request() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .execute(
            "INSERT INTO vm_inspections (organisation_id, inspection_id, property_id, version) VALUES (1, 5, 101, 1)",
        )
        .await?;
    let landlord = owner(&world, 1)?;
    let found = MaintenanceRequest {
        inspection_id: 5,
        ..problem("Seal the bath")
    };
    let all = (0..8).map(|_| landlord.add(found.clone()));
    let all = futures::future::try_join_all(all).await?;
    let first = all[0].maintenance_request_id;
    assert!(all.iter().all(|one| one.maintenance_request_id == first));
    let events: i64 = world
        .scalar("SELECT count(*) FROM maintenance_events")
        .await?;
    assert_eq!(events, 1);
    Ok(())
}

#[tokio::test]
async fn the_history_begins_with_the_report() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let details = landlord.details(id).await?;
    let events: Vec<_> = details
        .events
        .iter()
        .map(|event| {
            (
                event.kind(),
                event.actor(),
                event.user_id,
                event.to.as_str(),
            )
        })
        .collect();
    let reported = (
        MaintenanceEventKind::Reported,
        MaintenanceActor::Tenant,
        ANN,
        "Tap drips",
    );
    assert_eq!(events, [reported]);
    let changed: i64 = world
        .scalar("SELECT count(*) FROM outbox WHERE aggregate_type = 'maintenance-request'")
        .await?;
    assert_eq!(changed, 1);
    Ok(())
}

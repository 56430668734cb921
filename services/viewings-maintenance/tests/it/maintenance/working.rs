//! Working on requests: status, priority, who is responsible and who does it.

use futures::future::join_all;
use lintel_proto::maintenance::v1::{
    MaintenanceActor, MaintenanceEvent, MaintenanceEventKind, MaintenanceMailKind,
    MaintenancePriority, MaintenanceRequest, MaintenanceRequestChanged,
    MaintenanceStatus as Status, TargetState,
};
use lintel_testkit::tokens::member;
use prost::Message as _;
use tonic::Code;

use super::{ANN, hand, letters, owner, plumber, problem, report, tenant, told, world};
use crate::harness::{World, fields, reason, refusal, violations};

async fn second_member(world: &World) -> anyhow::Result<()> {
    world
        .execute(
            "INSERT INTO vm_members (organisation_id, membership_id, user_id, grade, version) VALUES (1, 2, 12, 'Manager', 1)",
        )
        .await
}

#[tokio::test]
async fn a_request_goes_through_its_statuses_and_is_opened_again() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let refused = refusal(landlord.move_to(id, Status::Completed).await)?;
    assert_eq!(refused.code(), Code::FailedPrecondition);
    assert_eq!(reason(&refused), "MAINTENANCE_TRANSITION");
    assert_eq!(
        refused.message(),
        "This request is Open. It can become In Progress or Cancelled."
    );

    let taken = landlord.move_to(id, Status::InProgress).await?;
    assert!(taken.first_response_time.is_some());
    assert_eq!(taken.version, 2);
    let same = landlord.move_to(id, Status::InProgress).await?;
    assert_eq!(same.version, 2);
    let done = landlord.move_to(id, Status::Completed).await?;
    assert!(done.complete_time.is_some());
    assert_eq!(done.target_state(), TargetState::OnTime);
    world.clock.advance(chrono::Duration::days(14));
    told(&world).await?;

    let again = ann.move_to(id, Status::Open).await?;
    assert_eq!(
        (again.complete_time, again.first_response_time),
        (None, None)
    );
    assert!(again.fix_by_time.map(|at| at.seconds) > done.fix_by_time.map(|at| at.seconds));
    assert_eq!(
        told(&world).await?,
        [(MaintenanceMailKind::Reopened, "members".to_owned())]
    );
    let events = landlord.details(id).await?.events;
    let last = events.last().map(|event| {
        (
            event.kind(),
            event.actor(),
            event.from.clone(),
            event.to.clone(),
        )
    });
    let reopened = MaintenanceEventKind::Reopened;
    let expected = (
        reopened,
        MaintenanceActor::Tenant,
        "Completed".to_owned(),
        "Open".to_owned(),
    );
    assert_eq!(last, Some(expected));
    Ok(())
}

#[tokio::test]
async fn a_tenant_cancels_and_reopens_and_no_more() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let refused = refusal(ann.move_to(id, Status::InProgress).await)?;
    assert_eq!(
        refused.message(),
        "This request is Open. It can become Cancelled."
    );
    let titled = MaintenanceRequest {
        maintenance_request_id: id,
        title: "Mine".to_owned(),
        ..MaintenanceRequest::default()
    };
    let refused = refusal(ann.change(titled, &["title", "status"], "").await)?;
    assert_eq!(reason(&refused), "UPDATE_MASK_INVALID");
    ann.move_to(id, Status::Cancelled).await?;
    let refused = refusal(ann.confirm(id).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_TRANSITION");
    ann.move_to(id, Status::Open).await?;
    told(&world).await?;
    landlord.move_to(id, Status::InProgress).await?;
    let mail = (
        MaintenanceMailKind::StatusChanged,
        "ann@example.org".to_owned(),
    );
    assert_eq!(told(&world).await?, [mail]);
    Ok(())
}

#[tokio::test]
async fn eight_confirmations_at_once_are_one() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    landlord.complete(id).await?;
    told(&world).await?;
    let all = join_all((0..8).map(|_| ann.confirm(id))).await;
    let versions: Result<Vec<_>, _> = all.into_iter().collect();
    let versions: Vec<_> = versions?
        .iter()
        .map(|one| (one.version, one.confirm_time.is_some()))
        .collect();
    assert_eq!(versions, [(4, true); 8]);
    assert_eq!(
        told(&world).await?,
        [(MaintenanceMailKind::Confirmed, "members".to_owned())]
    );
    let confirmed: i64 = world
        .scalar("SELECT count(*) FROM maintenance_events WHERE kind = 'confirmed'")
        .await?;
    assert_eq!(confirmed, 1);
    Ok(())
}

#[tokio::test]
async fn a_tenant_who_calls_their_request_off_is_told_of_to_the_members() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    letters(&world).await?;
    ann.move_to(id, Status::Cancelled).await?;
    let told = letters(&world).await?;
    let said: Vec<_> = told
        .iter()
        .map(|letter| {
            (
                letter.kind,
                letter.to_members,
                letter.mail.author_name.as_str(),
            )
        })
        .collect();
    assert_eq!(said, [(MaintenanceMailKind::Withdrawn, true, "Ann")]);
    // What the landlord calls off is told to the tenant alone.
    let id = ann.add(report("Gate latch")).await?.maintenance_request_id;
    letters(&world).await?;
    landlord.move_to(id, Status::Cancelled).await?;
    let told = letters(&world).await?;
    let kinds: Vec<_> = told.iter().map(|letter| letter.kind).collect();
    assert_eq!(kinds, [MaintenanceMailKind::StatusChanged]);
    Ok(())
}

#[tokio::test]
async fn another_status_is_mailed_as_the_landlord_says() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    letters(&world).await?;
    landlord
        .move_to_telling(id, Status::InProgress, false)
        .await?;
    assert!(letters(&world).await?.is_empty());
    world
        .execute("UPDATE vm_organisations SET off_mails = '{repair-status}'")
        .await?;
    landlord.move_to(id, Status::Completed).await?;
    assert!(letters(&world).await?.is_empty(), "the switch is off");
    landlord.move_to_telling(id, Status::Open, true).await?;
    let told = letters(&world).await?;
    let kinds: Vec<_> = told.iter().map(|letter| letter.kind).collect();
    assert_eq!(kinds, [MaintenanceMailKind::StatusChanged]);
    Ok(())
}

#[tokio::test]
async fn another_title_and_description_leave_what_they_were() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let long = "The tap in the bathroom drips. ".repeat(12);
    let reported = MaintenanceRequest {
        description: long.trim_end().to_owned(),
        ..report("Tap drips")
    };
    let id = ann.add(reported).await?.maintenance_request_id;
    let wanted = MaintenanceRequest {
        maintenance_request_id: id,
        title: "Bathroom tap drips".to_owned(),
        description: "Since Monday.".to_owned(),
        ..MaintenanceRequest::default()
    };
    landlord
        .change(wanted, &["title", "description"], "")
        .await?;
    for side in [landlord, ann] {
        let events = side.details(id).await?.events;
        let words: Vec<_> = events
            .iter()
            .skip(1)
            .map(|event| (event.kind(), event.from.as_str(), event.to.as_str()))
            .collect();
        let was = &long[..300];
        let expected = [
            (
                MaintenanceEventKind::Title,
                "Tap drips",
                "Bathroom tap drips",
            ),
            (MaintenanceEventKind::Description, was, "Since Monday."),
        ];
        assert_eq!(words, expected);
    }
    Ok(())
}

#[tokio::test]
async fn fields_are_changed_together_and_leave_a_history() -> anyhow::Result<()> {
    let world = world().await?;
    second_member(&world).await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let firm = landlord.employ(plumber("Brightwater")).await?.contractor_id;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    told(&world).await?;
    let wanted = MaintenanceRequest {
        maintenance_request_id: id,
        priority: MaintenancePriority::High.into(),
        status: Status::InProgress.into(),
        assignee_user_id: 12,
        contractor_id: firm,
        ..MaintenanceRequest::default()
    };
    let paths = ["priority", "status", "assignee_user_id", "contractor_id"];
    let changed = landlord.change(wanted.clone(), &paths, "1").await?;
    assert_eq!((changed.version, changed.assignee_user_id), (2, 12));
    assert_eq!(
        (
            changed.contractor_name.as_str(),
            changed.contractor_phone.as_str()
        ),
        ("Brightwater", "0113 496 0101")
    );
    assert_eq!(changed.respond_by_time, changed.fix_by_time);
    let expected = [
        (
            MaintenanceMailKind::StatusChanged,
            "ann@example.org".to_owned(),
        ),
        (MaintenanceMailKind::Assigned, "12".to_owned()),
    ];
    assert_eq!(told(&world).await?, expected);
    let same = landlord.change(wanted, &paths, "2").await?;
    assert_eq!(same.version, 2);

    let events = landlord.details(id).await?.events;
    let kinds: Vec<_> = events.iter().map(MaintenanceEvent::kind).collect();
    let all = [
        MaintenanceEventKind::Reported,
        MaintenanceEventKind::Priority,
        MaintenanceEventKind::Assigned,
        MaintenanceEventKind::Contractor,
        MaintenanceEventKind::Status,
    ];
    assert_eq!(kinds, all);
    // The tenant sees who comes, not who is responsible.
    let own = ann.details(id).await?;
    let kinds: Vec<_> = own
        .events
        .iter()
        .map(|event| (event.kind(), event.user_id))
        .collect();
    let seen = [
        (MaintenanceEventKind::Reported, ANN),
        (MaintenanceEventKind::Priority, 0),
        (MaintenanceEventKind::Contractor, 0),
        (MaintenanceEventKind::Status, 0),
    ];
    assert_eq!(kinds, seen);
    let own = own.maintenance_request.unwrap_or_default();
    assert_eq!(
        (
            own.assignee_user_id,
            own.contractor_phone.as_str(),
            own.cost_total
        ),
        (0, "", None)
    );
    Ok(())
}

#[tokio::test]
async fn a_change_names_what_is_wrong() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    let wanted = |request: MaintenanceRequest| MaintenanceRequest {
        maintenance_request_id: id,
        ..request
    };
    let stranger = wanted(MaintenanceRequest {
        assignee_user_id: 22,
        ..MaintenanceRequest::default()
    });
    let refused = refusal(
        landlord
            .change(stranger, &["assignee_user_id", "title"], "")
            .await,
    )?;
    assert_eq!(fields(&refused), ["assignee_user_id", "title"]);
    let nobody = wanted(MaintenanceRequest {
        contractor_id: 99,
        ..MaintenanceRequest::default()
    });
    let refused = refusal(
        landlord
            .change(nobody, &["contractor_id", "title"], "")
            .await,
    )?;
    assert_eq!(reason(&refused), "CONTRACTOR_NOT_FOUND");
    let both = wanted(MaintenanceRequest {
        emergency: true,
        priority: MaintenancePriority::Low.into(),
        ..MaintenanceRequest::default()
    });
    let refused = refusal(landlord.change(both, &["emergency", "priority"], "").await)?;
    let expected = (
        "priority".to_owned(),
        "An emergency always has the priority High.".to_owned(),
    );
    assert_eq!(violations(&refused), [expected]);
    let title = wanted(problem("Tap leaks"));
    let refused = refusal(landlord.change(title.clone(), &["title"], "7").await)?;
    assert_eq!(reason(&refused), "STALE_ETAG");
    for paths in [&["property_id"][..], &["version"], &[]] {
        let refused = refusal(landlord.change(title.clone(), paths, "").await)?;
        assert_eq!(reason(&refused), "UPDATE_MASK_INVALID");
    }
    let urgent = wanted(MaintenanceRequest {
        emergency: true,
        ..MaintenanceRequest::default()
    });
    let urgent = landlord.change(urgent, &["emergency"], "").await?;
    assert_eq!(urgent.priority(), MaintenancePriority::High);
    Ok(())
}

#[tokio::test]
async fn an_event_tells_who_sees_it_and_nothing_of_the_tenant() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    ann.add(report("Tap drips")).await?;
    let payload: Vec<u8> = world
        .scalar("SELECT payload FROM outbox WHERE aggregate_type = 'maintenance-request'")
        .await?;
    let fact = MaintenanceRequestChanged::decode(payload.as_slice())?;
    assert_eq!((fact.organisation_id, fact.version), (1, 1));
    assert_eq!(fact.tenant_user_ids, [ANN]);
    assert!(!payload.windows(3).any(|bytes| bytes == b"Ann"));
    Ok(())
}

#[tokio::test]
async fn a_viewer_reads_and_changes_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let viewer = hand(&world, &member(13, 1, lintel_core::Grade::Viewer))?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    assert_eq!(viewer.get(id).await?.title, "Tap drips");
    let refused = refusal(viewer.move_to(id, Status::InProgress).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

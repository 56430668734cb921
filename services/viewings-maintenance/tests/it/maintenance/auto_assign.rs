//! maintenanceAutoAssign (docs/reference/decisions.md 6).

use lintel_proto::maintenance::v1::{
    MaintenanceActor, MaintenanceEventKind, MaintenanceMailKind, MaintenanceRequest,
};

use super::{ANN, owner, problem, report, tenant, told, world};

#[tokio::test]
async fn who_is_responsible_for_a_home_gets_its_requests_if_they_want_them() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    assert_eq!(ann.add(report("Before")).await?.assignee_user_id, 0);
    world
        .execute(
            "INSERT INTO vm_accounts (user_id, maintenance_auto_assign, version) VALUES (11, true, 1);
             INSERT INTO vm_members (organisation_id, membership_id, user_id, grade, version) VALUES (1, 2, 12, 'Manager', 1)",
        )
        .await?;
    told(&world).await?;
    let id = ann.add(report("After")).await?.maintenance_request_id;
    assert_eq!(landlord.get(id).await?.assignee_user_id, 11);
    let mails = told(&world).await?;
    assert!(
        mails.contains(&(MaintenanceMailKind::Assigned, "11".to_owned())),
        "{mails:?}"
    );
    let events = landlord.details(id).await?.events;
    let assigned = events
        .iter()
        .find(|event| event.kind() == MaintenanceEventKind::Assigned);
    let assigned = assigned.map(|event| (event.actor(), event.user_id, event.to.as_str()));
    assert_eq!(assigned, Some((MaintenanceActor::Lintel, 0, "11")));

    // Who is named stays named, and nobody is mailed of their own doing.
    let named = MaintenanceRequest {
        assignee_user_id: 12,
        ..problem("Named")
    };
    assert_eq!(landlord.add(named).await?.assignee_user_id, 12);
    assert_eq!(landlord.add(problem("Own")).await?.assignee_user_id, 11);
    assert_eq!(
        told(&world).await?,
        [(MaintenanceMailKind::Assigned, "12".to_owned())]
    );

    world
        .execute("UPDATE vm_members SET grade = NULL, version = 2 WHERE user_id = 11")
        .await?;
    assert_eq!(landlord.add(problem("Left")).await?.assignee_user_id, 0);
    Ok(())
}

//! Targets that are over are told once.

use chrono::Duration;
use lintel_proto::maintenance::v1::{
    MaintenanceMailKind, MaintenancePriority, MaintenanceRequest, MaintenanceStatus,
};
use lintel_viewings_maintenance::app::maintenance::Overdue;

use super::{owner, problem, told, world};
use crate::harness::World;

fn replica(world: &World) -> Overdue {
    Overdue::new(world.parts.maintenance(world.parts.asking()))
}

#[tokio::test]
async fn each_target_is_told_once_however_many_replicas_look() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    for number in 0..250 {
        let request = MaintenanceRequest {
            emergency: true,
            ..problem(&format!("Emergency {number}"))
        };
        landlord.add(request).await?;
    }
    let replicas = [replica(&world), replica(&world), replica(&world)];
    assert_eq!(replicas[0].tell().await?, 0);
    // The answer is over, the repair is not.
    world.clock.advance(Duration::hours(5));
    let told_by = futures::future::try_join_all(replicas.iter().map(Overdue::tell)).await?;
    assert_eq!(told_by.iter().sum::<usize>(), 250);
    let mails = told(&world).await?;
    let expected = (MaintenanceMailKind::Overdue, "members".to_owned());
    assert_eq!(mails.iter().filter(|mail| **mail == expected).count(), 250);
    assert_eq!(mails.len(), 250);
    let told_by = futures::future::try_join_all(replicas.iter().map(Overdue::tell)).await?;
    assert_eq!(told_by, [0, 0, 0]);
    Ok(())
}

#[tokio::test]
async fn both_targets_are_told_to_who_is_responsible() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let request = MaintenanceRequest {
        emergency: true,
        assignee_user_id: 11,
        ..problem("Fire")
    };
    let id = landlord.add(request).await?.maintenance_request_id;
    let job = replica(&world);
    let overdue = (MaintenanceMailKind::Overdue, "11".to_owned());
    world.clock.advance(Duration::hours(5));
    job.tell().await?;
    assert_eq!(told(&world).await?, std::slice::from_ref(&overdue));
    // Answered late: the repair is the next target.
    landlord.move_to(id, MaintenanceStatus::InProgress).await?;
    told(&world).await?;
    assert_eq!(job.tell().await?, 0);
    world.clock.advance(Duration::hours(20));
    job.tell().await?;
    assert_eq!(told(&world).await?, std::slice::from_ref(&overdue));
    // Another priority is another target, and what is done has none.
    let planned = MaintenanceRequest {
        maintenance_request_id: id,
        priority: MaintenancePriority::Low.into(),
        ..MaintenanceRequest::default()
    };
    landlord.change(planned, &["priority"], "").await?;
    world.clock.advance(Duration::days(91));
    job.tell().await?;
    assert_eq!(told(&world).await?, [overdue]);
    landlord.move_to(id, MaintenanceStatus::Completed).await?;
    world.clock.advance(Duration::days(91));
    assert_eq!(job.tell().await?, 0);
    Ok(())
}

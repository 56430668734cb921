//! Requests are kept six years after they were done, and go with their organisation.

use chrono::Duration;
use lintel_proto::maintenance::v1::{AttachmentKind, Job};
use lintel_viewings_maintenance::{
    app::{Departures, Retention},
    config::RetentionConfig,
};

use super::{ANN, attachments::picture, owner, plumber, report, tenant, world};
use crate::harness::World;

const CONFIG: RetentionConfig = RetentionConfig {
    viewer_days: 183,
    maintenance_days: 2192,
};

async fn rows(world: &World) -> anyhow::Result<i64> {
    world
        .scalar(
            "SELECT (SELECT count(*) FROM maintenance_requests) + (SELECT count(*) FROM maintenance_request_tenants)
                 + (SELECT count(*) FROM maintenance_comments) + (SELECT count(*) FROM maintenance_costs)
                 + (SELECT count(*) FROM maintenance_attachments) + (SELECT count(*) FROM maintenance_attachment_contents)
                 + (SELECT count(*) FROM maintenance_events) + (SELECT count(*) FROM maintenance_jobs)",
        )
        .await
}

#[tokio::test]
async fn a_request_goes_six_years_after_it_was_done_with_everything_of_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    ann.attach(id, AttachmentKind::Photo, picture()?).await?;
    ann.say(id, "Please hurry", &[]).await?;
    let open = ann.add(report("Still open")).await?.maintenance_request_id;
    super::jobs::offered(&landlord, id, Job::default()).await?;
    landlord.complete(id).await?;
    let retention = Retention::new(world.database.db.clone(), world.clock.clone(), CONFIG);
    world.clock.advance(Duration::days(2191));
    assert_eq!(retention.apply().await?.requests, 0);
    world.clock.advance(Duration::days(1));
    let said = retention.command(&["--dry-run".to_owned()]).await?;
    assert_eq!(
        said,
        "0 viewers and 1 maintenance requests would be erased."
    );
    assert_eq!(retention.apply().await?.requests, 1);
    assert_eq!(retention.apply().await?.requests, 0);
    // What is open stays, however old it is: the request, who sees it and its report.
    assert_eq!(rows(&world).await?, 3);
    assert_eq!(landlord.get(open).await?.title, "Still open");
    Ok(())
}

#[tokio::test]
async fn a_deleted_organisation_takes_its_maintenance_with_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    landlord.employ(plumber("Brightwater")).await?;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    ann.attach(id, AttachmentKind::Photo, picture()?).await?;
    ann.say(id, "Please hurry", &[]).await?;
    let other = owner(&world, 2)?;
    other.employ(plumber("Elsewhere")).await?;
    world
        .execute("INSERT INTO vm_gone_organisations (organisation_id, gone_at) VALUES (1, '2026-11-25T10:00:00Z')")
        .await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    assert!(departures.erase().await? > 0);
    assert_eq!(rows(&world).await?, 0);
    let left: i64 = world
        .scalar("SELECT (SELECT count(*) FROM contractors) * 10 + (SELECT count(*) FROM vm_organisation_keys)")
        .await?;
    assert_eq!(left, 10);
    Ok(())
}

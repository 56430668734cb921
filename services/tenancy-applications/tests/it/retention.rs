//! Keeping nothing longer than its time.

use chrono::Duration;
use lintel_proto::tenancy::v1::{ApplicationStatus, GetOwnApplicationRequest, SaveDraftRequest};
use lintel_tenancy_applications::{
    app::{Departures, Retention},
    config::RetentionConfig,
};

use crate::{
    applying::{
        COTTAGE, FLAT, HOUSE, ROOMS, applicant, apply, decide, invite, invites, nobody, signup,
        world,
    },
    harness::{World, reason, refusal},
};

fn retention(world: &World) -> Retention {
    let config = RetentionConfig {
        invite_days: 7,
        document_days: 90,
        application_days: 183,
        undecided_days: 365,
    };
    Retention::new(world.database.db.clone(), world.clock.clone(), config)
}

#[tokio::test]
async fn what_came_to_nothing_goes_after_half_a_year_and_leaves_a_number() -> anyhow::Result<()> {
    let world = world().await?;
    let (rejected, token) = apply(&world, "Ann", FLAT, None).await?;
    let (approved, _) = apply(&world, "Bob", COTTAGE, None).await?;
    let (undecided, _) = apply(&world, "Cat", HOUSE, Some((ROOMS[0], "1"))).await?;
    decide(
        &world,
        rejected.application_id,
        ApplicationStatus::Rejected,
        0,
    )
    .await?;
    decide(
        &world,
        approved.application_id,
        ApplicationStatus::Approved,
        0,
    )
    .await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(182));
    assert_eq!(retention.count().await?.applications, 0);
    world.clock.advance(Duration::days(1));
    let counted = retention.count().await?;
    assert_eq!(counted.applications, 1);
    let said = retention.command(&["--dry-run".to_owned()]).await?;
    assert!(said.ends_with("1 applications would be deleted."), "{said}");
    assert_eq!(retention.apply().await?, counted);
    assert_eq!(retention.count().await?.sum(), 0);
    let left: String = world
        .scalar("SELECT string_agg(application_id::text, ' ' ORDER BY application_id) FROM applications")
        .await?;
    assert_eq!(
        left,
        format!("{} {}", approved.application_id, undecided.application_id)
    );
    let erased = world
        .number("SELECT application_id FROM erased_applications")
        .await?;
    assert_eq!(erased, rejected.application_id);
    for table in ["application_events", "reference_requests"] {
        let sql = format!("SELECT count(*) FROM {table} WHERE application_id = {erased}");
        assert_eq!(world.scalar::<i64>(&sql).await?, 0);
    }
    let request = GetOwnApplicationRequest { token };
    let refused = refusal(
        applicant(&nobody(&world)?)
            .get_own_application(request)
            .await,
    )?;
    assert_eq!(reason(&refused), "LINK_INVALID");
    world.clock.advance(Duration::days(365));
    retention.apply().await?;
    assert_eq!(world.number("SELECT count(*) FROM applications").await?, 1);
    Ok(())
}

#[tokio::test]
async fn links_go_a_week_after_they_stopped_working() -> anyhow::Result<()> {
    let world = world().await?;
    invite(&world, FLAT, None).await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(96));
    assert_eq!(retention.apply().await?.invites, 0);
    world.clock.advance(Duration::days(1));
    assert_eq!(retention.apply().await?.invites, 1);
    assert_eq!(world.number("SELECT count(*) FROM invites").await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_organisation_that_is_gone_takes_its_applicants_with_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (approved, _) = apply(&world, "Ann", FLAT, None).await?;
    decide(
        &world,
        approved.application_id,
        ApplicationStatus::Approved,
        0,
    )
    .await?;
    let draft = SaveDraftRequest {
        token: invite(&world, COTTAGE, None).await?.token,
        answers: Some(signup("Bob")),
        step: 1,
        ..SaveDraftRequest::default()
    };
    invites(&nobody(&world)?).save_draft(draft).await?;
    world
        .execute("INSERT INTO gone_organisations (organisation_id, gone_at) VALUES (1, now())")
        .await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    for table in [
        "invites",
        "application_drafts",
        "draft_mails",
        "applications",
        "application_events",
        "reference_requests",
        "application_documents",
        "organisation_keys",
        "tenants",
        "homes",
    ] {
        let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = 1");
        assert_eq!(world.scalar::<i64>(&sql).await?, 0, "{table}");
    }
    assert_eq!(
        world
            .number("SELECT count(*) FROM homes WHERE organisation_id = 2")
            .await?,
        1
    );
    Ok(())
}

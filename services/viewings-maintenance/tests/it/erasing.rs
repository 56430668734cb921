//! Keeping nothing of viewers longer than its time, and forgetting them on request.

use chrono::Duration;
use lintel_proto::viewings::v1::{
    EraseViewerRequest, OpenViewingRequest, ViewerAnswer, ViewingStatus,
};
use lintel_viewings_maintenance::{
    app::{Departures, Over, Retention},
    config::Config,
};

use crate::{
    booking::{become_, book, change, get, viewing},
    harness::{FLAT, OTHER_FLAT, World, fields, reason, refusal},
    viewer::answer,
};

/// Retention as an installation has it that changed nothing.
fn retention(world: &World) -> anyhow::Result<Retention> {
    use figment::providers::Format as _;
    use lintel_runtime::Service as _;
    let defaults = lintel_viewings_maintenance::ViewingsMaintenance::DEFAULTS;
    let config: Config =
        figment::Figment::from(figment::providers::Toml::string(defaults)).extract()?;
    let db = world.database.db.clone();
    Ok(Retention::new(db, world.clock.clone(), config.retention))
}

/// Counts the tokens of links without an end, which no clean-up deletes.
async fn unending(world: &World) -> anyhow::Result<i64> {
    world
        .scalar("SELECT count(*) FROM link_tokens WHERE expires_at IS NULL OR expires_at > now()")
        .await
}

#[tokio::test]
async fn who_came_is_forgotten_half_a_year_after_the_viewing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let token = world.mails().await?.remove(0).mail.token;
    answer(&world, &token, ViewerAnswer::Confirm).await?;
    become_(&landlord, id, ViewingStatus::Completed).await?;
    let retention = retention(&world)?;
    // The viewing is six days and four hours ahead.
    world.clock.advance(Duration::days(183 + 6));
    assert_eq!(retention.count().await?, Over::default());
    world.clock.advance(Duration::hours(4));
    let said = retention.command(&["--dry-run".to_owned()]).await?;
    assert!(
        said.contains("1 viewers and 0 maintenance requests would be erased"),
        "{said}"
    );
    assert_eq!(retention.apply().await?.viewers, 1);
    assert_eq!(retention.apply().await?.viewers, 0);
    let left = get(&landlord, id).await?;
    assert_eq!(
        (
            left.viewer_name.as_str(),
            left.viewer_email.as_str(),
            left.viewer_phone.as_str()
        ),
        ("", "", "")
    );
    assert_eq!(left.status(), ViewingStatus::Completed);
    let rows: i64 = world
        .scalar("SELECT count(*) FROM viewings WHERE viewings::text ILIKE '%ada%'")
        .await?;
    assert_eq!(rows, 0);
    assert_eq!(unending(&world).await?, 0);
    assert!(retention.command(&["--now".to_owned()]).await.is_err());
    Ok(())
}

#[tokio::test]
async fn who_asks_is_forgotten_at_once_unless_they_are_to_come() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let token = world.mails().await?.remove(0).mail.token;
    let erase = EraseViewerRequest {
        viewing_id: id,
        request_id: String::new(),
    };
    let refused = refusal(landlord.erase_viewer(erase.clone()).await)?;
    assert_eq!(reason(&refused), "VIEWING_OPEN");
    assert_eq!(unending(&world).await?, 1);
    become_(&landlord, id, ViewingStatus::Cancelled).await?;
    let erased = landlord.erase_viewer(erase.clone()).await?.into_inner();
    let erased = erased.viewing.unwrap_or_default();
    assert_eq!((erased.viewer_name.as_str(), erased.version), ("", 3));
    let again = landlord.erase_viewer(erase).await?.into_inner();
    assert_eq!(again.viewing.unwrap_or_default(), erased);
    assert_eq!(unending(&world).await?, 0);
    let link = OpenViewingRequest { token };
    let refused = refusal(world.viewer()?.open_viewing(link).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    let back = lintel_proto::viewings::v1::Viewing {
        viewing_id: id,
        viewer_name: "Ada".to_owned(),
        ..Default::default()
    };
    let refused = refusal(change(&landlord, back, &["viewer_name"]).await)?;
    assert_eq!(fields(&refused), ["viewer_name"]);
    Ok(())
}

#[tokio::test]
async fn an_organisation_that_is_gone_takes_its_viewings_with_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    book(&world.landlord()?, viewing(FLAT, "Ada")).await?;
    world.tenant(1, FLAT, None, "Tess", 0).await?;
    let other = world.caller(&lintel_testkit::tokens::landlord(22, 2))?;
    book(&other, viewing(OTHER_FLAT, "Bob")).await?;
    world
        .execute("INSERT INTO vm_gone_organisations (organisation_id, gone_at) VALUES (1, now())")
        .await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    for table in [
        "viewings",
        "vm_homes",
        "vm_home_rooms",
        "vm_tenants",
        "vm_organisations",
        "vm_members",
        "vm_inspections",
    ] {
        let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = 1");
        assert_eq!(world.scalar::<i64>(&sql).await?, 0, "{table}");
    }
    let kept: i64 = world.scalar("SELECT count(*) FROM viewings").await?;
    assert_eq!(kept, 1);
    Ok(())
}

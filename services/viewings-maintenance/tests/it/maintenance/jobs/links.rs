//! The contents of each link of a contractor, and the data that it never shows.

use lintel_proto::maintenance::v1::{
    Job, JobState, MaintenanceMailKind as Kind, MaintenanceStatus,
};

use super::{Page, asked, call_off, done, firm, give, kinds, offer, token};
use crate::{
    harness::{reason, refusal},
    maintenance::{letters, told, world},
};

#[tokio::test]
async fn a_newer_link_ends_the_one_before() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, first) = asked(&world).await?;
    offer(&landlord, id, Job::default()).await?;
    let mails = letters(&world).await?;
    // Who is asked again is not told that the first asking is off.
    assert_eq!((mails.len(), mails[0].kind), (1, Kind::JobOffered));
    let second = Page::new(&world, &mails[0].mail.token)?;
    assert_eq!(second.open().await?.state(), JobState::Offered);
    assert_eq!(reason(&refusal(first.open().await)?), "LINK_EXPIRED");
    assert_eq!(reason(&refusal(first.accept("").await)?), "LINK_EXPIRED");
    Ok(())
}

#[tokio::test]
async fn a_job_that_another_contractor_has_is_called_off() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, first) = asked(&world).await?;
    let other = landlord.employ(firm("Other Heating")).await?.contractor_id;
    give(&landlord, id, other).await?;
    let told = told(&world).await?;
    assert_eq!(kinds(&told), [(Kind::JobCalledOff, "firm@example.org")]);
    offer(&landlord, id, Job::default()).await?;
    let second = Page::new(&world, &token(&world).await?)?;
    assert_eq!(second.open().await?.contractor_name, "Other Heating");
    let off = first.open().await?;
    assert_eq!(off.state(), JobState::CalledOff);
    assert_eq!((off.title.as_str(), off.tenant_name.as_str()), ("", ""));
    Ok(())
}

#[tokio::test]
async fn each_ended_link_says_why() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    page.accept("").await?;
    // The contractor came; the landlord completed it without the page.
    world.clock.advance(chrono::Duration::hours(48));
    landlord.complete(id).await?;
    assert_eq!(reason(&refusal(page.open().await)?), "LINK_CLOSED");
    assert_eq!(
        reason(&refusal(page.finish(done("Late")).await)?),
        "LINK_CLOSED"
    );
    landlord.move_to(id, MaintenanceStatus::Open).await?;
    page.finish(done("New valve")).await?;
    world.clock.advance(chrono::Duration::days(13));
    assert_eq!(page.open().await?.state(), JobState::Done);
    world.clock.advance(chrono::Duration::days(1));
    assert_eq!(reason(&refusal(page.open().await)?), "LINK_EXPIRED");
    for unknown in ["", "x", &"A".repeat(43)] {
        let page = Page::new(&world, unknown)?;
        assert_eq!(reason(&refusal(page.open().await)?), "LINK_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn a_called_off_job_takes_no_answer() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    call_off(&landlord, id).await?;
    let mails = letters(&world).await?;
    assert_eq!((mails.len(), mails[0].kind), (1, Kind::JobCalledOff));
    assert_eq!(mails[0].mail.text, "Mended already");
    assert_eq!(page.open().await?.state(), JobState::CalledOff);
    for refused in [
        page.accept("").await,
        page.decline("").await,
        page.finish(done("Done")).await,
    ] {
        assert_eq!(reason(&refusal(refused)?), "JOB_TRANSITION");
    }
    Ok(())
}

#[tokio::test]
async fn the_key_code_shows_on_the_day_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, _, page) = asked(&world).await?;
    page.accept("").await?;
    assert_eq!(page.open().await?.key_code, "");
    // From 25 November 10:00 to midnight in London.
    world.clock.advance(chrono::Duration::minutes(38 * 60 - 1));
    assert_eq!(page.open().await?.key_code, "");
    world.clock.advance(chrono::Duration::minutes(1));
    assert_eq!(page.open().await?.key_code, "4711");
    world.clock.advance(chrono::Duration::hours(24));
    assert_eq!(page.open().await?.key_code, "");
    Ok(())
}

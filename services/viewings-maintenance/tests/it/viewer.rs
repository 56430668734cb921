//! The viewer's private page.

use chrono::Duration;
use lintel_proto::viewings::v1::{
    AnswerViewingRequest, OpenViewingRequest, ViewerAnswer, ViewerPage, ViewingMailKind,
    ViewingStatus,
};
use tonic::Status;

use crate::{
    booking::{become_, book, day, get, time, viewing},
    harness::{FLAT, World, fields, reason, refusal},
};

/// Answers by a link.
pub async fn answer(
    world: &World,
    token: &str,
    answer: ViewerAnswer,
) -> anyhow::Result<ViewerPage> {
    let request = AnswerViewingRequest {
        token: token.to_owned(),
        answer: answer.into(),
        ..AnswerViewingRequest::default()
    };
    let reply = world.viewer()?.answer_viewing(request).await?;
    Ok(reply.into_inner().page.unwrap_or_default())
}

async fn open(world: &World, token: &str) -> anyhow::Result<Result<ViewerPage, Status>> {
    let request = OpenViewingRequest {
        token: token.to_owned(),
    };
    let opened = world.viewer()?.open_viewing(request).await;
    Ok(opened.map(|reply| reply.into_inner().page.unwrap_or_default()))
}

/// The token of the one viewing that was booked.
async fn token(world: &World) -> anyhow::Result<String> {
    Ok(world.mails().await?.remove(0).mail.token)
}

#[tokio::test]
async fn the_page_shows_the_viewing_and_nothing_else_of_the_organisation() -> anyhow::Result<()> {
    let world = World::start().await?;
    book(&world.landlord()?, viewing(FLAT, "Ada")).await?;
    let page = open(&world, &token(&world).await?).await??;
    assert_eq!(page.organisation_name, "Acme, Lettings");
    assert_eq!(page.property_address, "1 Mill Lane, York");
    assert_eq!(page.property_postcode, "YO1 7HZ");
    assert_eq!(page.viewer_name, "Ada");
    assert_eq!(page.status(), ViewingStatus::Scheduled);
    assert_eq!(page.viewing_time, time(14, 0));
    let file = String::from_utf8(page.calendar)?;
    assert!(file.contains("METHOD:PUBLISH\r\n"));
    assert!(!file.contains("Garden Flat"), "{file}");
    Ok(())
}

#[tokio::test]
async fn a_link_works_until_a_week_after_the_viewing_and_no_other_text_is_one() -> anyhow::Result<()>
{
    let world = World::start().await?;
    book(&world.landlord()?, viewing(FLAT, "Ada")).await?;
    let token = token(&world).await?;
    for bad in ["", "x", &token[1..], &"A".repeat(43)] {
        let refused = refusal(open(&world, bad).await?)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
    }
    // The viewing is on 1 December at two.
    world.clock.advance(Duration::days(13));
    assert!(open(&world, &token).await?.is_ok());
    world.clock.advance(Duration::hours(4));
    let refused = refusal(open(&world, &token).await?)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    let stored: i64 = world
        .scalar(&format!(
            "SELECT count(*) FROM viewings WHERE viewings::text LIKE '%{token}%'"
        ))
        .await?;
    assert_eq!(stored, 0);
    Ok(())
}

#[tokio::test]
async fn who_comes_confirms_and_the_host_is_told_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let token = token(&world).await?;
    let page = answer(&world, &token, ViewerAnswer::Confirm).await?;
    assert_eq!(page.status(), ViewingStatus::Confirmed);
    assert_eq!(page.viewer_answer(), ViewerAnswer::Confirm);
    answer(&world, &token, ViewerAnswer::Confirm).await?;
    let seen = get(&landlord, id).await?;
    assert_eq!((seen.status(), seen.version), (ViewingStatus::Confirmed, 2));
    let told = world.mails().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].kind, told[0].member),
        (ViewingMailKind::Answered, 11)
    );
    assert_eq!(told[0].mail.answer, "confirm");
    Ok(())
}

#[tokio::test]
async fn who_does_not_come_cancels_and_loses_the_entry() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let token = token(&world).await?;
    let page = answer(&world, &token, ViewerAnswer::Cancel).await?;
    assert_eq!(page.status(), ViewingStatus::Cancelled);
    let told = world.mails().await?;
    let kinds: Vec<_> = told.iter().map(|mail| mail.kind).collect();
    assert_eq!(
        kinds,
        [ViewingMailKind::Answered, ViewingMailKind::Cancelled]
    );
    assert!(
        told.iter()
            .all(|mail| mail.mail.calendar_method == "CANCEL")
    );
    let request = AnswerViewingRequest {
        token,
        answer: ViewerAnswer::Confirm.into(),
        ..AnswerViewingRequest::default()
    };
    let refused = refusal(world.viewer()?.answer_viewing(request).await)?;
    assert_eq!(reason(&refused), "VIEWING_TRANSITION");
    assert_eq!(get(&landlord, id).await?.status(), ViewingStatus::Cancelled);
    Ok(())
}

#[tokio::test]
async fn a_wish_for_another_time_is_the_landlords_to_decide() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let token = token(&world).await?;
    let wish = |date| AnswerViewingRequest {
        token: token.clone(),
        answer: ViewerAnswer::Request.into(),
        requested_date: date,
        requested_time: time(18, 0),
        message: "After work, please".to_owned(),
        request_id: "7b0a2a54-0e37-4b36-9d8e-9c7f4a5d1a02".to_owned(),
    };
    let mut viewer = world.viewer()?;
    let refused = refusal(viewer.answer_viewing(wish(day(2026, 11, 1))).await)?;
    assert_eq!(fields(&refused), ["requested_date"]);
    viewer.answer_viewing(wish(day(2026, 12, 2))).await?;
    viewer.answer_viewing(wish(day(2026, 12, 2))).await?;
    let seen = get(&landlord, id).await?;
    assert_eq!(seen.status(), ViewingStatus::Scheduled);
    assert_eq!(seen.viewer_answer(), ViewerAnswer::Request);
    assert_eq!(seen.requested_date, day(2026, 12, 2));
    assert_eq!(seen.viewer_message, "After work, please");
    let told = world.mails().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].mail.message, "After work, please");
    assert!(told[0].mail.requested_time.is_some());
    Ok(())
}

#[tokio::test]
async fn nothing_is_answered_once_it_has_begun_or_was_done() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let token = token(&world).await?;
    world.clock.advance(Duration::days(7));
    let request = AnswerViewingRequest {
        token,
        answer: ViewerAnswer::Confirm.into(),
        ..AnswerViewingRequest::default()
    };
    let refused = refusal(world.viewer()?.answer_viewing(request.clone()).await)?;
    assert_eq!(reason(&refused), "VIEWING_TRANSITION");
    become_(&landlord, id, ViewingStatus::Completed).await?;
    let refused = refusal(world.viewer()?.answer_viewing(request).await)?;
    assert_eq!(reason(&refused), "VIEWING_TRANSITION");
    Ok(())
}

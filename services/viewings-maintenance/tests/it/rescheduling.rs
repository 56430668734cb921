//! Another time, another room, another address.

use lintel_proto::viewings::v1::{
    OpenViewingRequest, ViewerAnswer, Viewing, ViewingMailKind, ViewingStatus,
};

use crate::{
    booking::{become_, book, change, day, get, time, viewing},
    harness::{FLAT, HOUSE, World, calendar, fields, reason, refusal},
    viewer::answer,
};

#[tokio::test]
async fn a_new_time_makes_it_scheduled_clears_the_answer_and_moves_the_entry() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let booked = world.mails().await?.remove(0);
    answer(&world, &booked.mail.token, ViewerAnswer::Confirm).await?;
    let confirmed = get(&landlord, id).await?;
    assert_eq!(confirmed.status(), ViewingStatus::Confirmed);
    assert_eq!(confirmed.viewer_answer(), ViewerAnswer::Confirm);
    world.mails().await?;

    let later = Viewing {
        viewing_id: id,
        viewing_time: time(15, 30),
        ..Viewing::default()
    };
    let moved = change(&landlord, later.clone(), &["viewing_time"]).await?;
    assert_eq!(moved.status(), ViewingStatus::Scheduled);
    assert_eq!(moved.viewer_answer(), ViewerAnswer::Unspecified);
    assert_eq!(moved.answer_time, None);
    assert_eq!(moved.viewing_date, day(2026, 12, 1));
    let told = world.mails().await?;
    let kinds: Vec<_> = told.iter().map(|mail| mail.kind).collect();
    assert_eq!(
        kinds,
        [ViewingMailKind::Moved, ViewingMailKind::HostCalendar]
    );
    for mail in &told {
        assert_eq!(mail.mail.earlier_start_time, booked.mail.start_time);
    }
    for mail in &told {
        assert_eq!(calendar(mail, "UID"), calendar(&booked, "UID"));
        assert_eq!(calendar(mail, "SEQUENCE"), "2");
        assert_eq!(calendar(mail, "DTSTART"), "20261201T153000Z");
    }
    assert_eq!(told[0].mail.token, booked.mail.token);

    let again = change(&landlord, later, &["viewing_time"]).await?;
    assert_eq!(again.version, moved.version);
    assert!(world.mails().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn what_is_over_or_lies_in_the_past_is_not_moved() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let past = Viewing {
        viewing_id: id,
        viewing_date: day(2026, 11, 24),
        ..Viewing::default()
    };
    let refused = refusal(change(&landlord, past, &["viewing_date"]).await)?;
    assert_eq!(fields(&refused), ["viewing_date"]);
    become_(&landlord, id, ViewingStatus::Cancelled).await?;
    let later = Viewing {
        viewing_id: id,
        viewing_date: day(2026, 12, 2),
        ..Viewing::default()
    };
    let refused = refusal(change(&landlord, later, &["viewing_date"]).await)?;
    assert_eq!(reason(&refused), "VIEWING_TRANSITION");
    Ok(())
}

#[tokio::test]
async fn another_address_gets_a_link_of_its_own_and_the_earlier_one_ends() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let first = world.mails().await?.remove(0).mail.token;
    let corrected = Viewing {
        viewing_id: id,
        viewer_email: "ada.byron@example.com".to_owned(),
        ..Viewing::default()
    };
    change(&landlord, corrected, &["viewer_email"]).await?;
    let told = world.mails().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, ViewingMailKind::Booked);
    assert_eq!(told[0].mail.recipient_email, "ada.byron@example.com");
    let mut viewer = world.viewer()?;
    let open = |token: &str| OpenViewingRequest {
        token: token.to_owned(),
    };
    assert!(viewer.open_viewing(open(&told[0].mail.token)).await.is_ok());
    let refused = refusal(viewer.open_viewing(open(&first)).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    Ok(())
}

#[tokio::test]
async fn another_room_is_another_place_in_the_calendar() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(HOUSE, "Ada")).await?.viewing_id;
    world.mails().await?;
    let room = |number: &str| Viewing {
        viewing_id: id,
        room_number: Some(number.to_owned()),
        ..Viewing::default()
    };
    let refused = refusal(change(&landlord, room("9"), &["room_number"]).await)?;
    assert_eq!(reason(&refused), "ROOM_NOT_FOUND");
    let changed = change(&landlord, room("2B"), &["room_number"]).await?;
    assert_eq!(changed.room_number.as_deref(), Some("2b"));
    let told = world.mails().await?;
    assert_eq!(told[0].kind, ViewingMailKind::Booked);
    assert_eq!(calendar(&told[0], "SEQUENCE"), "1");
    assert!(calendar(&told[0], "LOCATION").starts_with("Room 2b"));
    Ok(())
}

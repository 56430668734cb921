//! The status of a viewing, and its transitions.

use chrono::Duration;
use lintel_proto::viewings::v1::{
    GetViewingSummaryRequest, UpdateViewingRequest, Viewing, ViewingMailKind, ViewingStatus,
};
use tonic::Code;

use crate::{
    booking::{become_, book, change, get, viewing},
    harness::{FLAT, World, calendar, reason, refusal},
};

const EVERY: [ViewingStatus; 5] = [
    ViewingStatus::Scheduled,
    ViewingStatus::Confirmed,
    ViewingStatus::Completed,
    ViewingStatus::MoveInStarted,
    ViewingStatus::Cancelled,
];

#[tokio::test]
async fn only_the_specified_transitions_are_taken() -> anyhow::Result<()> {
    use ViewingStatus::{Cancelled, Completed, Confirmed, MoveInStarted};
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let ways: [(&[ViewingStatus], &[ViewingStatus]); 5] = [
        (&[], &[Confirmed, Completed, Cancelled]),
        (&[Confirmed], &[Completed, Cancelled]),
        (&[Completed], &[MoveInStarted]),
        (&[Completed, MoveInStarted], &[]),
        (&[Cancelled], &[]),
    ];
    for (way, possible) in ways {
        for to in EVERY {
            let booked = book(&landlord, viewing(FLAT, "Ada")).await?;
            let id = booked.viewing_id;
            for step in way {
                become_(&landlord, id, *step).await?;
            }
            let became = become_(&landlord, id, to).await;
            if possible.contains(&to) {
                assert_eq!(became?.status(), to);
            } else {
                let refused = refusal(became)?;
                assert_eq!(refused.code(), Code::FailedPrecondition);
                assert_eq!(reason(&refused), "VIEWING_TRANSITION");
                assert!(refused.message().starts_with("This viewing is"));
            }
        }
    }
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let refused = refusal(become_(&landlord, id, ViewingStatus::MoveInStarted).await)?;
    assert_eq!(
        refused.message(),
        "This viewing is Scheduled. It can become Confirmed, Completed or Cancelled."
    );
    let refused = refusal(become_(&landlord, id, ViewingStatus::Unspecified).await)?;
    assert_eq!(reason(&refused), "VIEWING_INVALID");
    Ok(())
}

#[tokio::test]
async fn who_comes_is_told_that_it_is_confirmed_and_that_it_is_called_off() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    let booked = world.mails().await?.remove(0);
    let confirmed = become_(&landlord, id, ViewingStatus::Confirmed).await?;
    assert_eq!(confirmed.version, 2);
    let told = world.mails().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, ViewingMailKind::Confirmed);
    assert_eq!(calendar(&told[0], "STATUS"), "CONFIRMED");
    assert_eq!(calendar(&told[0], "SEQUENCE"), "1");

    become_(&landlord, id, ViewingStatus::Cancelled).await?;
    let told = world.mails().await?;
    let kinds: Vec<_> = told.iter().map(|mail| mail.kind).collect();
    assert_eq!(
        kinds,
        [ViewingMailKind::Cancelled, ViewingMailKind::HostCalendar]
    );
    for mail in &told {
        assert_eq!(mail.mail.calendar_method, "CANCEL");
        assert_eq!(calendar(mail, "METHOD"), "CANCEL");
        assert_eq!(calendar(mail, "STATUS"), "CANCELLED");
        assert_eq!(calendar(mail, "SEQUENCE"), "2");
        assert_eq!(calendar(mail, "UID"), calendar(&booked, "UID"));
    }
    Ok(())
}

#[tokio::test]
async fn what_lies_behind_is_told_nobody() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    world.mails().await?;
    world.clock.advance(Duration::days(7));
    become_(&landlord, id, ViewingStatus::Cancelled).await?;
    assert!(world.mails().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_stale_change_is_refused_and_an_empty_one_writes_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut landlord = world.landlord()?;
    let booked = book(&landlord, viewing(FLAT, "Ada")).await?;
    let noted = Viewing {
        notes: "Brings a dog".to_owned(),
        ..booked.clone()
    };
    let first = change(&landlord, noted.clone(), &["notes"]).await?;
    assert_eq!((first.notes.as_str(), first.version), ("Brings a dog", 2));
    let again = change(&landlord, noted.clone(), &["notes", "viewer_name"]).await?;
    assert_eq!(again.version, 2);
    let stale = UpdateViewingRequest {
        viewing: Some(Viewing {
            notes: "Two dogs".to_owned(),
            ..noted
        }),
        update_mask: Some(prost_types::FieldMask {
            paths: vec!["notes".to_owned()],
        }),
        etag: "1".to_owned(),
        request_id: String::new(),
    };
    let refused = refusal(landlord.update_viewing(stale).await)?;
    assert_eq!(reason(&refused), "STALE_ETAG");
    let unknown = refusal(change(&landlord, booked.clone(), &["host_user_id"]).await)?;
    assert_eq!(reason(&unknown), "UPDATE_MASK_INVALID");
    assert_eq!(get(&landlord, booked.viewing_id).await?, first);
    Ok(())
}

#[tokio::test]
async fn the_figures_count_by_tab_and_the_success_rate_is_rounded() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut landlord = world.landlord()?;
    for status in [
        ViewingStatus::Completed,
        ViewingStatus::Completed,
        ViewingStatus::Cancelled,
    ] {
        let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
        become_(&landlord, id, status).await?;
        if status == ViewingStatus::Completed {
            let started = become_(&landlord, id, ViewingStatus::MoveInStarted).await?;
            assert_eq!(started.status(), ViewingStatus::MoveInStarted);
        }
    }
    let today = Viewing {
        viewing_date: crate::booking::day(2026, 11, 25),
        ..viewing(FLAT, "Bob")
    };
    book(&landlord, today).await?;
    book(&landlord, viewing(FLAT, "Cat")).await?;
    let figures = landlord.get_viewing_summary(GetViewingSummaryRequest {});
    let figures = figures.await?.into_inner();
    assert_eq!(
        (
            figures.upcoming,
            figures.completed,
            figures.cancelled,
            figures.total,
            figures.today,
            figures.success_rate_percent
        ),
        (2, 2, 1, 5, 1, 40)
    );
    Ok(())
}

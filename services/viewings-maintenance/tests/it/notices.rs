//! Notice to those who live where viewers come.

use lintel_proto::viewings::v1::{Viewing, ViewingMailKind, ViewingStatus};

use crate::{
    booking::{become_, book, change, day, get, time, viewing},
    harness::{FLAT, HOUSE, Mail, World},
};

fn to_tenants(mails: Vec<Mail>) -> Vec<(ViewingMailKind, String)> {
    let tenants = mails
        .into_iter()
        .filter(|mail| mail.mail.recipient_email.ends_with("@example.org"));
    tenants
        .map(|mail| (mail.kind, mail.mail.recipient_name))
        .collect()
}

#[tokio::test]
async fn tenants_are_told_of_viewings_their_times_and_cancellations() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    world.tenant(1, FLAT, None, "Tess", 0).await?;
    let booked = book(&landlord, viewing(FLAT, "Ada")).await?;
    assert!(booked.occupied);
    assert!(booked.notice_time.is_some());
    let mails = world.mails().await?;
    let notice = mails
        .iter()
        .find(|mail| mail.kind == ViewingMailKind::TenantNotice);
    let notice = notice.map(|mail| mail.mail.clone()).unwrap_or_default();
    assert_eq!(notice.recipient_email, "tess@example.org");
    // Who comes is nobody's business who lives there.
    assert_eq!(
        (notice.viewer_name.as_str(), notice.token.as_str()),
        ("", "")
    );
    assert!(notice.calendar.is_empty());

    let later = Viewing {
        viewing_id: booked.viewing_id,
        viewing_time: time(16, 0),
        ..Viewing::default()
    };
    let moved = change(&landlord, later, &["viewing_time"]).await?;
    assert!(moved.notice_time.is_some());
    assert_eq!(
        to_tenants(world.mails().await?),
        [(ViewingMailKind::TenantNoticeMoved, "Tess".to_owned())]
    );
    become_(&landlord, booked.viewing_id, ViewingStatus::Confirmed).await?;
    assert_eq!(to_tenants(world.mails().await?), []);
    become_(&landlord, booked.viewing_id, ViewingStatus::Cancelled).await?;
    assert_eq!(
        to_tenants(world.mails().await?),
        [(ViewingMailKind::TenantNoticeCancelled, "Tess".to_owned())]
    );
    Ok(())
}

#[tokio::test]
async fn only_who_lives_in_the_room_is_told_and_another_room_calls_it_off() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    world.tenant(1, HOUSE, Some("1"), "Tess", 0).await?;
    world.tenant(2, HOUSE, Some("2b"), "Tom", 0).await?;
    let in_room = Viewing {
        room_number: Some("2B".to_owned()),
        ..viewing(HOUSE, "Ada")
    };
    let booked = book(&landlord, in_room).await?;
    assert_eq!(
        to_tenants(world.mails().await?),
        [(ViewingMailKind::TenantNotice, "Tom".to_owned())]
    );
    let elsewhere = Viewing {
        viewing_id: booked.viewing_id,
        room_number: Some("1".to_owned()),
        ..Viewing::default()
    };
    change(&landlord, elsewhere, &["room_number"]).await?;
    assert_eq!(
        to_tenants(world.mails().await?),
        [
            (ViewingMailKind::TenantNotice, "Tess".to_owned()),
            (ViewingMailKind::TenantNoticeCancelled, "Tom".to_owned())
        ]
    );
    let whole = Viewing {
        viewing_id: booked.viewing_id,
        ..Viewing::default()
    };
    change(&landlord, whole, &["room_number"]).await?;
    assert_eq!(to_tenants(world.mails().await?).len(), 2);
    assert!(
        get(&landlord, booked.viewing_id)
            .await?
            .notice_time
            .is_some()
    );
    Ok(())
}

#[tokio::test]
async fn who_leaves_before_viewers_come_is_told_nothing_of_them() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    world.tenant(1, FLAT, None, "Tess", 0).await?;
    world
        .execute("UPDATE vm_tenants SET last_date = '2026-12-01'")
        .await?;
    let on_the_last_day = book(&landlord, viewing(FLAT, "Ada")).await?;
    assert!(on_the_last_day.occupied);
    assert_eq!(
        to_tenants(world.mails().await?),
        [(ViewingMailKind::TenantNotice, "Tess".to_owned())]
    );
    let later = Viewing {
        viewing_id: on_the_last_day.viewing_id,
        viewing_date: day(2026, 12, 2),
        ..Viewing::default()
    };
    let later = change(&landlord, later, &["viewing_date"]).await?;
    assert!(!later.occupied && later.notice_time.is_none());
    assert_eq!(
        to_tenants(world.mails().await?),
        [(ViewingMailKind::TenantNoticeCancelled, "Tess".to_owned())]
    );
    Ok(())
}

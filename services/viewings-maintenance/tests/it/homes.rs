//! Viewings and requests when their home leaves the portfolio, somebody moves in, or a member leaves.

use std::{collections::HashMap, sync::Arc};

use chrono::Duration;
use lintel_bus::{Event, Handled, Handler};
use lintel_core::{Clock, SystemClock};
use lintel_proto::{
    PublicEvent,
    access::v1::Grade,
    identity::v1::{MembershipChanged, MembershipEnded},
    maintenance::v1::{MaintenanceActor, MaintenanceEventKind, MaintenanceRequest},
    portfolio::v1::PropertyDeleted,
    tenancy::v1::{LeaseStatus, TenantChanged, TenantContact},
    viewings::v1::{Viewing, ViewingMailKind, ViewingStatus},
};
use lintel_viewings_maintenance::consumers::{IdentityEvents, PortfolioEvents, TenancyEvents};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{
    booking::{become_, book, day, get, viewing},
    harness::{FLAT, HOUSE, Mail, World, calendar, reason, refusal},
    maintenance::{owner, problem},
};

/// Hands an event to the consumer.
async fn tell<M: PublicEvent>(
    world: &World,
    handler: &impl Handler,
    message: &M,
) -> anyhow::Result<()> {
    let event = Event {
        id: Uuid::now_v7(),
        event_type: M::TYPE.to_owned(),
        aggregate_type: "aggregate".to_owned(),
        aggregate_id: "1".to_owned(),
        aggregate_version: 1,
        organisation: None,
        time: SystemClock.now(),
        trace: HashMap::new(),
        payload: message.encode_to_vec().into(),
    };
    let mut tx = world.database.db.begin_worker().await?;
    let handled = handler.handle(&mut tx, &event).await;
    let handled = handled.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
    assert!(matches!(handled, Handled::Done));
    Ok(tx.commit().await?)
}

fn left(property_id: i64, version: i64) -> PropertyDeleted {
    PropertyDeleted {
        property_id,
        organisation_id: 1,
        version,
    }
}

fn kinds(mails: &[Mail]) -> Vec<ViewingMailKind> {
    mails.iter().map(|mail| mail.kind).collect()
}

#[tokio::test]
async fn a_home_that_leaves_the_portfolio_takes_its_viewings_with_it_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    world.tenant(1, HOUSE, Some("1"), "Tess", 0).await?;
    let ahead = book(&landlord, viewing(HOUSE, "Ada")).await?;
    let begun = Viewing {
        viewing_date: day(2026, 11, 27),
        ..viewing(HOUSE, "Bob")
    };
    let begun = book(&landlord, begun).await?;
    let other = book(&landlord, viewing(FLAT, "Cat")).await?;
    let done = book(&landlord, viewing(HOUSE, "Dan")).await?;
    become_(&landlord, done.viewing_id, ViewingStatus::Cancelled).await?;
    world.mails().await?;
    world.clock.advance(Duration::days(3));

    let portfolio = PortfolioEvents::new(world.parts.shown_homes());
    tell(&world, &portfolio, &left(HOUSE, 2)).await?;
    let mails = world.mails().await?;
    assert_eq!(
        kinds(&mails),
        [
            ViewingMailKind::Cancelled,
            ViewingMailKind::HostCalendar,
            ViewingMailKind::TenantNoticeCancelled
        ]
    );
    assert_eq!(mails[0].mail.recipient_email, "ada@example.com");
    assert!(mails[0].mail.home_left && mails[1].mail.home_left);
    assert_eq!(calendar(&mails[0], "METHOD"), "CANCEL");
    assert_eq!(calendar(&mails[0], "SEQUENCE"), "1");
    let off = get(&landlord, ahead.viewing_id).await?;
    assert_eq!(
        (off.status(), off.home_left),
        (ViewingStatus::Cancelled, true)
    );
    assert_eq!(off.version, ahead.version + 1);
    // What has begun may have taken place; what was called off before was called off by somebody.
    for (id, status) in [
        (begun.viewing_id, ViewingStatus::Scheduled),
        (other.viewing_id, ViewingStatus::Scheduled),
        (done.viewing_id, ViewingStatus::Cancelled),
    ] {
        let stays = get(&landlord, id).await?;
        assert_eq!((stays.status(), stays.home_left), (status, false));
    }
    // Word of it that comes again, and nobody is reminded.
    tell(&world, &portfolio, &left(HOUSE, 2)).await?;
    assert_eq!(world.mails().await?.len(), 0);
    let reminded: i64 = world
        .scalar("SELECT count(*) FROM viewings WHERE home_left AND remind_at IS NOT NULL")
        .await?;
    assert_eq!(reminded, 0);
    let refused = refusal(book(&landlord, viewing(HOUSE, "Eve")).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    Ok(())
}

fn moved_in(
    world: &World,
    status: LeaseStatus,
    email: &str,
    version: i64,
) -> anyhow::Result<TenantChanged> {
    let contact = TenantContact {
        display_name: "Tess".to_owned(),
        email: email.to_owned(),
        phone: String::new(),
        mails_off: false,
    };
    Ok(TenantChanged {
        tenant_id: 90,
        organisation_id: 1,
        tenancy_id: 91,
        property_id: HOUSE,
        room_number: Some("2B".to_owned()),
        lease_status: status.into(),
        user_ids: Vec::new(),
        version,
        contact: Some(world.parts.opener.sealer().seal(&contact)?),
        last_date: None,
    })
}

#[tokio::test]
async fn who_moves_in_after_a_viewing_was_booked_gets_notice_of_it_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let booked = book(&landlord, viewing(HOUSE, "Ada")).await?;
    let elsewhere = Viewing {
        room_number: Some("1".to_owned()),
        ..viewing(HOUSE, "Bob")
    };
    book(&landlord, elsewhere).await?;
    world.mails().await?;
    let tenancy = TenancyEvents::new(world.parts.opener.clone(), world.parts.shown_homes());
    let address = "tess@example.org";

    // Before they move in, and while nobody can write to them.
    for (version, (status, email)) in
        (1..).zip([(LeaseStatus::Upcoming, address), (LeaseStatus::Active, "")])
    {
        tell(&world, &tenancy, &moved_in(&world, status, email, version)?).await?;
        assert_eq!(world.mails().await?.len(), 0);
    }
    assert!(
        get(&landlord, booked.viewing_id)
            .await?
            .notice_time
            .is_none()
    );

    for version in [3, 3, 4] {
        let news = moved_in(&world, LeaseStatus::Active, address, version)?;
        tell(&world, &tenancy, &news).await?;
    }
    let mails = world.mails().await?;
    assert_eq!(kinds(&mails), [ViewingMailKind::TenantNotice]);
    assert_eq!(mails[0].mail.recipient_email, address);
    assert_eq!(mails[0].mail.viewing_id, booked.viewing_id);
    assert!(
        get(&landlord, booked.viewing_id)
            .await?
            .notice_time
            .is_some()
    );

    // Who was told that viewers come is told that they do not.
    become_(&landlord, booked.viewing_id, ViewingStatus::Cancelled).await?;
    let off = world.mails().await?;
    assert!(kinds(&off).contains(&ViewingMailKind::TenantNoticeCancelled));
    Ok(())
}

fn member(grade: Grade, membership_id: i64, version: i64) -> MembershipChanged {
    MembershipChanged {
        membership_id,
        organisation_id: 1,
        user_id: 12,
        grade: grade.into(),
        version,
    }
}

#[tokio::test]
async fn a_member_who_leaves_is_responsible_for_no_request_that_is_to_be_done() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let clock = Arc::clone(&world.clock) as Arc<dyn Clock>;
    let opener = world.parts.opener.clone();
    let identity = IdentityEvents::new(clock, opener, Arc::new(Notify::new()));
    tell(&world, &identity, &member(Grade::Manager, 2, 1)).await?;
    let landlord = owner(&world, 1)?;
    let mut ids = Vec::new();
    for (title, assignee_user_id) in [("Tap drips", 12), ("Gate latch", 12), ("Lamp", 11)] {
        let request = MaintenanceRequest {
            assignee_user_id,
            ..problem(title)
        };
        ids.push(landlord.add(request).await?.maintenance_request_id);
    }
    landlord.complete(ids[1]).await?;

    // Who left and came back under another number still belongs there.
    let ended = |membership_id, version| MembershipEnded {
        membership_id,
        organisation_id: 1,
        user_id: 12,
        version,
    };
    tell(&world, &identity, &member(Grade::Manager, 3, 1)).await?;
    tell(&world, &identity, &ended(2, 2)).await?;
    assert_eq!(landlord.get(ids[0]).await?.assignee_user_id, 12);

    tell(&world, &identity, &ended(3, 2)).await?;
    let mut assignees = Vec::new();
    for id in &ids {
        assignees.push(landlord.get(*id).await?.assignee_user_id);
    }
    assert_eq!(assignees, [0, 12, 11]);
    let history = landlord.details(ids[0]).await?.events;
    let last = history.last().map(|event| {
        let words = (event.from.clone(), event.to.clone());
        (event.kind(), event.actor(), words)
    });
    let expected = (
        MaintenanceEventKind::Assigned,
        MaintenanceActor::Lintel,
        ("12".to_owned(), String::new()),
    );
    assert_eq!(last, Some(expected));
    Ok(())
}

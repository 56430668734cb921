//! Reminders a day before, once each.

use chrono::Duration;
use lintel_db::Db;
use lintel_proto::viewings::v1::{Viewing, ViewingMailKind, ViewingStatus};
use lintel_viewings_maintenance::app::viewing::Reminders;

use crate::{
    booking::{become_, book, change, day, time, viewing},
    harness::{FLAT, World},
};

/// The number of viewings that three replicas remind of together (R19).
const MANY: i64 = 10_000;

fn reminders(world: &World) -> Reminders {
    of(world, world.database.db.clone())
}

fn of(world: &World, db: Db) -> Reminders {
    Reminders::new(db, world.clock.clone(), world.parts.viewing_mails())
}

#[tokio::test]
async fn who_comes_is_reminded_once_a_day_before_of_each_time() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = book(&landlord, viewing(FLAT, "Ada")).await?.viewing_id;
    world.mails().await?;
    let reminders = reminders(&world);
    world.clock.advance(Duration::days(5));
    assert_eq!(reminders.remind().await?, 0);
    world.clock.advance(Duration::hours(4));
    assert_eq!(reminders.remind().await?, 1);
    assert_eq!(reminders.remind().await?, 0);
    let told = world.mails().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, ViewingMailKind::Reminder);
    assert_eq!(told[0].mail.organisation_name, "Acme, Lettings");
    assert_eq!(told[0].mail.token.len(), 43);
    // Another status is no other time.
    become_(&landlord, id, ViewingStatus::Confirmed).await?;
    assert_eq!(reminders.remind().await?, 0);
    let later = Viewing {
        viewing_id: id,
        viewing_date: day(2026, 12, 8),
        ..Viewing::default()
    };
    change(&landlord, later, &["viewing_date"]).await?;
    assert_eq!(reminders.remind().await?, 0);
    world.clock.advance(Duration::days(7));
    assert_eq!(reminders.remind().await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_late_reminder_comes_while_the_viewing_lies_ahead_and_never_after() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    book(&landlord, viewing(FLAT, "Ada")).await?;
    let over = Viewing {
        viewing_date: day(2026, 11, 30),
        ..viewing(FLAT, "Bob")
    };
    book(&landlord, over).await?;
    let cancelled = book(&landlord, viewing(FLAT, "Cat")).await?.viewing_id;
    become_(&landlord, cancelled, ViewingStatus::Cancelled).await?;
    // Who books on the day before needs none.
    let tomorrow = Viewing {
        viewing_date: day(2026, 11, 26),
        viewing_time: time(9, 0),
        ..viewing(FLAT, "Dan")
    };
    book(&landlord, tomorrow).await?;
    let reminders = reminders(&world);
    assert_eq!(reminders.remind().await?, 0);
    world.mails().await?;
    world.clock.advance(Duration::days(6));
    assert_eq!(reminders.remind().await?, 1);
    let told = world.mails().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].mail.viewer_name, "Ada");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r19_three_replicas_of_which_one_is_killed_remind_of_each_exactly_once()
-> anyhow::Result<()> {
    let world = World::start().await?;
    book(&world.landlord()?, viewing(FLAT, "Ada")).await?;
    world.mails().await?;
    let copies = format!(
        "INSERT INTO viewings (organisation_id, property_id, home_name, home_address, home_postcode, viewer_name, viewer_email,
             viewer_phone, viewing_date, viewing_time, starts_at, host_user_id, calendar_uid, remind_at, token_nonce, token_hash,
             created_at, updated_at)
         SELECT organisation_id, property_id, home_name, home_address, home_postcode, viewer_name, n || '@example.com', viewer_phone,
             viewing_date, viewing_time, starts_at, host_user_id, gen_random_uuid(), remind_at, sha256(n::text::bytea),
             sha256(('t' || n)::bytea), created_at, updated_at
         FROM viewings, generate_series(2, {MANY}) AS n"
    );
    world.execute(&copies).await?;
    world.clock.advance(Duration::days(6));
    let mut runners = Vec::new();
    for _ in 0..3 {
        // Each with connections of its own, as replicas have them.
        let replica = of(&world, Db::connect(&world.database.config)?);
        runners.push(tokio::spawn(async move { replica.remind().await }));
    }
    lintel_testkit::wait_for(
        "some reminders",
        std::time::Duration::from_secs(30),
        async || {
            let told: i64 = world
                .scalar("SELECT count(*) FROM viewing_reminders")
                .await?;
            Ok((told > 0).then_some(()))
        },
    )
    .await?;
    runners[0].abort();
    for runner in runners {
        match runner.await {
            Ok(reminded) => drop(reminded?),
            Err(killed) => assert!(killed.is_cancelled()),
        }
    }
    // What the killed one had taken is left to whoever looks next.
    reminders(&world).remind().await?;
    let mails = world.mails().await?;
    let mut addresses: Vec<_> = mails
        .iter()
        .map(|mail| mail.mail.recipient_email.clone())
        .collect();
    addresses.sort();
    addresses.dedup();
    assert_eq!(i64::try_from(mails.len())?, MANY);
    assert_eq!(i64::try_from(addresses.len())?, MANY);
    assert_eq!(reminders(&world).remind().await?, 0);
    Ok(())
}

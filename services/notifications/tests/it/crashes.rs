//! A mail is sent even if the process that was sending it dies, and only once.

use std::time::Duration;

use lintel_notifications::config::DeliveryConfig;
use lintel_testkit::{
    smtp::{Mode, SmtpSink},
    wait_for,
};
use sqlx::Connection as _;

use crate::support::{Bench, PATIENCE, brisk, in_a_day, mail_for, server::HesitantServer};

fn short_lease() -> DeliveryConfig {
    DeliveryConfig {
        smtp_timeout: Duration::from_millis(200),
        lease: Duration::from_millis(500),
        ..brisk()
    }
}

async fn message_id(bench: &Bench) -> anyhow::Result<String> {
    let mut admin = bench.database.superuser().await?;
    Ok(sqlx::query_scalar("SELECT message_id FROM deliveries")
        .fetch_one(&mut admin)
        .await?)
}

#[tokio::test]
async fn a_mail_of_a_dead_process_is_sent_by_another_under_the_same_id() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    let id = bench
        .request(1, &mail_for("Ada", "ada@example.org"), in_a_day())
        .await?;
    let config = short_lease();
    let dying = bench.deliveries(&config);
    assert_eq!(
        dying.claim(4).await?.len(),
        1,
        "claimed, and never heard of again"
    );
    assert_eq!(
        dying.claim(4).await?.len(),
        0,
        "the lease keeps others away"
    );

    let job = bench.start(&sink.url(), &config)?;
    let mail = sink.wait_for_mail("ada@example.org").await?;
    bench.wait_for_state(id, "sent").await?;
    job.stop().await?;
    assert_eq!(format!("<{}>", mail.message_id), message_id(&bench).await?);
    assert_eq!(
        bench.attempts(id).await?,
        [("lost".to_owned(), None), ("sent".to_owned(), None)]
    );
    Ok(())
}

#[tokio::test]
async fn what_a_sender_notes_after_its_lease_ran_out_does_not_count() -> anyhow::Result<()> {
    use lintel_notifications::{
        app::Settled,
        domain::{Cause, Outcome},
    };
    let bench = Bench::new().await?;
    let id = bench
        .request(1, &mail_for("Ada", "ada@example.org"), in_a_day())
        .await?;
    let config = short_lease();
    let deliveries = bench.deliveries(&config);
    let sleeper = deliveries.claim(1).await?;
    let second = wait_for("the lease ran out", PATIENCE, async || {
        Ok(Some(deliveries.claim(1).await?).filter(|due| !due.is_empty()))
    })
    .await?;
    let refused = Outcome::Refused(Cause::Reply(550));
    assert_eq!(
        deliveries.settle(&sleeper[0], refused).await?,
        Settled::LeaseLost
    );
    assert_eq!(bench.state(id).await?, ("sending".to_owned(), 2));
    deliveries.settle(&second[0], Outcome::Sent).await?;
    assert_eq!(bench.state(id).await?, ("sent".to_owned(), 2));
    assert!(bench.failures().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_mail_that_was_taken_without_a_word_is_sent_again_as_the_same_mail() -> anyhow::Result<()>
{
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    sink.set_mode(Mode::DropAfterData);
    let id = bench
        .request(1, &mail_for("Ada", "ada@example.org"), in_a_day())
        .await?;
    let job = bench.start(&sink.url(), &brisk())?;
    sink.wait_for_mail("ada@example.org").await?;
    sink.set_mode(Mode::Accept);
    bench.wait_for_state(id, "sent").await?;
    job.stop().await?;
    let mails = sink.mails();
    assert!(mails.len() >= 2);
    assert!(
        mails
            .iter()
            .all(|mail| mail.message_id == mails[0].message_id)
    );
    assert!(
        mails
            .iter()
            .all(|mail| mail.header("Date") == mails[0].header("Date"))
    );
    Ok(())
}

/// When the transactions began that wait for a lock in this test's database.
async fn waiting(bench: &Bench) -> anyhow::Result<Vec<chrono::DateTime<chrono::Utc>>> {
    let mut admin = bench.database.superuser().await?;
    Ok(sqlx::query_scalar(
        "SELECT xact_start FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    .fetch_all(&mut admin)
    .await?)
}

#[tokio::test]
async fn a_sent_mail_is_not_sent_again_after_the_database_was_away() -> anyhow::Result<()> {
    let (bench, server) = (Bench::new().await?, HesitantServer::start().await?);
    let id = bench
        .request(1, &mail_for("Ada", "ada@example.org"), in_a_day())
        .await?;
    let job = bench.start(&server.url(), &brisk())?;
    server.wait_for_mails(1).await?;
    let mut admin = bench.database.superuser().await?;
    let mut lock = admin.begin().await?;
    sqlx::query("SELECT 1 FROM deliveries FOR UPDATE")
        .execute(&mut *lock)
        .await?;
    server.answers.add_permits(10);
    let first = wait_for("noting waits", PATIENCE, async || {
        Ok(waiting(&bench).await?.pop())
    })
    .await?;
    wait_for("noting gave up and waits again", PATIENCE, async || {
        Ok(waiting(&bench)
            .await?
            .into_iter()
            .find(|began| *began > first))
    })
    .await?;
    lock.rollback().await?;
    bench.wait_for_state(id, "sent").await?;
    job.stop().await?;
    assert_eq!(server.mails(), 1);
    assert_eq!(bench.attempts(id).await?, [("sent".to_owned(), None)]);
    Ok(())
}

#[tokio::test]
async fn a_stopping_process_finishes_the_mails_in_flight_and_claims_no_more() -> anyhow::Result<()>
{
    let (bench, server) = (Bench::new().await?, HesitantServer::start().await?);
    let mut ids = Vec::new();
    for n in 1..=6 {
        ids.push(
            bench
                .request(n, &mail_for("Ada", "ada@example.org"), in_a_day())
                .await?,
        );
    }
    let job = bench.start(&server.url(), &brisk())?;
    // The first mail goes alone: it shows that the server is there.
    server.wait_for_mails(1).await?;
    server.answers.add_permits(1);
    server.wait_for_mails(5).await?;
    job.begin_to_stop();
    server.answers.add_permits(10);
    job.stop().await?;
    let mut states = Vec::new();
    for id in ids {
        states.push(bench.state(id).await?.0);
    }
    assert_eq!(states, ["sent", "sent", "sent", "sent", "sent", "queued"]);
    Ok(())
}

//! From identity's event to one mail.

use lintel_proto::identity::v1::{EmailVerificationRequested, UserRegistered};
use lintel_testkit::{smtp::SmtpSink, wait_for};

use crate::support::{
    Bench, CODE, PATIENCE, PUBLIC_URL, TOKEN, brisk,
    broker::{Broker, event, verification_requested},
    mail_for,
};

async fn count(bench: &Bench, table: &'static str) -> anyhow::Result<i64> {
    let query = match table {
        "inbox" => "SELECT count(*) FROM inbox",
        "dead_letter" => "SELECT count(*) FROM dead_letter",
        _ => "SELECT count(*) FROM deliveries",
    };
    let mut admin = bench.database.superuser().await?;
    Ok(sqlx::query_scalar(query).fetch_one(&mut admin).await?)
}

#[tokio::test]
async fn a_verification_that_is_asked_for_becomes_one_mail_with_its_link_and_code()
-> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench.database.db, job.wake.clone());

    let mail = mail_for("Ada Lovelace", "Ada.Lovelace@example.org");
    broker
        .publish(&verification_requested(42, bench.seal(&mail)), None)
        .await?;

    let received = sink.wait_for_mail("ada.lovelace@example.org").await?;
    assert_eq!(received.subject(), "Verify your email address for Lintel");
    let text = received.text();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let link = format!("{PUBLIC_URL}/verify-email?token={TOKEN}");
    assert_eq!(
        lines.iter().filter(|line| **line == link).count(),
        1,
        "{text}"
    );
    assert_eq!(
        lines.iter().filter(|line| **line == CODE).count(),
        1,
        "{text}"
    );
    assert!(text.starts_with("Hello Ada Lovelace,"), "{text}");
    assert!(received.html().contains(&format!("href=\"{link}\"")));
    assert_eq!(
        received.header("To").as_deref(),
        Some("\"Ada Lovelace\" <Ada.Lovelace@example.org>")
    );
    assert_eq!(
        received.header("From").as_deref(),
        Some("Lintel <no-reply@lintel.example>")
    );
    assert_eq!(
        received.header("Auto-Submitted").as_deref(),
        Some("auto-generated")
    );
    let intent = received.header("X-Lintel-Intent").unwrap_or_default();
    assert_eq!(received.message_id, format!("{intent}@lintel.example"));

    job.stop().await?;
    assert_eq!(sink.deliveries(), 1);
    assert_eq!(bench.sealed().await?, 0, "what a sent mail said is wiped");
    Ok(())
}

#[tokio::test]
async fn the_same_event_three_times_and_another_for_the_same_token_are_one_mail()
-> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench.database.db, job.wake.clone());

    let sealed = bench.seal(&mail_for("Ada", "ada@example.org"));
    let event = verification_requested(42, sealed.clone());
    for copy in 1..=3 {
        broker.publish(&event, Some(copy)).await?;
    }
    broker
        .publish(&verification_requested(42, sealed), None)
        .await?;
    broker.wait_until_consumed().await?;
    sink.wait_for_mail("ada@example.org").await?;
    job.stop().await?;

    assert_eq!(count(&bench, "deliveries").await?, 1);
    assert_eq!(count(&bench, "inbox").await?, 2);
    assert_eq!(sink.deliveries(), 1);
    Ok(())
}

#[tokio::test]
async fn what_is_not_for_us_is_acknowledged_and_what_is_broken_or_newer_is_put_aside_without_stopping_the_rest()
-> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench.database.db, job.wake.clone());

    let registered = UserRegistered {
        user_id: 7,
        version: 1,
        ..UserRegistered::default()
    };
    broker.publish(&event(&registered), None).await?;
    let mut of_the_future = event(&registered);
    of_the_future.event_type = "identity.user.renamed.v3".to_owned();
    broker.publish(&of_the_future, None).await?;
    let without_mail = EmailVerificationRequested {
        user_id: 7,
        ..EmailVerificationRequested::default()
    };
    broker.publish(&event(&without_mail), None).await?;
    let mut garbage = event(&without_mail);
    garbage.payload = b"\xff\xff\xff".as_slice().into();
    broker.publish(&garbage, None).await?;
    let sealed = bench.seal(&mail_for("Ada", "ada@example.org"));
    broker
        .publish(&verification_requested(42, sealed), None)
        .await?;

    broker.wait_until_consumed().await?;
    sink.wait_for_mail("ada@example.org").await?;
    job.stop().await?;
    assert_eq!(count(&bench, "dead_letter").await?, 3);
    assert_eq!(count(&bench, "deliveries").await?, 1);
    let mut admin = bench.database.superuser().await?;
    let reasons: Vec<String> =
        sqlx::query_scalar("SELECT reason FROM dead_letter ORDER BY dead_letter_id")
            .fetch_all(&mut admin)
            .await?;
    assert_eq!(reasons, ["unknown_type", "invariant", "invariant"]);
    Ok(())
}

#[tokio::test]
async fn events_wait_for_a_broker_that_was_killed() -> anyhow::Result<()> {
    let (bench, mut broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench.database.db, job.wake.clone());
    let asked = |token: i64| {
        let email = format!("ada{token}@example.org");
        verification_requested(token, bench.seal(&mail_for("Ada", &email)))
    };
    broker.publish(&asked(1), None).await?;
    sink.wait_for_mail("ada1@example.org").await?;
    broker.server.kill()?;
    broker.server.restart().await?;
    wait_for("publishing works again", PATIENCE, async || {
        broker.publish(&asked(2), None).await.map(Some)
    })
    .await?;
    sink.wait_for_mail("ada2@example.org").await?;
    job.stop().await?;
    assert_eq!(sink.deliveries(), 2);
    Ok(())
}

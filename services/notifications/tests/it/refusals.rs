//! Servers that do not take a mail: now, ever, or at all.

use std::time::Duration;

use chrono::TimeDelta;
use crypto_box::SecretKey;
use lintel_core::{Clock as _, SystemClock};
use lintel_notifications::{config::DeliveryConfig, domain::DeliveryId};
use lintel_testkit::{
    free_port,
    smtp::{Mode, SmtpSink},
    wait_for,
};
use rand::rngs::OsRng;

use crate::support::{Bench, PATIENCE, brisk, in_a_day, mail_for, server::HesitantServer};

async fn ask(bench: &Bench) -> anyhow::Result<DeliveryId> {
    bench
        .request(1, &mail_for("Ada", "ada@example.org"), in_a_day())
        .await
}

fn failed(cause: &str) -> (String, Option<String>) {
    ("failed".to_owned(), Some(cause.to_owned()))
}

#[tokio::test]
async fn a_mail_that_is_put_off_is_tried_again_until_it_is_taken() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    sink.set_mode(Mode::RefuseForNow);
    let id = ask(&bench).await?;
    let job = bench.start(&sink.url(), &brisk())?;
    wait_for("two tries", PATIENCE, async || {
        Ok((sink.deliveries() >= 2).then_some(()))
    })
    .await?;
    sink.set_mode(Mode::Accept);
    bench.wait_for_state(id, "sent").await?;
    job.stop().await?;
    assert_eq!(sink.mails().len(), 1);
    let attempts = bench.attempts(id).await?;
    assert_eq!(attempts[0], failed("451"));
    assert_eq!(attempts.last(), Some(&("sent".to_owned(), None)));
    assert!(bench.failures().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_mail_that_is_refused_for_good_is_not_tried_again_and_the_others_are_told()
-> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    sink.set_mode(Mode::RefuseForGood);
    let id = ask(&bench).await?;
    let job = bench.start(&sink.url(), &brisk())?;
    bench.wait_for_state(id, "refused").await?;
    job.stop().await?;
    assert_eq!(sink.deliveries(), 1);
    assert_eq!(
        bench.attempts(id).await?,
        [("refused".to_owned(), Some("550".to_owned()))]
    );
    assert_eq!(bench.failures().await?, ["REFUSED"]);
    assert_eq!(bench.sealed().await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_server_that_never_answers_costs_one_attempt_and_no_more_than_its_time()
-> anyhow::Result<()> {
    let (bench, server) = (Bench::new().await?, HesitantServer::start().await?);
    let id = ask(&bench).await?;
    let config = DeliveryConfig {
        smtp_timeout: Duration::from_millis(300),
        ..brisk()
    };
    let job = bench.start(&server.url(), &config)?;
    server.wait_for_mails(2).await?;
    server.answers.add_permits(100);
    bench.wait_for_state(id, "sent").await?;
    job.stop().await?;
    assert_eq!(bench.attempts(id).await?[0], failed("timeout"));
    Ok(())
}

#[tokio::test]
async fn when_no_server_is_there_the_tries_end_with_the_schedule() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let id = ask(&bench).await?;
    let config = brisk();
    let job = bench.start(&format!("smtp://127.0.0.1:{}", free_port()?), &config)?;
    bench.wait_for_state(id, "expired").await?;
    job.stop().await?;
    let attempts = bench.attempts(id).await?;
    assert_eq!(u32::try_from(attempts.len())?, config.schedule().attempts());
    assert!(
        attempts
            .iter()
            .all(|attempt| *attempt == failed("connection")),
        "{attempts:?}"
    );
    assert_eq!(bench.failures().await?, ["EXPIRED"]);
    Ok(())
}

#[tokio::test]
async fn a_mail_that_has_become_pointless_is_never_sent() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    let yesterday = SystemClock.now() - TimeDelta::hours(24);
    let late = bench
        .request(1, &mail_for("Ada", "ada@example.org"), yesterday)
        .await?;
    let id = bench
        .request(2, &mail_for("Eve", "eve@example.org"), in_a_day())
        .await?;
    let job = bench.start(&sink.url(), &brisk())?;
    bench.wait_for_state(id, "sent").await?;
    bench.wait_for_state(late, "expired").await?;
    job.stop().await?;
    assert_eq!(sink.deliveries(), 1);
    assert_eq!(bench.failures().await?, ["EXPIRED"]);
    assert_eq!(bench.sealed().await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_mail_waits_for_the_right_key_and_one_that_makes_no_mail_is_given_up()
-> anyhow::Result<()> {
    let (mut bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    let right = bench.key.clone();
    let id = ask(&bench).await?;
    let nobody = bench
        .request(2, &mail_for("Ada", "no address"), in_a_day())
        .await?;
    bench.key = SecretKey::generate(&mut OsRng);
    let job = bench.start(&sink.url(), &brisk())?;
    wait_for("a try with the wrong key", PATIENCE, async || {
        Ok((bench.attempts(id).await?.first() == Some(&failed("unsealing"))).then_some(()))
    })
    .await?;
    job.stop().await?;
    bench.key = right;
    let job = bench.start(&sink.url(), &brisk())?;
    bench.wait_for_state(id, "sent").await?;
    bench.wait_for_state(nobody, "refused").await?;
    job.stop().await?;
    assert_eq!(sink.deliveries(), 1);
    Ok(())
}

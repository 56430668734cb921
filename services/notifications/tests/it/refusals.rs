//! Servers that refuse a mail for now, permanently, or that cannot be reached.

use std::time::Duration;

use chrono::TimeDelta;
use crypto_box::SecretKey;
use lintel_core::{Clock as _, SystemClock};
use lintel_notifications::{config::DeliveryConfig, domain::DeliveryId};
use lintel_testkit::{
    free_port,
    smtp::{Mode, SmtpSink, Step},
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
    sink.set_mode(Mode::REFUSE_FOR_NOW);
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
async fn a_mail_refused_for_good_is_not_tried_again_and_the_others_are_sent() -> anyhow::Result<()>
{
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    sink.set_mode(Mode::REFUSE_FOR_GOOD);
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
async fn a_server_that_never_answers_costs_one_attempt_of_limited_time() -> anyhow::Result<()> {
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

#[tokio::test]
async fn a_refusal_before_the_data_means_the_same_as_one_after_it() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    for (number, step, code, state, outcome) in [
        (1, Step::Mail, 421, "sent", "failed"),
        (2, Step::Recipient, 450, "sent", "failed"),
        (3, Step::Mail, 530, "sent", "failed"),
        (4, Step::Mail, 554, "refused", "refused"),
        (5, Step::Recipient, 550, "refused", "refused"),
    ] {
        sink.set_mode(Mode::Refuse(step, code));
        let mail = mail_for("Ada", &format!("ada{number}@example.org"));
        let id = bench.request(number, &mail, in_a_day()).await?;
        let job = bench.start(&sink.url(), &brisk())?;
        wait_for("an attempt", PATIENCE, async || {
            let first = bench.attempts(id).await?.into_iter().next();
            let seen = (outcome.to_owned(), Some(code.to_string()));
            anyhow::ensure!(first.as_ref() == Some(&seen), "{step:?} {code}: {first:?}");
            Ok(Some(()))
        })
        .await?;
        sink.set_mode(Mode::Accept);
        bench.wait_for_state(id, state).await?;
        job.stop().await?;
    }
    assert_eq!(sink.mails().len(), 3);
    Ok(())
}

#[tokio::test]
async fn a_long_queue_costs_one_attempt_at_a_time_while_the_server_is_away() -> anyhow::Result<()> {
    const PROBES: Duration = Duration::from_millis(200);
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    let config = DeliveryConfig {
        while_down_every: PROBES,
        then_times: 100,
        ..brisk()
    };
    sink.set_mode(Mode::Away);
    let mut ids = Vec::new();
    for n in 1..=60 {
        let mail = mail_for("Ada", &format!("ada{n}@example.org"));
        ids.push(bench.request(n, &mail, in_a_day()).await?);
    }
    let began = std::time::Instant::now();
    let job = bench.start(&sink.url(), &config)?;
    let attempts = wait_for("some attempts", PATIENCE, async || {
        let attempts = bench.attempts_altogether().await?;
        anyhow::ensure!(attempts >= 5, "{attempts}");
        Ok(Some(attempts))
    })
    .await?;
    // The first at once, each other after a pause of four fifths at least.
    let at_most = began.elapsed().as_millis() / (PROBES * 4 / 5).as_millis() + 1;
    assert!(
        u128::try_from(attempts)? <= at_most,
        "{attempts} of {at_most}"
    );
    sink.set_mode(Mode::Accept);
    for id in ids {
        bench.wait_for_state(id, "sent").await?;
    }
    job.stop().await?;
    assert_eq!(sink.mails().len(), 60);
    Ok(())
}

#[tokio::test]
async fn of_many_mails_that_have_become_pointless_none_is_claimed() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let yesterday = SystemClock.now() - TimeDelta::hours(24);
    for n in 1..=150 {
        bench
            .request(n, &mail_for("Ada", "ada@example.org"), yesterday)
            .await?;
    }
    let fresh = bench
        .request(151, &mail_for("Eve", "eve@example.org"), in_a_day())
        .await?;
    let deliveries = bench.deliveries(&brisk());
    let mut claimed = Vec::new();
    for _ in 0..2 {
        claimed.extend(deliveries.claim(100).await?.into_iter().map(|due| due.id));
    }
    assert_eq!(claimed, [fresh]);
    assert_eq!(bench.failures().await?.len(), 150);
    Ok(())
}

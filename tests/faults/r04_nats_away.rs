//! R04, its second half: NATS is away for a minute. Only mails are late, and they are sent afterwards.
//! (Its first half, six kills, is r04_nats_killed.rs.)

use std::time::{Duration, Instant};

use anyhow::ensure;
use lintel_bus::topology::NOTIFICATIONS_IDENTITY;
use lintel_system_tests::{
    System,
    faults::{Load, checks, checks::database, experiment, ledger::Kind},
    system::SERVICES,
};
use lintel_testkit::wait_for;

/// Events and mails are late no longer, once they are this close behind.
const LATE: Duration = Duration::from_secs(2);
/// Time limit for new events after the broker's return (promise P3).
const RECOVERY: Duration = Duration::from_secs(15);
/// Time limit for the mails of a minute: nothing is promised of their pace, but they must not pile up.
const MAILS: Duration = Duration::from_secs(150);

pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R04", "NATS away", async |settings, report| {
        let load = Load::start(system, settings, "R04-away", 4).await?;
        load.ledger.more(20).await?;
        let away = Duration::from_secs(settings.pick(5, 60));
        let (writes, failures) = (load.ledger.count(), load.ledger.failures().len());
        system.nats.kill()?;
        let killed = Instant::now();
        tokio::time::sleep_until((killed + away).into()).await;
        let backlog = checks::all_unpublished(system).await?;
        let written = load.ledger.count() - writes;
        let errors = load.ledger.failures().split_off(failures);
        report.promise(errors.is_empty(), || {
            format!(
                "{} errors while it was away, the first {}",
                errors.len(),
                errors[0].what
            )
        });
        report.promise(backlog > 0, || {
            "no event waited: the fault did not bite".to_owned()
        });
        let signed_up = load.ledger.names(Kind::SignUp);

        system.nats.restart().await?;
        let back = Instant::now();
        wait_for("no event is late any more", 4 * RECOVERY, async || {
            let late = late_events(system).await?;
            ensure!(late.iter().all(|(_, count)| *count == 0), "late: {late:?}");
            Ok(Some(()))
        })
        .await?;
        let caught_up = back.elapsed();
        // Waiting events are published one by one, in order, beside new ones: a long absence takes longer to catch up
        // with, but never longer than it lasted itself.
        report.recovered("events", caught_up, RECOVERY.max(away));
        // Mails go out four at a time from each replica, so a minute's worth of them takes about a minute; none is left out.
        let asked_for = sent_or_waiting(system).await?;
        wait_for("no mail is late any more", MAILS, async || {
            let late = late_mails(system).await?;
            ensure!(late == 0, "{late} mails are late");
            Ok(Some(()))
        })
        .await?;
        let sent = back.elapsed();
        // The last of them were asked for a moment before the broker came back.
        wait_for("the mails of that time", RECOVERY, async || {
            let missing = signed_up.difference(&recipients(system)).count();
            ensure!(missing == 0, "{missing} have not come");
            Ok(Some(()))
        })
        .await?;
        let (ledger, landlord) = load.stop().await?;
        let rate = u128::try_from(backlog)? * 1_000 / caught_up.as_millis().max(1);
        report.figure(format!(
            "away {} s, writes meanwhile {written}, errors 0",
            away.as_secs()
        ));
        report.figure(format!("backlog {backlog}, drained at {rate} ev/s or more"));
        report.figure(format!(
            "lag below 2 s again after {} ms",
            caught_up.as_millis()
        ));
        report.figure(format!(
            "{asked_for} mails, none late after {} ms",
            sent.as_millis()
        ));
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

/// Events that were committed a while ago and not yet published, or not yet handled by notifications; by what waits.
async fn late_events(system: &System) -> anyhow::Result<Vec<(String, i64)>> {
    let mut late = Vec::new();
    for service in SERVICES {
        let unpublished: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM outbox WHERE published_at IS NULL AND created_at < now() - make_interval(secs => $1)",
        )
        .bind(LATE.as_secs_f64())
        .fetch_one(&mut database(system, service).await?)
        .await?;
        late.push((format!("{service} to publish"), unpublished));
    }
    let requested: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM outbox WHERE created_at < now() - make_interval(secs => $1)",
    )
    .bind(LATE.as_secs_f64())
    .fetch_one(&mut database(system, "identity").await?)
    .await?;
    let handled: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox WHERE source = $1")
        .bind(NOTIFICATIONS_IDENTITY.stream)
        .fetch_one(&mut database(system, "notifications").await?)
        .await?;
    late.push((
        "notifications to handle".to_owned(),
        (requested - handled).max(0),
    ));
    Ok(late)
}

/// Mails that were asked for a while ago and are not yet sent.
async fn late_mails(system: &System) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(
        "SELECT count(*) FROM deliveries WHERE finished_at IS NULL AND created_at < now() - make_interval(secs => $1)",
    )
    .bind(LATE.as_secs_f64())
    .fetch_one(&mut database(system, "notifications").await?)
    .await?)
}

/// Returns the number of all mails that notifications knows of.
async fn sent_or_waiting(system: &System) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM deliveries")
        .fetch_one(&mut database(system, "notifications").await?)
        .await?)
}

fn recipients(system: &System) -> std::collections::BTreeSet<String> {
    system
        .mails
        .mails()
        .into_iter()
        .flat_map(|mail| mail.to)
        .collect()
}

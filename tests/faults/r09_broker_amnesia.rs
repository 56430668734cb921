//! R09: NATS forgets. (a) Its whole store is put back as it was; (b) its streams are, and its consumers remember more than those hold;
//! (c) it is empty. The relays notice it and repair it, while clients go on writing. One subscriber is down when the lost events are
//! published, so that nobody but the broker could have told it of them.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    System,
    faults::{Load, Report, checks, checks::database, experiment},
    system::{Replicas, SERVICES},
};
use lintel_testkit::{BrokerStore, wait_for};

use crate::WIDE;

/// Promise P3.
const REPAIRED: Duration = Duration::from_secs(120);
const BETWEEN: usize = 60;
/// It hears five services.
const SUBSCRIBER: &str = "notifications";

/// The state of the broker's store when it comes back.
#[derive(Debug, Clone, Copy)]
enum Lost {
    /// It is as it was.
    Changes,
    /// Its messages are as they were.
    Messages,
    /// It is empty.
    Everything,
}

impl Lost {
    const fn name(self) -> &'static str {
        match self {
            Self::Changes => "(a) put back",
            Self::Messages => "(b) messages put back",
            Self::Everything => "(c) emptied",
        }
    }

    fn happen(self, system: &System, earlier: &BrokerStore) -> anyhow::Result<()> {
        match self {
            Self::Changes => earlier.put_back(&system.nats),
            Self::Messages => earlier.put_back_messages(&system.nats),
            Self::Everything => BrokerStore::lose(&system.nats),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "services/shared/bus/tests/it/stream_repair.rs tries the same without load; `make faults` tries this"]
async fn r09_what_the_broker_forgets_reaches_everybody() -> anyhow::Result<()> {
    experiment("R09", "broker amnesia", async |settings, report| {
        let mut system = System::start_replicas(Replicas::TWO, &WIDE).await?;
        let load = Load::start_behind_readiness(&system, settings, "R09", 4).await?;
        for lost in [Lost::Changes, Lost::Messages, Lost::Everything] {
            forget(&mut system, &load, lost, report).await?;
        }
        load.ledger.more(BETWEEN).await?;
        report.figure(format!("failed tries {}", load.ledger.failures().len()));
        let (ledger, landlord) = load.stop().await?;
        checks::all(&system, &landlord, &ledger, report).await?;
        the_operators_command_says_so(&system, report).await
    })
    .await
}

/// `verify-events` finds nothing, and finds what is missing when something is.
async fn the_operators_command_says_so(system: &System, report: &mut Report) -> anyhow::Result<()> {
    let (whole, said) = verify_events(system)?;
    report.promise(whole && said.contains(" 0 missing"), || said.clone());
    report.figure(format!("verify-events: {said}"));
    let deleted = sqlx::query(
        "DELETE FROM inbox WHERE (consumer, event_id) = (SELECT consumer, event_id FROM inbox \
         WHERE consumer = 'notifications-identity' AND processed_at > now() - interval '1 day' LIMIT 1)",
    )
    .execute(&mut database(system, SUBSCRIBER).await?)
    .await?;
    ensure!(deleted.rows_affected() == 1, "an inbox row to delete");
    let (whole, said) = verify_events(system)?;
    report.promise(!whole && said.contains(" 1 missing"), || {
        format!("a missing event was not found: {said}")
    });
    Ok(())
}

/// Runs `verify-events`. Returns true where it found everything, and its last line.
fn verify_events(system: &System) -> anyhow::Result<(bool, String)> {
    let secrets = tempfile::tempdir()?;
    std::fs::write(secrets.path().join("postgres.password"), "of a test")?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/setup/verify-events");
    let ended = Command::new(script)
        .arg(secrets.path())
        .args(SERVICES)
        .env("PGHOST", "127.0.0.1")
        .env("PGPORT", system.postgres.port.to_string())
        .env("VERIFY_AFTER", "0 seconds")
        .output()?;
    let said = String::from_utf8_lossy(&ended.stdout);
    let said = said
        .lines()
        .last()
        .with_context(|| String::from_utf8_lossy(&ended.stderr).into_owned())?;
    Ok((ended.status.success(), said.to_owned()))
}

async fn forget(
    system: &mut System,
    load: &Load,
    lost: Lost,
    report: &mut Report,
) -> anyhow::Result<()> {
    let name = lost.name();
    load.ledger.more(BETWEEN).await?;
    system.nats.kill()?;
    let earlier = BrokerStore::copy(&system.nats)?;
    system.nats.restart().await?;
    checks::drained(system).await?;
    let already = republished(system).await?;
    for replica in 0..2 {
        system.replica((SUBSCRIBER, replica))?.stop()?;
    }
    load.ledger.more(BETWEEN).await?;
    checks::drained(system).await?;
    system.nats.kill()?;
    lost.happen(system, &earlier)?;
    wait_for("events wait", Duration::from_secs(60), async || {
        let waiting = checks::unpublished(system, "portfolio").await?;
        Ok((waiting > 10).then_some(()))
    })
    .await?;
    system.nats.restart().await?;
    let back = Instant::now();
    let missing = checks::missing(system).await?;
    let before: usize = missing.iter().map(|(_, events)| events.len()).sum();
    system.revive()?;
    wait_for("every event arrived", 2 * REPAIRED, async || {
        let still = checks::still_missing(system, &missing).await?;
        ensure!(still == 0, "{still} of {before} are missing");
        Ok(Some(()))
    })
    .await?;
    report.recovered(name, back.elapsed(), REPAIRED);
    system.wait_until_ready().await?;
    let again = republished(system).await? - already;
    report.figure(format!(
        "{name}: missing before {before}, after 0, published again {again}"
    ));
    report.promise(before > 0 && again > 0, || {
        format!("{name}: nothing was lost, so the fault did not bite")
    });
    Ok(())
}

/// Returns how often events were published again, in all services.
async fn republished(system: &System) -> anyhow::Result<i64> {
    let mut all = 0;
    for service in SERVICES {
        let here: i64 =
            sqlx::query_scalar("SELECT coalesce(sum(republished), 0)::bigint FROM outbox")
                .fetch_one(&mut database(system, service).await?)
                .await?;
        all += here;
    }
    Ok(all)
}

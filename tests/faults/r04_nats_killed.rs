//! R04, its first half: kill -9 NATS. No request waits for it, so no client may notice; events catch up afterwards.
//! (Its second half, a minute without NATS, is r04_nats_away.rs.)

use std::time::{Duration, Instant};

use lintel_system_tests::{
    System,
    faults::{Load, checks, experiment},
};
use lintel_testkit::wait_for;

/// Time limit for events to catch up once the broker is back (promise P3).
const CATCH_UP: Duration = Duration::from_secs(15);
const BETWEEN: usize = 30;

/// Requests do not notice the death of nats and events catch up.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R04", "kill -9 NATS", async |settings, report| {
        // The load obeys readiness like an ingress: a gateway that said it is not ready without NATS would get no
        // requests.
        let load = Load::start_behind_readiness(system, settings, "R04", 4).await?;
        let mut backlog = 0;
        for _ in 0..settings.pick(1, 6) {
            load.ledger.more(BETWEEN).await?;
            system.nats.kill()?;
            wait_for("events wait", Duration::from_secs(60), async || {
                let waiting = checks::unpublished(system, "portfolio").await?;
                backlog = backlog.max(waiting);
                Ok((waiting > 10).then_some(()))
            })
            .await?;
            system.nats.restart().await?;
            let back = Instant::now();
            checks::drained(system).await?;
            report.recovered("events", back.elapsed(), CATCH_UP);
        }
        load.ledger.more(BETWEEN).await?;
        let failures = load.ledger.failures();
        report.figure(format!("failed requests {}", failures.len()));
        report.figure(format!("largest backlog {backlog}"));
        report.promise(failures.is_empty(), || {
            format!(
                "{} requests failed, the first: {}",
                failures.len(),
                failures[0].what
            )
        });
        let (ledger, landlord) = load.stop().await?;
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

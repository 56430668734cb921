//! R01: kill -9 each service in turn.

use std::time::{Duration, Instant};

use anyhow::ensure;
use lintel_system_tests::{
    System,
    faults::{Load, checks, experiment, ledger::Kind},
    system::Replicas,
};
use lintel_testkit::wait_for;

/// Promise P6.
const RECOVERY: Duration = Duration::from_secs(3);
/// Writes between two kills.
const BETWEEN: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_the_death_of_each_service() -> anyhow::Result<()> {
    experiment("R01", "kill -9 each service", async |settings, report| {
        let mut system = System::start_replicas(Replicas::TWO, &[]).await?;
        let load = Load::start(&system, settings, "R01", 4).await?;
        for _ in 0..settings.rounds() {
            for victim in ["identity", "portfolio", "notifications"] {
                load.ledger.more(BETWEEN).await?;
                let process = system.process(victim)?;
                let before = process.id();
                let seen = load.ledger.failures().len();
                process.kill()?;
                let killed = Instant::now();
                if victim == "identity" {
                    load.ledger.noticed(seen).await?;
                }
                system.revive()?;
                ensure!(system.process(victim)?.id() != before, "another process");
                let first = wait_for("a success", Duration::from_secs(30), async || {
                    Ok(if victim == "identity" {
                        load.ledger.first_success(Kind::SignUp, killed)
                    } else {
                        // The other replica goes on; this one is back when it says so.
                        let serving = system.is_serving((victim, 0)).await?;
                        serving.then(Instant::now)
                    })
                })
                .await?;
                report.recovered(victim, first - killed, RECOVERY);
            }
        }
        load.ledger.more(BETWEEN).await?;
        let (ledger, landlord) = load.stop().await?;
        checks::all(&system, &landlord, &ledger, report).await
    })
    .await
}

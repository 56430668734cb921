//! R03: kill -9 every process of PostgreSQL.

use std::time::{Duration, Instant};

use lintel_system_tests::{
    System,
    faults::{Load, checks, experiment, ledger::Kind},
};
use lintel_testkit::wait_for;

/// Promise P6.
const RECOVERY: Duration = Duration::from_secs(10);
const BETWEEN: usize = 30;

/// Acknowledged writes survive the death of PostgreSQL, and no event is torn from its row.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R03", "kill -9 PostgreSQL", async |settings, report| {
        let load = Load::start(system, settings, "R03", 4).await?;
        for _ in 0..settings.pick(1, 4) {
            load.ledger.more(BETWEEN).await?;
            let seen = load.ledger.failures().len();
            system.postgres.kill()?;
            let killed = Instant::now();
            load.ledger.noticed(seen).await?;
            system.postgres.restart().await?;
            let first = wait_for("a success", Duration::from_secs(60), async || {
                Ok(load.ledger.first_success(Kind::Property, killed))
            })
            .await?;
            report.recovered("PostgreSQL", first - killed, RECOVERY);
        }
        load.ledger.more(BETWEEN).await?;
        let ended = system.revive()?;
        report.promise(ended == 0, || format!("{ended} processes ended with it"));
        let (ledger, landlord) = load.stop().await?;
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

//! R02: kill -9 a gateway: one of two, then both.

use std::time::{Duration, Instant};

use lintel_system_tests::{
    System,
    faults::{Load, checks, experiment, ledger::Kind},
};
use lintel_testkit::wait_for;

/// Promise P6.
const RECOVERY: Duration = Duration::from_secs(2);
const BETWEEN: usize = 30;

/// Clients go on at the other gateway and nothing acknowledged is lost.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment(
        "R02",
        "kill -9 gateway: one of two, then both",
        async |settings, report| {
            let load = Load::start(system, settings, "R02", 4).await?;
            let mut with_one_left = 0;
            for round in 0..settings.rounds() {
                for victims in [vec![round % 2], vec![0, 1]] {
                    load.ledger.more(BETWEEN).await?;
                    let seen = load.ledger.failures().len();
                    let after_retry = load.ledger.failed_after_one_retry();
                    for &victim in &victims {
                        system.replica(("gateway", victim))?.kill()?;
                    }
                    let killed = Instant::now();
                    load.ledger.noticed(seen).await?;
                    if victims.len() == 1 {
                        load.ledger.more(BETWEEN).await?;
                        with_one_left += load.ledger.failed_after_one_retry() - after_retry;
                    }
                    let revived = Instant::now();
                    system.revive()?;
                    system.wait_until_ready().await?;
                    if victims.len() == 1 {
                        report.recovered("one", revived.elapsed(), RECOVERY);
                    } else {
                        let first = wait_for("a success", Duration::from_secs(30), async || {
                            Ok(load.ledger.first_success(Kind::Property, killed))
                        })
                        .await?;
                        report.recovered("both", first - killed, RECOVERY);
                    }
                }
            }
            load.ledger.more(BETWEEN).await?;
            let failures = load.ledger.failures().len();
            report.figure(format!("failed tries {failures}"));
            report.figure(format!(
                "errors after one retry, one of two killed {with_one_left}"
            ));
            report.promise(with_one_left == 0, || {
                "clients saw errors although one gateway was left".to_owned()
            });
            let (ledger, landlord) = load.stop().await?;
            checks::all(system, &landlord, &ledger, report).await
        },
    )
    .await
}

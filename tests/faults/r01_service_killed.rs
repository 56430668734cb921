//! R01: kill -9 each service in turn.

use std::time::{Duration, Instant};

use lintel_system_tests::{
    System,
    faults::{Load, checks, experiment, ledger::Kind},
};
use lintel_testkit::wait_for;

/// Promise P6.
const RECOVERY: Duration = Duration::from_secs(3);
/// Writes between two kills.
const BETWEEN: usize = 30;

/// What was acknowledged survives the death of each service.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R01", "kill -9 each service", async |settings, report| {
        let load = Load::start(system, settings, "R01", 4).await?;
        let (mut refused, mut errors) = (0, 0);
        for round in 0..settings.rounds() {
            for victim in [
                ("identity", 0),
                ("portfolio", round % 2),
                ("notifications", round % 2),
                ("tenancy-applications", round % 2),
                ("viewings-maintenance", round % 2),
            ] {
                load.ledger.more(BETWEEN).await?;
                let seen = load.ledger.failures().len();
                system.replica(victim)?.kill()?;
                let killed = Instant::now();
                let recovered = if victim.0 == "identity" {
                    // There is one of it, so clients notice: that is how they see the fault bite.
                    load.ledger.noticed(seen).await?;
                    system.revive()?;
                    wait_for("an account is made", Duration::from_secs(30), async || {
                        Ok(load.ledger.first_success(Kind::SignUp, killed))
                    })
                    .await?
                } else {
                    // The other one goes on; this one is gone, and back when it says so.
                    let gone = system.is_serving(victim).await.is_err();
                    report.promise(gone, || format!("{victim:?} answered after its death"));
                    load.ledger.more(BETWEEN).await?;
                    errors += load.ledger.failures().len() - seen;
                    let revived = Instant::now();
                    system.revive()?;
                    let serving = wait_for("it serves", Duration::from_secs(30), async || {
                        Ok(system.is_serving(victim).await?.then(Instant::now))
                    })
                    .await?;
                    killed + (serving - revived)
                };
                report.recovered(victim.0, recovered - killed, RECOVERY);
                if victim.0 == "identity" {
                    refused += load.ledger.failures().len() - seen;
                }
            }
        }
        report.figure(format!("tries refused without identity {refused}"));
        report.figure(format!("user-visible errors with one of two left {errors}"));
        report.promise(errors == 0, || {
            let failures = load.ledger.failures();
            format!(
                "clients saw errors although one of two was left, the last {:?}",
                failures.last()
            )
        });
        load.ledger.more(BETWEEN).await?;
        let (ledger, landlord) = load.stop().await?;
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

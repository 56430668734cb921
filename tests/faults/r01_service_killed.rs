//! R01: kill -9 each service in turn, one of its two replicas; then both of identity, on which every other process stands.

use std::time::{Duration, Instant};

use lintel_system_tests::{
    System,
    faults::{Load, Report, checks, experiment, ledger::Kind},
    system::Which,
};
use lintel_testkit::wait_for;

/// Promise P6.
const RECOVERY: Duration = Duration::from_secs(3);
/// Writes between two kills.
const BETWEEN: usize = 30;
const SERVICES: [&str; 5] = [
    "identity",
    "portfolio",
    "notifications",
    "tenancy-applications",
    "viewings-maintenance",
];

/// Acknowledged writes survive the death of each service.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment("R01", "kill -9 each service", async |settings, report| {
        let load = Load::start(system, settings, "R01", 4).await?;
        let (mut refused, mut errors) = (0, 0);
        for round in 0..settings.rounds() {
            for name in SERVICES {
                errors += one_of_two(system, &load, (name, round % 2), report).await?;
            }
            refused += both_of_identity(system, &load, report).await?;
        }
        report.figure(format!("tries refused without identity {refused}"));
        report.figure(format!("user-visible errors with one of two left {errors}"));
        load.ledger.more(BETWEEN).await?;
        let (ledger, landlord) = load.stop().await?;
        checks::all(system, &landlord, &ledger, report).await
    })
    .await
}

/// The other one goes on; this one is gone, and back when it says so. Returns how many tries failed meanwhile.
async fn one_of_two(
    system: &mut System,
    load: &Load,
    victim: Which,
    report: &mut Report,
) -> anyhow::Result<usize> {
    load.ledger.more(BETWEEN).await?;
    let seen = load.ledger.failures().len();
    system.replica(victim)?.kill()?;
    let gone = system.is_serving(victim).await.is_err();
    report.promise(gone, || format!("{victim:?} answered after its death"));
    load.ledger.more(BETWEEN).await?;
    let failures = load.ledger.failures().split_off(seen);
    report.promise(failures.is_empty(), || {
        format!("clients saw errors although one {victim:?} was left: {failures:?}")
    });
    let revived = Instant::now();
    system.revive()?;
    wait_for("it serves", Duration::from_secs(30), async || {
        Ok(system.is_serving(victim).await?.then_some(()))
    })
    .await?;
    report.recovered(victim.0, revived.elapsed(), RECOVERY);
    Ok(failures.len())
}

/// Nobody is left, so clients notice: that is how they see the fault bite. Returns how many tries failed meanwhile.
async fn both_of_identity(
    system: &mut System,
    load: &Load,
    report: &mut Report,
) -> anyhow::Result<usize> {
    load.ledger.more(BETWEEN).await?;
    let seen = load.ledger.failures().len();
    for replica in 0..2 {
        system.replica(("identity", replica))?.kill()?;
    }
    let killed = Instant::now();
    load.ledger.noticed(seen).await?;
    system.revive()?;
    let made = wait_for("an account is made", Duration::from_secs(30), async || {
        Ok(load.ledger.first_success(Kind::SignUp, killed))
    })
    .await?;
    report.recovered("both of identity", made - killed, RECOVERY);
    Ok(load.ledger.failures().len() - seen)
}

//! The experiments that need nothing but running processes: one after the other on one system, which each leaves whole.

use lintel_system_tests::{System, system::Replicas};

use crate::{
    WIDE, r01_listings_killed, r01_service_killed, r02_gateway_killed, r03_postgres_killed,
    r04_nats_killed, r22_held_table, r24_letting, r24_submitted_twice, r27_told_to_stop,
    r28_erased_half_way,
};

#[tokio::test(flavor = "multi_thread")]
async fn processes_may_be_killed_and_told_to_stop_at_any_time() -> anyhow::Result<()> {
    let mut system = System::start_replicas(Replicas::TWO, &WIDE).await?;
    let failed = [
        attempt(&mut system, r01_service_killed::run).await?,
        attempt(&mut system, r01_listings_killed::run).await?,
        attempt(&mut system, r02_gateway_killed::run).await?,
        attempt(&mut system, r03_postgres_killed::run).await?,
        attempt(&mut system, r04_nats_killed::run).await?,
        attempt(&mut system, r22_held_table::run).await?,
        attempt(&mut system, r24_submitted_twice::run).await?,
        attempt(&mut system, r24_letting::run).await?,
        attempt(&mut system, r27_told_to_stop::run).await?,
        attempt(&mut system, r28_erased_half_way::run).await?,
    ];
    let failed: Vec<String> = failed.into_iter().flatten().collect();
    anyhow::ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Returns the failure of an experiment, if it failed; the next experiment is tried all the same.
async fn attempt(
    system: &mut System,
    experiment: impl AsyncFnOnce(&mut System) -> anyhow::Result<()>,
) -> anyhow::Result<Option<String>> {
    system.revive()?;
    system.wait_until_ready().await?;
    let failed = experiment(system).await.err();
    Ok(failed.map(|error| format!("{error:#}")))
}

//! R16: a disk is full under load: that of the uploads, of NATS, of PostgreSQL, one after the other. Whoever cannot be served is told so
//! (503), nothing that was acknowledged is lost or spoilt, and all goes on by itself when there is space again.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    System,
    disk::SmallDisk,
    faults::{Load, Report, Settings, checks, experiment, ledger::Kind},
    system::Replicas,
};
use lintel_testkit::wait_for;

use crate::{WIDE, uploads::Uploads};

/// Promise P10: from the return of the space to the first success.
const RECOVERY: Duration = Duration::from_secs(15);
/// The time between two looks of a supervisor.
const SUPERVISED: Duration = Duration::from_secs(1);
/// Time limit for NATS to say how its streams are.
const ANSWERS: Duration = Duration::from_secs(2);
/// The time between two checks of a container.
const CHECKED: Duration = Duration::from_secs(2);
/// Writes before and after.
const BETWEEN: usize = 30;
const NO_DISK: &str = "this machine lets nobody mount a small disk";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "mounts disks as root, which `make faults` tries"]
async fn full_disks_are_told_of_and_overcome() -> anyhow::Result<()> {
    let mut system = System::start_replicas(Replicas::TWO, &WIDE).await?;
    // Each stays until the end: a server that lost its disk would spoil what is tried after it.
    let mut disks = Vec::new();
    let uploads = experiment("R16", "disk of uploads full", async |settings, report| {
        let Some(disk) = SmallDisk::over(&files(&mut system)?, 64)? else {
            report.skip(NO_DISK);
            return Ok(());
        };
        let disk = kept(&mut disks, disk);
        uploads_full(&system, disk, settings, report).await
    })
    .await;
    let nats = experiment("R16", "disk of NATS full", async |settings, report| {
        system.nats.kill()?;
        let disk = SmallDisk::over(&system.nats.store(), 64)?;
        system.nats.restart().await?;
        system.wait_until_ready().await?;
        let Some(disk) = disk else {
            report.skip(NO_DISK);
            return Ok(());
        };
        let disk = kept(&mut disks, disk);
        nats_full(&mut system, disk, settings, report).await
    })
    .await;
    let postgres = experiment(
        "R16",
        "disk of PostgreSQL full",
        async |settings, report| {
            system.postgres.kill()?;
            let disk = SmallDisk::over(&system.postgres.data(), 512)?;
            system.postgres.restart().await?;
            system.wait_until_ready().await?;
            let Some(disk) = disk else {
                report.skip(NO_DISK);
                return Ok(());
            };
            let disk = kept(&mut disks, disk);
            postgres_full(&mut system, disk, settings, report).await
        },
    )
    .await;
    uploads.and(nats).and(postgres)
}

/// Puts the disk with those that stay.
fn kept(disks: &mut Vec<SmallDisk>, disk: SmallDisk) -> &SmallDisk {
    disks.push(disk);
    &disks[disks.len() - 1]
}

/// Returns the folder in which the gateways keep files.
fn files(system: &mut System) -> anyhow::Result<PathBuf> {
    let environment = system.process("gateway")?.environment();
    let url = environment
        .iter()
        .find(|(name, _)| name == "LINTEL_FILES_URL");
    let (_, url) = url.context("the gateway has a place for files")?;
    let folder = PathBuf::from(url.trim_start_matches("file://"));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

async fn uploads_full(
    system: &System,
    disk: &SmallDisk,
    settings: Settings,
    report: &mut Report,
) -> anyhow::Result<()> {
    let load = Load::start(system, settings, "R16-uploads", 4).await?;
    let uploads = Uploads::start(system, &load.landlord)?;
    load.ledger.more(BETWEEN).await?;
    uploads.more(5).await?;
    disk.fill()?;
    let full = Instant::now();
    let refused = uploads.refused().await?;
    report.figure(format!(
        "first 503 after {} ms",
        (refused - full).as_millis()
    ));
    tokio::time::sleep(lasts(settings)).await;
    disk.free()?;
    let freed = Instant::now();
    uploads.more(1).await?;
    report.recovered("uploads", freed.elapsed(), RECOVERY);
    uploads.more(5).await?;
    load.ledger.more(BETWEEN).await?;
    let failures = load.ledger.failures();
    report.promise(failures.is_empty(), || {
        format!("what needs no file failed as well: {}", failures[0].what)
    });
    uploads.stop(report).await?;
    let (ledger, landlord) = load.stop().await?;
    checks::all(system, &landlord, &ledger, report).await
}

async fn nats_full(
    system: &mut System,
    disk: &SmallDisk,
    settings: Settings,
    report: &mut Report,
) -> anyhow::Result<()> {
    let load = Load::start(system, settings, "R16-nats", 4).await?;
    load.ledger.more(BETWEEN).await?;
    let seen = load.ledger.failures().len();
    disk.fill()?;
    let full = Instant::now();
    wait_for("events wait", Duration::from_secs(60), async || {
        let waiting = checks::unpublished(system, "portfolio").await?;
        Ok((waiting > 10).then_some(()))
    })
    .await?;
    report.figure(format!(
        "events waited after {} ms",
        full.elapsed().as_millis()
    ));
    tokio::time::sleep(lasts(settings)).await;
    disk.free()?;
    let freed = Instant::now();
    let backlog = checks::all_unpublished(system).await?;
    let oldest = checks::oldest_unpublished(system).await?;
    let mut restarts = 0;
    while checks::still_unpublished(system, &oldest).await? > 0 {
        restarts += restart_if_stopped(system).await?;
        ensure!(freed.elapsed() < RECOVERY * 4, "events still wait");
        tokio::time::sleep(CHECKED).await;
    }
    report.recovered("events", freed.elapsed(), RECOVERY);
    report.figure(format!("NATS restarted {restarts}"));
    // Waiting events are published in order, beside new ones. The time that this takes depends on their number (R04).
    let goes_on = Instant::now();
    checks::drained(system).await?;
    let rate = u128::try_from(backlog)? * 1_000 / goes_on.elapsed().as_millis().max(1);
    report.figure(format!("backlog {backlog}, drained at {rate} ev/s or more"));
    load.ledger.more(BETWEEN).await?;
    let failures = load.ledger.failures().split_off(seen);
    report.promise(failures.is_empty(), || {
        format!(
            "{} requests failed, the first {}",
            failures.len(),
            failures[0].what
        )
    });
    let (ledger, landlord) = load.stop().await?;
    checks::all(system, &landlord, &ledger, report).await
}

/// Restarts NATS when a stream that met the full disk stays as it was although there is space: when the server says that it has stopped
/// writing it, as its container's check does (deploy/k8s, docker-compose.yml); or when it answers no more, as the runbook has a person
/// do (deploy/runbooks/disk.md): 2.9 waits there for a lock that it holds itself. Returns how often (0 or 1).
async fn restart_if_stopped(system: &mut System) -> anyhow::Result<usize> {
    let asked = reqwest::Client::builder().timeout(ANSWERS).build()?;
    let health = asked.get(system.nats.health_url()).send().await?;
    let writes = !health.text().await?.contains("write error");
    if writes && asked.get(system.nats.streams_url()).send().await.is_ok() {
        return Ok(0);
    }
    system.nats.kill()?;
    system.nats.restart().await?;
    Ok(1)
}

async fn postgres_full(
    system: &mut System,
    disk: &SmallDisk,
    settings: Settings,
    report: &mut Report,
) -> anyhow::Result<()> {
    let load = Load::start(system, settings, "R16-postgres", 4).await?;
    load.ledger.more(BETWEEN).await?;
    let seen = load.ledger.failures().len();
    disk.fill()?;
    let full = Instant::now();
    load.ledger.noticed(seen).await?;
    let first = load.ledger.failures()[seen].at;
    report.figure(format!("first 503 after {} ms", (first - full).as_millis()));
    let mut restarts = 0;
    while first.elapsed() < lasts(settings) {
        restarts += usize::from(system.postgres.revive()?);
        // The space that the server gives up in dying is taken as well.
        disk.fill()?;
        tokio::time::sleep(SUPERVISED).await;
    }
    disk.free()?;
    let freed = Instant::now();
    let back = loop {
        restarts += usize::from(system.postgres.revive()?);
        if let Some(back) = load.ledger.first_success(Kind::Property, freed) {
            break back;
        }
        ensure!(
            freed.elapsed() < RECOVERY * 4,
            "PostgreSQL did not come back"
        );
        tokio::time::sleep(SUPERVISED / 4).await;
    };
    report.recovered("PostgreSQL", back - freed, RECOVERY);
    report.figure(format!("PostgreSQL restarted by its supervisor {restarts}"));
    let ended = system.revive()?;
    report.promise(ended == 0, || format!("{ended} processes ended with it"));
    load.ledger.more(BETWEEN).await?;
    let failures = load.ledger.failures().split_off(seen);
    report.figure(format!("failed tries {}", failures.len()));
    let unclean = failures.iter().find(|failure| {
        let what = failure.what.trim_start_matches("read: ");
        let what = what.trim_start_matches("register: ");
        !(what.starts_with("503 \"") || what.starts_with("504 \""))
    });
    report.promise(unclean.is_none(), || format!("no clean 503: {unclean:?}"));
    let (ledger, landlord) = load.stop().await?;
    checks::all(system, &landlord, &ledger, report).await
}

/// Returns the time for which a disk stays full.
fn lasts(settings: Settings) -> Duration {
    Duration::from_secs(settings.pick(3, 20))
}

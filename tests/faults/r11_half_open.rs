//! R11: connections of one kind of edge after the other are broken by RST again and again, then (in the full form) carry nothing for
//! 20 seconds, in either direction, without anybody being told, and at last stay silent for ever, as when the machine behind them is gone,
//! while new ones work. No acknowledged write is lost, who waits for a silent side notices it within 15 seconds, and nothing hangs
//! afterwards.

use std::time::{Duration, Instant};

use lintel_system_tests::{
    System,
    faults::{Load, Report, Settings, checks, experiment, ledger::Kind},
    proxy::{Proxy, Toxic},
    system::{Edge, Replicas, SERVICES},
};
use lintel_testkit::wait_for;

use crate::WIDE;

/// The time between two breaks of a storm.
const BETWEEN_BREAKS: Duration = Duration::from_millis(200);
/// The time for which an edge is silent.
const SILENT: Duration = Duration::from_secs(20);
/// The number of times that connections are lost.
const LOSSES: usize = 10;
/// Time limit for noticing a silent side (promise of R11).
const NOTICED: Duration = Duration::from_secs(15);
/// Extra time for the clocks of three programs and a look every 200 ms.
const LOOKED: Duration = Duration::from_millis(500);
/// Extra time for connecting again and asking once more.
const RECONNECTED: Duration = Duration::from_secs(1);
/// Time limit from the end of a fault to the first write (promise P6, that of PostgreSQL, the longest).
const RECOVERY: Duration = Duration::from_secs(10);
/// Seconds after which something that runs in a database has been forgotten: statements end after two seconds.
const FORGOTTEN_AFTER: f64 = 10.0;
const BETWEEN: usize = 30;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "two minutes, which `make faults` takes"]
async fn broken_and_silent_connections_lose_nothing_and_hold_up_nobody() -> anyhow::Result<()> {
    let system = System::start_behind_proxies(Replicas::TWO, &WIDE).await?;
    let kinds = [
        ("clients to gateways", vec![Edge::Clients]),
        ("gateways to services", system.edges.every(Edge::Calls)),
        ("services to PostgreSQL", system.edges.every(Edge::Postgres)),
        ("services to NATS", system.edges.every(Edge::Nats)),
    ];
    let mut failed = Vec::new();
    for (number, (name, edges)) in kinds.iter().enumerate() {
        let tried = experiment("R11", name, async |settings, report| {
            one_kind(&system, number, edges, settings, report).await
        });
        failed.extend(tried.await.err().map(|error| format!("{name}: {error:#}")));
    }
    anyhow::ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

async fn one_kind(
    system: &System,
    number: usize,
    edges: &[Edge],
    settings: Settings,
    report: &mut Report,
) -> anyhow::Result<()> {
    let load = Load::start(system, settings, &format!("R11-{number}"), 4).await?;
    load.ledger.more(BETWEEN).await?;
    storm(system, edges, settings.pick(2, 5), report).await;
    let over = Instant::now();
    recovered("after RST", &load, over, RECOVERY, report).await?;
    load.ledger.more(BETWEEN).await?;
    silence(system, edges, settings.pick(SILENT / 4, SILENT), report).await;
    let over = Instant::now();
    recovered("after silence", &load, over, RECOVERY, report).await?;
    load.ledger.more(BETWEEN).await?;
    // The client decides how long it waits for a gateway that is gone.
    if edges != [Edge::Clients] {
        let over = losses(system, edges, report).await;
        recovered("after loss", &load, over, NOTICED + RECONNECTED, report).await?;
        nothing_is_held_up(&load, report).await?;
    }
    checks::drained(system).await?;
    let failures = load.ledger.failures();
    report.figure(format!("failed tries {}", failures.len()));
    // A write that hangs would make this fail.
    let (ledger, landlord) = load.stop().await?;
    let forgotten = forgotten(system).await?;
    report.promise(forgotten == 0, || {
        format!("{forgotten} sessions of PostgreSQL hang in a transaction")
    });
    checks::all(system, &landlord, &ledger, report).await
}

/// Breaks all connections again and again for so many seconds.
async fn storm(system: &System, edges: &[Edge], seconds: u64, report: &mut Report) {
    let broken = || -> usize { system.edges.of(edges).map(Proxy::broken).sum() };
    let before = broken();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds) {
        system.edges.reset(edges);
        tokio::time::sleep(BETWEEN_BREAKS).await;
    }
    let broken = broken() - before;
    report.figure(format!("connections broken {broken}"));
    report.promise(broken > 0, || "no connection was broken".to_owned());
}

/// Lets nothing through for as long as that, and looks when callers give up the connections that were open, or open others in their place:
/// a client of NATS keeps the old one until it has another.
async fn silence(system: &System, edges: &[Edge], lasts: Duration, report: &mut Report) {
    let count = |of: fn(&Proxy) -> usize| -> usize { system.edges.of(edges).map(of).sum() };
    let before: Vec<usize> = system.edges.of(edges).map(Proxy::open).collect();
    let open: usize = before.iter().sum();
    let all_noticed = || {
        let now = system.edges.of(edges);
        now.zip(&before)
            .all(|(proxy, open)| proxy.abandoned() >= *open || proxy.opened() >= *open)
    };
    report.promise(open > 0, || "no connection was open".to_owned());
    system.edges.set(edges, Toxic::Hole);
    let begun = Instant::now();
    let mut noticed = None;
    while begun.elapsed() < lasts {
        if noticed.is_none() && all_noticed() {
            noticed = Some(begun.elapsed());
        }
        tokio::time::sleep(BETWEEN_BREAKS).await;
    }
    let abandoned = count(Proxy::abandoned);
    system.edges.set(edges, Toxic::Clear);
    let text = noticed.map_or_else(
        || format!("{abandoned} given up, {open} were open"),
        |after| format!("all {open} noticed after {} ms", after.as_millis()),
    );
    report.figure(format!("silent for {} s: {text}", lasts.as_secs()));
    // A side that has sent nothing over a connection waits for nothing, and a gateway need not notice silent
    // connections of clients.
    let watched = edges
        .iter()
        .any(|edge| matches!(edge, Edge::Calls(_) | Edge::Nats(_)));
    if watched && lasts > NOTICED {
        report.promise(
            noticed.is_some_and(|after| after <= NOTICED + LOOKED),
            || format!("not noticed within {} s: {text}", NOTICED.as_secs()),
        );
    }
}

/// Loses the connections several times, so that each time others of them are in use.
async fn losses(system: &System, edges: &[Edge], report: &mut Report) -> Instant {
    for _ in 0..LOSSES {
        system.edges.lose(edges);
        tokio::time::sleep(BETWEEN_BREAKS).await;
    }
    let over = Instant::now();
    let given_up = || -> usize { system.edges.of(edges).map(Proxy::abandoned).sum() };
    report.figure(format!(
        "lost {LOSSES} times, {} given up by then",
        given_up()
    ));
    over
}

/// Once the silent connections must have been noticed, nobody fails because of them.
async fn nothing_is_held_up(load: &Load, report: &mut Report) -> anyhow::Result<()> {
    tokio::time::sleep(NOTICED).await;
    let seen = load.ledger.failures().len();
    load.ledger.more(3 * BETWEEN).await?;
    let late = load.ledger.failures().split_off(seen);
    report.promise(late.is_empty(), || {
        format!(
            "{} tries still fail, the first {}",
            late.len(),
            late[0].what
        )
    });
    Ok(())
}

async fn recovered(
    what: &str,
    load: &Load,
    over: Instant,
    limit: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    let first = wait_for("a success", Duration::from_secs(60), async || {
        Ok(load.ledger.first_success(Kind::Property, over))
    })
    .await?;
    report.recovered(what, first - over, limit);
    Ok(())
}

/// Sessions that are in a transaction for too long, in all databases.
async fn forgotten(system: &System) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity WHERE xact_start < now() - make_interval(secs => $1) AND backend_type = 'client backend'",
    )
    .bind(FORGOTTEN_AFTER)
    .fetch_one(&mut checks::database(system, SERVICES[0]).await?)
    .await?)
}

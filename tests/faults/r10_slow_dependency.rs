//! R10: what portfolio is asked, then what it asks PostgreSQL, then what it tells NATS, arrives five seconds late. Who needs portfolio is
//! told so before long (503, 504); who does not need it notices nothing (promise P7); afterwards all is as before.

use std::time::{Duration, Instant};

use anyhow::ensure;
use lintel_system_tests::{
    System,
    faults::{Report, Settings, checks, experiment},
    proxy::Toxic,
    system::{Edge, Replicas},
};
use reqwest::StatusCode;

use crate::{
    WIDE,
    asked::{Answer, Asked, Askers, Kind, Mix, is_as_quick, once_each, p99},
};

const LATE: Duration = Duration::from_secs(5);
/// Identity and viewings-maintenance, portfolio, and portfolio for a new home.
const ASKED: &Mix = &[
    (Kind::Other, "/api/sessions"),
    (Kind::Other, "/api/maintenance-requests"),
    (Kind::Read, "/api/properties?pageSize=10"),
    (Kind::Write, "/api/properties"),
];
/// The requests that leave in a second, as many of each, of so many landlords.
const A_SECOND: u32 = 40;
const LANDLORDS: usize = 4;
/// Deadlines of the gateway for a read and a write, and what promise P7 allows on top.
const READ: Duration = Duration::from_millis(1_500);
const WRITE: Duration = Duration::from_secs(3);
const ON_TOP: Duration = Duration::from_millis(100);
/// Time limit from the end of a fault until all is as quick as before: HTTP/2 needs it to give up a connection and
/// connect again.
const RECOVERY: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "two minutes, which `make faults` takes"]
async fn a_slow_dependency_slows_down_nobody_else() -> anyhow::Result<()> {
    let system = System::start_behind_proxies(Replicas::TWO, &WIDE).await?;
    let edges = [
        ("portfolio 5 s late", Edge::Calls("portfolio"), true),
        (
            "PostgreSQL 5 s late for portfolio",
            Edge::Postgres("portfolio"),
            true,
        ),
        (
            "NATS 5 s late for portfolio",
            Edge::Nats("portfolio"),
            false,
        ),
    ];
    let mut failed = Vec::new();
    for (name, edge, affected) in edges {
        let tried = experiment("R10", name, async |settings, report| {
            one_edge(&system, edge, affected, settings, report).await
        });
        failed.extend(tried.await.err().map(|error| format!("{name}: {error:#}")));
    }
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

async fn one_edge(
    system: &System,
    edge: Edge,
    affected: bool,
    settings: Settings,
    report: &mut Report,
) -> anyhow::Result<()> {
    let askers = Askers::sign_up(system, LANDLORDS).await?;
    let lasts = Duration::from_secs(settings.pick(5, 15));
    let before = askers.open_loop(ASKED, A_SECOND, lasts).await?;
    system.edges.set(&[edge], Toxic::Late(LATE));
    let during = askers.open_loop(ASKED, A_SECOND, lasts).await?;
    system.edges.set(&[edge], Toxic::Clear);
    let over = Instant::now();
    let base = p99(&before.answers)?;
    let back = askers.as_before(ASKED, A_SECOND, base, over).await?;
    report.recovered("portfolio", back, RECOVERY);
    checks::drained(system).await?;

    let others = |asked: &Asked| asked.of(Kind::Other);
    quick(report, "others", &others(&before), &others(&during))?;
    if affected {
        let own = during.with(|answer| answer.kind != Kind::Other);
        let bitten = own.iter().filter(|answer| !answer.is_served()).count();
        report.promise(bitten > 0, || "nobody noticed that it was late".to_owned());
        in_time(&during, report);
    } else {
        let own = |asked: &Asked| asked.with(|answer| answer.kind != Kind::Other);
        quick(report, "portfolio", &own(&before), &own(&during))?;
    }
    report.figure(format!("most at once {}", during.at_once));
    // The bound is the number of requests sent in the time that a write may take, and as many again.
    let bound = 2 * u64::from(A_SECOND) * WRITE.as_secs();
    let at_once = u64::try_from(during.at_once)?;
    report.promise(at_once <= bound, || {
        format!("{at_once} at once, {bound} are the bound")
    });
    once_each(system, &[&before, &during], report).await?;
    checks::versions(system, report).await
}

/// Promises that a request that needed the slow part was answered in time, and if not served, then told so.
fn in_time(asked: &Asked, report: &mut Report) {
    for (what, kind, deadline) in [("reads", Kind::Read, READ), ("writes", Kind::Write, WRITE)] {
        let answers = asked.of(kind);
        let slowest = answers.iter().map(|it| it.after).max().unwrap_or_default();
        let count = |status| {
            answers
                .iter()
                .filter(|it| it.status == Some(status))
                .count()
        };
        let (away, late) = (StatusCode::SERVICE_UNAVAILABLE, StatusCode::GATEWAY_TIMEOUT);
        report.figure(format!(
            "{what}: {} of {} served, 503 {}, 504 {}, slowest {} ms",
            answers.iter().filter(|it| it.is_served()).count(),
            answers.len(),
            count(away),
            count(late),
            slowest.as_millis()
        ));
        report.promise(slowest <= deadline + ON_TOP, || {
            format!("{what} took {} ms", slowest.as_millis())
        });
        let unclean = answers
            .iter()
            .find(|it| !it.is_served() && it.status != Some(away) && it.status != Some(late));
        report.promise(unclean.is_none(), || format!("no clean 503: {unclean:?}"));
    }
}

/// Promise P7, its first part.
fn quick(
    report: &mut Report,
    what: &str,
    before: &[Answer],
    then: &[Answer],
) -> anyhow::Result<()> {
    let (base, now) = (p99(before)?, p99(then)?);
    report.figure(format!(
        "p99 of {what} {} ms, {} ms before",
        now.as_millis(),
        base.as_millis()
    ));
    report.promise(is_as_quick(now, base), || {
        format!("{what} became slow: {} ms", now.as_millis())
    });
    let failed = then.iter().find(|answer| !answer.is_served());
    report.promise(failed.is_none(), || format!("{what}: {failed:?}"));
    Ok(())
}

//! R10: what portfolio is asked, then what it asks PostgreSQL, then what it tells NATS, arrives five seconds late. Who needs portfolio is
//! told so before long (503, 504); who does not need it notices nothing (promise P7); afterwards all is as before.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    System, Visitor,
    client::a_house,
    faults::{Report, Settings, checks, experiment},
    proxy::Toxic,
    system::{Edge, Replicas},
};
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::WIDE;

const LATE: Duration = Duration::from_secs(5);
/// Between two requests of one kind; they are sent whether or not the ones before were answered (an open loop).
const EVERY: Duration = Duration::from_millis(50);
/// Deadlines of the gateway for a read and a write, and what promise P7 allows on top.
const READ: Duration = Duration::from_millis(1_500);
const WRITE: Duration = Duration::from_secs(3);
const ON_TOP: Duration = Duration::from_millis(100);
/// What one p99 may differ from the next on a machine with two processors, beside half of it.
const NOISE: Duration = Duration::from_millis(20);
/// From the end of a fault until writes succeed: what HTTP/2 may take to give up a connection and connect again.
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
    let mut landlord = system.visitor()?;
    landlord.become_landlord(&system.mails).await?;
    let lasts = Duration::from_secs(settings.pick(5, 15));
    let before = asked_for(lasts, &landlord).await?;
    system.edges.set(&[edge], Toxic::Late(LATE));
    let during = asked_for(lasts, &landlord).await?;
    system.edges.set(&[edge], Toxic::Clear);
    let over = Instant::now();
    wait_for("writes succeed", RECOVERY * 2, async || {
        let reply = add(&landlord, "after").await?;
        Ok((reply == StatusCode::CREATED).then_some(()))
    })
    .await?;
    report.recovered("portfolio", over.elapsed(), RECOVERY);
    checks::drained(system).await?;
    let after = asked_for(lasts, &landlord).await?;

    quick(report, "others", &before.others, &during.others)?;
    quick(report, "all afterwards", &before.all(), &after.all())?;
    after.all_succeed(report, "afterwards");
    if affected {
        let bitten = during.reads.iter().chain(&during.writes);
        let bitten = bitten.filter(|answer| !answer.status.is_success()).count();
        report.promise(bitten > 0, || "nobody noticed that it was late".to_owned());
        during.in_time(report);
    } else {
        during.all_succeed(report, "meanwhile");
        quick(report, "portfolio", &before.own(), &during.own())?;
    }
    report.figure(format!("most at once {}", during.at_once));
    // What is sent in the time that a write may take, and as much again.
    let bound = 2 * 3 * usize::try_from(WRITE.as_millis() / EVERY.as_millis())?;
    report.promise(during.at_once <= bound, || {
        format!("{} at once, {bound} are the bound", during.at_once)
    });
    once_each(system, &[&before, &during, &after], report).await
}

/// The answer to one request.
#[derive(Debug, Clone)]
struct Answer {
    kind: Kind,
    status: StatusCode,
    after: Duration,
    /// The name of what was added.
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Other,
    Read,
    Write,
}

#[derive(Debug, Default)]
struct Asked {
    others: Vec<Answer>,
    reads: Vec<Answer>,
    writes: Vec<Answer>,
    at_once: usize,
}

impl Asked {
    fn own(&self) -> Vec<Answer> {
        self.reads.iter().chain(&self.writes).cloned().collect()
    }

    fn all(&self) -> Vec<Answer> {
        self.others.iter().cloned().chain(self.own()).collect()
    }

    fn all_succeed(&self, report: &mut Report, when: &str) {
        let all = self.all();
        let failed = all.iter().find(|answer| !answer.status.is_success());
        report.promise(failed.is_none(), || format!("{when}: {failed:?}"));
    }

    /// Whoever needed what was slow was answered in time, and if not served, then told so.
    fn in_time(&self, report: &mut Report) {
        for (what, answers, deadline) in [
            ("reads", &self.reads, READ),
            ("writes", &self.writes, WRITE),
        ] {
            let slowest = answers.iter().map(|it| it.after).max().unwrap_or_default();
            let count =
                |status: StatusCode| answers.iter().filter(|it| it.status == status).count();
            report.figure(format!(
                "{what}: {} of {} served, 503 {}, 504 {}, slowest {} ms",
                answers.iter().filter(|it| it.status.is_success()).count(),
                answers.len(),
                count(StatusCode::SERVICE_UNAVAILABLE),
                count(StatusCode::GATEWAY_TIMEOUT),
                slowest.as_millis()
            ));
            report.promise(slowest <= deadline + ON_TOP, || {
                format!("{what} took {} ms", slowest.as_millis())
            });
            let unclean = answers.iter().find(|it| {
                !it.status.is_success()
                    && it.status != StatusCode::SERVICE_UNAVAILABLE
                    && it.status != StatusCode::GATEWAY_TIMEOUT
            });
            report.promise(unclean.is_none(), || format!("no clean 503: {unclean:?}"));
        }
    }
}

/// Asks identity and viewings-maintenance, portfolio, and portfolio for a new home, each at its pace.
async fn asked_for(lasts: Duration, landlord: &Visitor) -> anyhow::Result<Asked> {
    let (mut requests, mut ticks) = (JoinSet::new(), tokio::time::interval(EVERY));
    let (now, most) = (Arc::<AtomicUsize>::default(), AtomicUsize::new(0));
    let begun = Instant::now();
    while begun.elapsed() < lasts {
        ticks.tick().await;
        for (kind, path) in [
            (Kind::Other, "/api/sessions"),
            (Kind::Other, "/api/maintenance-requests"),
            (Kind::Read, "/api/properties?pageSize=10"),
            (Kind::Write, "/api/properties"),
        ] {
            most.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
            let (landlord, now) = (landlord.clone(), now.clone());
            requests.spawn(async move {
                let answer = ask(&landlord, kind, path).await;
                now.fetch_sub(1, SeqCst);
                answer
            });
        }
    }
    let mut asked = Asked::default();
    while let Some(answer) = requests.join_next().await {
        let answer = answer??;
        match answer.kind {
            Kind::Other => asked.others.push(answer),
            Kind::Read => asked.reads.push(answer),
            Kind::Write => asked.writes.push(answer),
        }
    }
    asked.at_once = most.into_inner();
    Ok(asked)
}

async fn ask(landlord: &Visitor, kind: Kind, path: &str) -> anyhow::Result<Answer> {
    let name = format!("R10 {}", Uuid::now_v7());
    let begun = Instant::now();
    let status = match kind {
        Kind::Write => add(landlord, &name).await?,
        Kind::Other | Kind::Read => landlord.get(path).await?.status,
    };
    Ok(Answer {
        kind,
        status,
        after: begun.elapsed(),
        name,
    })
}

async fn add(landlord: &Visitor, name: &str) -> anyhow::Result<StatusCode> {
    Ok(landlord
        .post("/api/properties", &a_house(name))
        .await?
        .status)
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
    report.promise(now <= base * 3 / 2 + NOISE, || {
        format!("{what} became slow: {} ms", now.as_millis())
    });
    let failed = then.iter().find(|answer| !answer.status.is_success());
    report.promise(failed.is_none(), || format!("{what}: {failed:?}"));
    Ok(())
}

fn p99(answers: &[Answer]) -> anyhow::Result<Duration> {
    let mut sorted: Vec<Duration> = answers.iter().map(|answer| answer.after).collect();
    sorted.sort_unstable();
    let index = (sorted.len() * 99).div_ceil(100).saturating_sub(1);
    sorted.get(index).copied().context("nothing was asked")
}

/// What was acknowledged is there once, and what was not at most once.
async fn once_each(system: &System, asked: &[&Asked], report: &mut Report) -> anyhow::Result<()> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT name, count(*) FROM properties GROUP BY name")
            .fetch_all(&mut checks::database(system, "portfolio").await?)
            .await?;
    let rows: std::collections::BTreeMap<String, i64> = rows.into_iter().collect();
    for answer in asked.iter().flat_map(|asked| &asked.writes) {
        let found = rows.get(&answer.name).copied().unwrap_or_default();
        let acked = answer.status == StatusCode::CREATED;
        report.acked += usize::from(acked);
        report.lost += usize::from(acked && found == 0);
        report.dup += usize::from(found > 1);
    }
    let (lost, dup) = (report.lost, report.dup);
    report.promise(lost == 0 && dup == 0, || {
        format!("{lost} lost, {dup} twice")
    });
    checks::versions(system, report).await
}

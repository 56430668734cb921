//! R15: ten times the load that is promised, then two hundred wrong passwords a second, then pictures that are small as files and huge when
//! decoded. What is too much is refused at once and told when to come back; the rest is served; memory stays within bounds; afterwards
//! all is as before (promises P8 and P9).

use std::{collections::BTreeMap, io::Cursor, time::Duration};

use anyhow::{Context as _, ensure};
use futures::future::try_join_all;
use image::{DynamicImage, ImageFormat};
use lintel_system_tests::{
    System, Visitor,
    client::Reply,
    faults::{Load, Report, Settings, checks, experiment},
    system::{Replicas, Which},
};
use reqwest::StatusCode;

use crate::{
    WIDE,
    asked::{Answer, Asked, Askers, Kind, Mix, once_each, p99},
};

/// Four reads and a write: the reference load of docs/reference/promises.md 3.2.
const MIX: &Mix = &[
    (Kind::Read, "/api/properties?pageSize=10"),
    (Kind::Read, "/api/dashboard/analytics"),
    (Kind::Write, "/api/properties"),
    (Kind::Read, "/api/maintenance-requests"),
    (Kind::Read, "/api/sessions"),
];
/// The requests offered in a second. Programs that cannot do as much (dev ones) are asked for ten times what they can.
const REFERENCE: u32 = 300;
const TIMES: u32 = 10;
/// Clients of the closed loop that finds out how much the programs can do, each a landlord.
const CLIENTS: usize = 16;
/// The share in per cent of their peak that they still serve under overload (promise P8).
const GOODPUT: u32 = 80;
/// Time limit for 99 of a hundred answers to accepted requests (P8), and to refused ones as well.
const ACCEPTED: Duration = Duration::from_secs(1);
/// Time limit from the end of the overload until all is as quick as before (P8).
const RECOVERY: Duration = Duration::from_secs(10);
/// Memory afterwards, in tenths of what it was before (P9).
const MEMORY: u64 = 13;

/// Strangers' passwords (T13).
const FLOOD: u32 = 200;
/// The requests of a signed-in person meanwhile, and how many there are in a second.
const VISITED: &Mix = &[
    (Kind::Read, "/api/properties?pageSize=10"),
    (Kind::Write, "/api/properties"),
];
const VISITS: u32 = 20;

/// Pictures at once (T23), and what they may take of memory in one process.
const BOMBS: usize = 20;
const BOMBS_TAKE: u64 = 200 << 20;
/// Sides of a picture that would take 10 GB, and of one that is whole and takes 64 MB more than is accepted.
const CLAIMED: u32 = 60_000;
const WHOLE: u32 = 8_000;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "three minutes, which `make faults` takes"]
async fn what_is_too_much_is_refused_and_the_rest_is_served() -> anyhow::Result<()> {
    // All of it comes from one address.
    let mut settings = WIDE.to_vec();
    settings.extend([
        ("LINTEL_LIMIT_API_PER_MINUTE", "100000000"),
        ("LINTEL_LIMIT_ORGANISATION_PER_MINUTE", "100000000"),
        ("LINTEL_LIMIT_LOGIN_PER_MINUTE", "100000000"),
    ]);
    let system = System::start_replicas(Replicas::TWO, &settings).await?;
    let load = experiment("R15", "ten times the load", async |settings, report| {
        overloaded(&system, settings, report).await
    })
    .await;
    let logins = experiment("R15", "flood of passwords", async |settings, report| {
        flooded(&system, settings, report).await
    })
    .await;
    let bombs = experiment("R15", "bombs of pixels", async |_, report| {
        bombed(&system, report).await
    })
    .await;
    load.and(logins).and(bombs)
}

async fn overloaded(
    system: &System,
    settings: Settings,
    report: &mut Report,
) -> anyhow::Result<()> {
    // Patient clients and a register, whose writes are looked at afterwards as everywhere.
    let load = Load::start(system, settings, "R15", 2).await?;
    let askers = Askers::sign_up(system, CLIENTS).await?;
    let short = Duration::from_secs(settings.pick(4, 10));
    let closed = askers.closed_loop(MIX, CLIENTS, short).await?;
    closed.all_served(report, "at the peak");
    let peak = a_second(closed.answers.len(), short)?;
    let reference = REFERENCE.min(peak);
    let usual_rate = reference / 3;
    let usual = askers.open_loop(MIX, usual_rate, short).await?;
    usual.all_served(report, "before");
    let base = p99(&usual.answers)?;
    let memory = memory(system, |(now, _)| now)?;

    let lasts = Duration::from_secs(settings.pick(10, 60));
    let offered = TIMES * reference;
    forget_peaks(system)?;
    let during = askers.open_loop(MIX, offered, lasts).await?;
    let recovered = askers
        .as_before(MIX, usual_rate, base, during.until)
        .await?;
    report.recovered("p99", recovered, RECOVERY);
    refused_and_served(&during, peak, offered, lasts, report)?;
    report.figure(format!("p99 before {} ms", base.as_millis()));

    let (ledger, landlord) = load.stop().await?;
    checks::all(system, &landlord, &ledger, report).await?;
    once_each(system, &[&closed, &usual, &during], report).await?;
    is_given_back(system, &memory, report)
}

/// Checks the refused and the served requests of the overload (promise P8).
fn refused_and_served(
    during: &Asked,
    peak: u32,
    offered: u32,
    lasts: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    let sent = a_second(during.answers.len(), lasts)?;
    report.promise(sent >= offered * 9 / 10, || {
        format!("{sent} a second were sent instead of {offered}")
    });
    let served = during.with(Answer::is_served);
    let refused = during.with(Answer::is_put_off);
    let goodput = a_second(served.len(), lasts)? * 100 / peak;
    report.figure(format!(
        "{sent} requests a second, the most that is served is {peak}, goodput {goodput} %"
    ));
    report.promise(goodput >= GOODPUT, || format!("goodput {goodput} %"));
    for (what, answers) in [("accepted", &served), ("refused", &refused)] {
        let quick = p99(answers).with_context(|| format!("nothing was {what}"))?;
        report.figure(format!("p99 of {what} {} ms", quick.as_millis()));
        report.promise(quick <= ACCEPTED, || {
            format!("p99 of {what} {} ms", quick.as_millis())
        });
    }
    report.figure(format!(
        "503 {}, 429 {}, at once {}",
        during.count(StatusCode::SERVICE_UNAVAILABLE),
        during.count(StatusCode::TOO_MANY_REQUESTS),
        during.at_once
    ));
    clean(during, report);
    Ok(())
}

/// Promises that every request that was not served was told when to come back.
fn clean(asked: &Asked, report: &mut Report) {
    let unclean = asked.with(|answer| !answer.is_served() && !answer.is_put_off());
    report.promise(unclean.is_empty(), || {
        format!(
            "{} without a clean refusal, the first {:?}",
            unclean.len(),
            unclean[0]
        )
    });
}

async fn flooded(system: &System, settings: Settings, report: &mut Report) -> anyhow::Result<()> {
    let askers = Askers::sign_up(system, 2).await?;
    let lasts = Duration::from_secs(settings.pick(5, 30));
    let before = askers.open_loop(VISITED, VISITS, lasts).await?;
    forget_peaks(system)?;
    let (strangers, during) = tokio::try_join!(
        askers.open_loop(&[(Kind::Login, "/api/auth/login")], FLOOD, lasts),
        askers.open_loop(VISITED, VISITS, lasts),
    )?;
    during.all_served(report, "meanwhile");
    let (judged, away, limited) = (
        strangers.count(StatusCode::UNAUTHORIZED),
        strangers.count(StatusCode::SERVICE_UNAVAILABLE),
        strangers.count(StatusCode::TOO_MANY_REQUESTS),
    );
    report.promise(judged > 0 && away + limited > 0, || {
        "nothing was judged or nothing refused: the flood did not bite".to_owned()
    });
    let put_off = strangers.with(Answer::is_put_off);
    let odd = strangers.answers.len() - judged - put_off.len();
    report.promise(odd == 0, || {
        format!("{odd} were neither judged nor put off")
    });
    report.figure(format!(
        "{} wrong passwords, judged {judged}, 503 {away}, 429 {limited}, put off within {} ms",
        strangers.answers.len(),
        p99(&put_off)?.as_millis()
    ));
    report.figure(format!(
        "p99 of others {} ms, {} ms before",
        p99(&during.answers)?.as_millis(),
        p99(&before.answers)?.as_millis()
    ));
    peaks(system, report)?;
    once_each(system, &[&before, &during], report).await?;
    checks::events_reached_everybody(system, report).await?;
    checks::versions(system, report).await
}

async fn bombed(system: &System, report: &mut Report) -> anyhow::Result<()> {
    let landlord = landlord(system).await?;
    let askers = Askers::sign_up(system, 2).await?;
    let home = lintel_system_tests::faults::load::Home::create(&landlord, "R15 bombed").await?;
    let repair = landlord
        .post("/api/maintenance-requests", &home.repair("R15 bombed"))
        .await?;
    let of_a_repair = format!(
        "/api/maintenance-requests/{}/attachments",
        repair.body["id"]
    );
    let bombs = [claiming(CLAIMED)?, picture(WHOLE)?];
    let good = picture(400)?;
    // The first pictures take the code and the memory that any photo needs, which is not measured.
    let (upload, kind) = ("/api/upload", [("kind", "photo")]);
    for base in &system.bases {
        for path in [upload, &of_a_repair] {
            let taken = send(&landlord.at(base), path, &kind, &good).await?;
            ensure!(taken.status == StatusCode::CREATED, "{path}: {taken:?}");
        }
    }
    let before = memory(system, |(now, _)| now)?;
    forget_peaks(system)?;
    let doors: Vec<_> = system.bases.iter().map(|base| landlord.at(base)).collect();
    let all = [upload, &of_a_repair].into_iter().flat_map(|path| {
        let (doors, bombs, kind) = (&doors, &bombs, &kind);
        (0..BOMBS).map(move |bomb| send(&doors[bomb % 2], path, kind, &bombs[bomb / 2 % 2]))
    });
    let visits = askers.open_loop(VISITED, VISITS, Duration::from_secs(2));
    let (refused, visits) = tokio::try_join!(try_join_all(all), visits)?;
    visits.all_served(report, "meanwhile");
    let taken = refused
        .iter()
        .find(|reply| reply.status != StatusCode::UNPROCESSABLE_ENTITY);
    report.promise(taken.is_none(), || format!("not refused: {taken:?}"));
    report.figure(format!("{} bombs refused", refused.len()));
    let after = memory(system, |(_, peak)| peak)?;
    for (which, peak) in after {
        let rise = peak.saturating_sub(before[&which]);
        report.promise(rise <= BOMBS_TAKE, || {
            format!("{which:?} took {} MiB more", rise >> 20)
        });
    }
    peaks(system, report)?;
    let taken = send(&landlord, upload, &kind, &good).await?;
    report.promise(taken.status == StatusCode::CREATED, || format!("{taken:?}"));
    once_each(system, &[&visits], report).await?;
    checks::versions(system, report).await
}

async fn send(
    somebody: &Visitor,
    path: &str,
    fields: &[(&str, &str)],
    photo: &[u8],
) -> anyhow::Result<Reply> {
    somebody
        .post_file(path, fields, ("photo.png", "image/png"), photo)
        .await
}

async fn landlord(system: &System) -> anyhow::Result<Visitor> {
    let mut landlord = system.visitor()?;
    landlord.become_landlord(&system.mails).await?;
    Ok(landlord)
}

fn a_second(count: usize, lasts: Duration) -> anyhow::Result<u32> {
    Ok(u32::try_from(count as u128 * 1000 / lasts.as_millis())?)
}

/// Makes a picture of one colour, so that the file is small.
fn picture(side: u32) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_luma8(side, side).write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// A PNG of a few bytes whose head says that its sides are so long.
fn claiming(side: u32) -> anyhow::Result<Vec<u8>> {
    let mut png = picture(2)?;
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    let sum = crc(&png[12..29]);
    png[29..33].copy_from_slice(&sum.to_be_bytes());
    Ok(png)
}

/// The sum that ends every part of a PNG.
fn crc(part: &[u8]) -> u32 {
    !part.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg())
        })
    })
}

fn memory(
    system: &System,
    which: impl Fn((u64, u64)) -> u64,
) -> anyhow::Result<BTreeMap<Which, u64>> {
    let all = system.processes();
    all.map(|(name, process)| Ok((name, which(process.memory()?))))
        .collect()
}

fn forget_peaks(system: &System) -> anyhow::Result<()> {
    system
        .processes()
        .try_for_each(|(_, process)| process.forget_peak())
}

/// Notes who held the most memory, and how much.
fn peaks(system: &System, report: &mut Report) -> anyhow::Result<()> {
    let all = memory(system, |(_, peak)| peak)?;
    let most = all.into_iter().max_by_key(|(_, peak)| *peak);
    let ((name, _), peak) = most.context("nobody runs")?;
    report.figure(format!("most memory {name} {} MiB", peak >> 20));
    Ok(())
}

/// Promise P9: nobody keeps what the overload took.
fn is_given_back(
    system: &System,
    before: &BTreeMap<Which, u64>,
    report: &mut Report,
) -> anyhow::Result<()> {
    peaks(system, report)?;
    let after = memory(system, |(now, _)| now)?;
    let times = |which: &Which| after[which] * 100 / before[which];
    let worst = before.keys().max_by_key(|which| times(which));
    let worst = worst.context("nobody runs")?;
    let hundredths = times(worst);
    report.figure(format!(
        "memory afterwards at most {hundredths} % ({})",
        worst.0
    ));
    report.promise(hundredths <= MEMORY * 10, || {
        format!("{worst:?} keeps {hundredths} % of what it held before")
    });
    Ok(())
}

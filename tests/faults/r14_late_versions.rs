//! R14: versions out of order, a gap and its late arrival. The gateway tells browsers that something changed and they fetch it from
//! its owner, and remembers ended sessions: neither an old version nor one that never was makes the product show anything but its
//! owner's newest state. Services that keep a copy of a property never go back to an older one.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use futures::StreamExt as _;
use lintel_proto::{PublicEvent as _, identity::v1::SessionEnded};
use lintel_system_tests::{
    System, Visitor,
    client::{a_house, wait_for_reply},
    faults::{checks, experiment},
};
use lintel_testkit::wait_for;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    broker::{self, Published},
    copies,
};

pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment(
        "R14",
        "versions late and out of order",
        async |settings, report| {
            let jetstream = broker::connect(system).await?;
            let (mut landlord, mut leaving) = (system.visitor()?, system.visitor()?);
            landlord.become_landlord(&system.mails).await?;
            leaving.become_landlord(&system.mails).await?;
            let kept = add(&landlord, "Kept").await?;
            let gone = add(&landlord, "Gone").await?;
            let path = format!("/api/properties/{gone}");
            let deleted = landlord
                .delete(&path, &[("idempotency-key", &Uuid::now_v7().to_string())])
                .await?;
            ensure!(deleted.status == 204, "{deleted:?}");
            leaving.post("/api/auth/logout", &json!({})).await?;
            wait_for(
                "the session has ended",
                Duration::from_secs(10),
                async || Ok((leaving.get("/api/properties").await?.status == 401).then_some(())),
            )
            .await?;
            checks::drained(system).await?;

            let before = state(&landlord, [kept, gone]).await?;
            let heard = listen(system, &landlord).await?;
            let (mut told, rounds) = (0, settings.pick(2, 20));
            for round in 0..rounds {
                let late = late_versions(&broker::everything(&jetstream).await?, kept, gone)?;
                told += late.len();
                for (number, message) in late.into_iter().enumerate() {
                    broker::publish(&jetstream, message, &format!("late-{round}-{number}")).await?;
                }
            }
            let changes = wait_for("browsers hear of it", Duration::from_secs(30), async || {
                let changes = count(&heard);
                // The gap and its late arrival. The end of a session is no change, and repeats the gateway recognises.
                ensure!(changes >= 2 * rounds, "{changes} in {rounds} rounds");
                Ok(Some(changes))
            })
            .await?;
            let after = state(&landlord, [kept, gone]).await?;
            let regressions = before
                .iter()
                .zip(&after)
                .filter(|(one, other)| one != other)
                .count();
            report.promise(regressions == 0, || format!("{before:?} became {after:?}"));
            let status = leaving.get("/api/properties").await?.status;
            report.promise(status == 401, || {
                format!("the ended session may read again: {status}")
            });
            report.acked = told;
            report.figure(format!(
                "told {told}, heard by a browser {changes}, regressions {regressions}"
            ));
            copies::never_go_back(system, &jetstream, &landlord, gone, report).await?;
            checks::versions(system, report).await
        },
    )
    .await
}

async fn add(landlord: &Visitor, name: &str) -> anyhow::Result<i64> {
    let reply = landlord.post("/api/properties", &a_house(name)).await?;
    reply.body["id"]
        .as_i64()
        .with_context(|| format!("{reply:?}"))
}

/// Returns the data that the product shows: the list, each property and its history.
async fn state(landlord: &Visitor, ids: [i64; 2]) -> anyhow::Result<Vec<(u16, Value)>> {
    wait_for_reply(landlord, "/api/properties", Value::is_array).await?;
    let mut paths = vec![
        "/api/properties".to_owned(),
        "/api/dashboard/analytics".to_owned(),
    ];
    for id in ids {
        paths.push(format!("/api/properties/{id}"));
        paths.push(format!("/api/properties/{id}/history"));
    }
    let mut shown = Vec::new();
    for path in paths {
        let reply = landlord.get(&path).await?;
        // A refusal differs by its trace's id; only its status counts.
        let body = if reply.status.is_success() {
            reply.body
        } else {
            Value::Null
        };
        shown.push((reply.status.as_u16(), body));
    }
    Ok(shown)
}

/// The newest first and the oldest last; one after a gap and, later, the one that was missing; the end of a session again.
fn late_versions(published: &[Published], kept: i64, gone: i64) -> anyhow::Result<Vec<Published>> {
    let text = |message: &Published, name: &str| {
        message
            .headers
            .get(name)
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    let of = |id: i64, version: &str| {
        let subject = format!("property/{id}");
        published
            .iter()
            .find(|message| {
                text(message, "ce-subject") == subject
                    && text(message, "lintel-aggregate-version") == version
            })
            .cloned()
            .with_context(|| format!("{subject} has no version {version}"))
    };
    let ended = published
        .iter()
        .find(|message| text(message, "ce-type") == SessionEnded::TYPE)
        .cloned()
        .context("no session has ended")?;
    let never_was = |version: &str| {
        let mut message = of(kept, "1")?;
        message.headers.insert("ce-id", Uuid::now_v7().to_string());
        message.headers.insert("lintel-aggregate-version", version);
        anyhow::Ok(message)
    };
    Ok(vec![
        of(gone, "2")?,
        of(gone, "1")?,
        never_was("5")?,
        ended,
        never_was("3")?,
    ])
}

type Heard = Arc<Mutex<String>>;

/// Listens as a browser does until the experiment is over.
async fn listen(system: &System, visitor: &Visitor) -> anyhow::Result<Heard> {
    let reply = reqwest::Client::new()
        .get(format!("{}/api/events", system.base))
        .bearer_auth(visitor.token()?)
        .send()
        .await?
        .error_for_status()?;
    let heard = Heard::default();
    let kept = heard.clone();
    let mut stream = reply.bytes_stream();
    tokio::spawn(async move {
        while let Some(Ok(piece)) = stream.next().await {
            kept.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push_str(&String::from_utf8_lossy(&piece));
        }
    });
    Ok(heard)
}

fn count(heard: &Heard) -> usize {
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
    heard
        .lines()
        .filter(|line| *line == "event: changed")
        .count()
}

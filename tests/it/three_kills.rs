//! Under a stream of writes: kill -9 in turn portfolio, NATS and PostgreSQL. What was acknowledged is there afterwards, once.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    System, Visitor,
    client::{PASSWORD, a_house},
};
use lintel_testkit::wait_for;
use serde_json::{Value, json};
use uuid::Uuid;

/// Clients that write at once.
const WRITERS: usize = 4;
/// Writes that must be acknowledged between two faults, so that each fault meets a stream.
const BETWEEN: usize = 40;

/// What the writers were told.
#[derive(Default)]
struct Ledger {
    properties: Mutex<BTreeSet<String>>,
    sign_ups: Mutex<BTreeSet<String>>,
    acknowledged: AtomicUsize,
    refused: AtomicUsize,
    stop: AtomicBool,
}

impl Ledger {
    fn acknowledge(&self, set: &Mutex<BTreeSet<String>>, name: String) {
        set.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name);
        self.acknowledged.fetch_add(1, Ordering::SeqCst);
    }

    async fn wait_for_more(&self, count: usize) -> anyhow::Result<Duration> {
        let goal = self.acknowledged.load(Ordering::SeqCst) + count;
        let start = Instant::now();
        wait_for(
            "writes are acknowledged",
            Duration::from_secs(60),
            async || {
                let now = self.acknowledged.load(Ordering::SeqCst);
                ensure!(now >= goal, "{now} of {goal}");
                Ok(Some(()))
            },
        )
        .await?;
        Ok(start.elapsed())
    }
}

/// Adds properties and makes accounts until told to stop; an unknown outcome is asked again under the same key.
async fn write(landlord: Visitor, writer: usize, ledger: Arc<Ledger>) -> anyhow::Result<()> {
    let mut number = 0;
    while !ledger.stop.load(Ordering::SeqCst) {
        number += 1;
        let name = format!("Property {writer}-{number}");
        insist(&ledger, &landlord, "/api/properties", &a_house(&name)).await;
        ledger.acknowledge(&ledger.properties, name);
        if number % 5 == 0 {
            let email = format!("kills-{}@example.com", Uuid::now_v7().simple());
            let body =
                json!({"name": "Somebody", "email": email, "password": PASSWORD, "role": "Tenant"});
            insist(&ledger, &landlord, "/api/auth/signup", &body).await;
            ledger.acknowledge(&ledger.sign_ups, email);
        }
    }
    Ok(())
}

/// Under one key until it is acknowledged, as a patient client does.
async fn insist(ledger: &Ledger, landlord: &Visitor, path: &str, body: &Value) {
    let key = Uuid::now_v7().to_string();
    loop {
        match landlord.post_as(path, body, &key).await {
            Ok(reply) if reply.status == 201 => return,
            _ => ledger.refused.fetch_add(1, Ordering::SeqCst),
        };
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_the_death_of_portfolio_nats_and_postgres()
-> anyhow::Result<()> {
    let mut system = System::start(&[]).await?;
    let ledger = Arc::new(Ledger::default());
    let mut landlord = system.visitor()?;
    landlord.become_landlord(&system.mails).await?;
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| tokio::spawn(write(landlord.clone(), writer, ledger.clone())))
        .collect();

    let mut recoveries = BTreeMap::new();
    ledger.wait_for_more(BETWEEN).await?;
    for victim in ["portfolio", "NATS", "PostgreSQL"] {
        let refused = ledger.refused.load(Ordering::SeqCst);
        let unpublished_before = unpublished(&system).await?;
        let killed = Instant::now();
        match victim {
            "portfolio" => {
                let before = system.process("portfolio")?.id();
                system.process("portfolio")?.kill()?;
                wait_until_refused(&ledger, refused).await?;
                system.revive()?;
                ensure!(
                    system.process("portfolio")?.id() != before,
                    "it is another process"
                );
            }
            "NATS" => {
                system.nats.kill()?;
                // Writes go on without the broker; the fault shows as events that wait.
                ledger.wait_for_more(BETWEEN / 2).await?;
                ensure!(
                    unpublished(&system).await? > unpublished_before.max(10),
                    "the fault did not bite: events went on being published"
                );
                system.nats.restart().await?;
            }
            _ => {
                system.postgres.kill()?;
                wait_until_refused(&ledger, refused).await?;
                system.postgres.restart().await?;
                system.revive()?;
            }
        }
        ledger.wait_for_more(1).await?;
        recoveries.insert(victim, killed.elapsed());
        ledger.wait_for_more(BETWEEN).await?;
    }
    ledger.stop.store(true, Ordering::SeqCst);
    for writer in writers {
        writer.await??;
    }
    check(&system, &landlord, &ledger, &recoveries).await
}

/// A fault that nobody noticed proves nothing.
async fn wait_until_refused(ledger: &Ledger, before: usize) -> anyhow::Result<()> {
    wait_for("the fault bites", Duration::from_secs(30), async || {
        Ok((ledger.refused.load(Ordering::SeqCst) > before).then_some(()))
    })
    .await
}

async fn check(
    system: &System,
    landlord: &Visitor,
    ledger: &Ledger,
    recoveries: &BTreeMap<&str, Duration>,
) -> anyhow::Result<()> {
    let acknowledged = ledger
        .properties
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let list = landlord.get("/api/properties").await?;
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for property in list.body.as_array().context("no list")? {
        let name = property["name"].as_str().unwrap_or_default().to_owned();
        *found.entry(name).or_default() += 1;
    }
    let lost = acknowledged
        .iter()
        .filter(|name| !found.contains_key(*name))
        .count();
    let duplicated = found.values().filter(|count| **count > 1).count();

    let sign_ups = ledger
        .sign_ups
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    wait_for("every mail arrives", Duration::from_secs(60), async || {
        let mails = system.mails.mails();
        let missing = sign_ups
            .iter()
            .filter(|email| !mails.iter().any(|mail| mail.to.contains(*email)))
            .count();
        ensure!(missing == 0, "{missing} mails are missing");
        Ok(Some(()))
    })
    .await?;
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for mail in system.mails.mails() {
        let to = mail.to.first().cloned().unwrap_or_default();
        ids.entry(to).or_default().insert(mail.message_id);
    }
    let several = sign_ups
        .iter()
        .filter(|email| ids.get(*email).is_none_or(|ids| ids.len() != 1))
        .count();
    let waiting = wait_for(
        "every event is published",
        Duration::from_secs(30),
        async || {
            let waiting = unpublished(system).await?;
            ensure!(waiting == 0, "{waiting} wait");
            Ok(Some(waiting))
        },
    )
    .await?;

    println!(
        "figures: acknowledged {} (properties {}, sign-ups {}), lost {lost}, duplicated {duplicated}, mails with another number of \
         message ids than one {several}, events unpublished {waiting}, refused meanwhile {}, recovery {recoveries:?}",
        ledger.acknowledged.load(Ordering::SeqCst),
        acknowledged.len(),
        sign_ups.len(),
        ledger.refused.load(Ordering::SeqCst),
    );
    ensure!(
        lost == 0 && duplicated == 0 && several == 0,
        "lost {lost}, duplicated {duplicated}, several {several}"
    );
    ensure!(!sign_ups.is_empty(), "no account was made under the faults");
    Ok(())
}

/// Events of portfolio that the broker has not got yet.
async fn unpublished(system: &System) -> anyhow::Result<i64> {
    use sqlx::{Connection as _, PgConnection};
    let mut admin = PgConnection::connect(&system.postgres.admin_url("lintel_portfolio")).await?;
    Ok(
        sqlx::query_scalar("SELECT count(*) FROM outbox WHERE published_at IS NULL")
            .fetch_one(&mut admin)
            .await?,
    )
}

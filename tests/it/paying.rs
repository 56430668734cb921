//! Rent is received over HTTP from eight clients at once while the service that keeps it is killed.

use std::{collections::BTreeSet, time::Duration};

use anyhow::{Context as _, ensure};
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared, System,
    client::{Visitor, a_vacant_house},
    faults::{checks, ledger::is_unknown},
};
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::json;
use tokio::time::{sleep, timeout};

const RECEIPTS: usize = 200;
const CLIENTS: usize = 8;
const KILLS: usize = 3;
/// Time limit for one receipt, a killed service included.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Receipt `number`, each of another amount: £1.01, £1.02 and so on.
fn pence(number: usize) -> usize {
    101 + number
}

fn pounds(pence: usize) -> String {
    format!("{}.{:02}", pence / 100, pence % 100)
}

/// Writes a receipt under its key until it is acknowledged, and gives its id.
async fn receive(landlord: &Visitor, path: &str, number: usize) -> anyhow::Result<i64> {
    let receipt = json!({
        "kind": "receipt", "amount": pounds(pence(number)), "date": london_today(&SystemClock).to_string(),
        "method": "bank-transfer", "reference": format!("RENT {number}"),
    });
    let key = format!("receipt-{number:06}");
    let acknowledged = async {
        loop {
            match landlord.post_as(path, &receipt, &key).await {
                Ok(reply) if reply.status == StatusCode::CREATED => {
                    let id = reply.body["entry"]["id"].as_i64();
                    return id.with_context(|| format!("{reply:?}"));
                }
                Ok(reply) => ensure!(is_unknown(reply.status), "{reply:?}"),
                // The receipt may have been written: it is sent again under its key.
                Err(error) => drop(error),
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, acknowledged).await?
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_receipts_count_once_each_while_the_service_is_killed() -> anyhow::Result<()> {
    let mut system = System::start(Shared::SETTINGS).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = helen
        .post("/api/properties", &a_vacant_house("Linden Avenue"))
        .await?
        .body;
    let tenant = json!({
        "propertyId": house["id"], "name": "Amara Diallo", "email": "amara@example.com", "phone": "07700 900141",
        "leaseStart": london_today(&SystemClock).to_string(), "rentAmount": "1,095.00",
    });
    let tenant = helen.post("/api/tenants", &tenant).await?;
    ensure!(tenant.status == StatusCode::CREATED, "{tenant:?}");
    let path = format!("/api/tenants/{}/ledger", tenant.body["id"]);

    let clients = (0..CLIENTS).map(|client| {
        let (helen, path) = (helen.clone(), path.clone());
        tokio::spawn(async move {
            let mut ids = Vec::new();
            for number in (client..RECEIPTS).step_by(CLIENTS) {
                let id = receive(&helen, &path, number).await?;
                // A repeat under its key adds nothing and names the same entry.
                ensure!(receive(&helen, &path, number).await? == id);
                ids.push(id);
            }
            anyhow::Ok(ids)
        })
    });
    let clients: Vec<_> = clients.collect();
    let mut database = checks::database(&system, "tenancy-applications").await?;
    for kill in 1..=KILLS {
        let wanted = i64::try_from(kill * RECEIPTS / (KILLS + 1))?;
        wait_for("more receipts", TIMEOUT, async || {
            let count = "SELECT count(*) FROM ledger_entries";
            let count: i64 = sqlx::query_scalar(count).fetch_one(&mut database).await?;
            Ok((count >= wanted).then_some(()))
        })
        .await?;
        system.process("tenancy-applications")?.kill()?;
        system.revive()?;
    }
    let mut ids = BTreeSet::new();
    for client in clients {
        ids.extend(client.await??);
    }
    assert_eq!(ids.len(), RECEIPTS);

    system.wait_until_ready().await?;
    let ledger = helen.get(&path).await?;
    ensure!(ledger.status == StatusCode::OK, "{ledger:?}");
    let entries = ledger.body["entries"].as_array().context("entries")?;
    let stored: BTreeSet<i64> = entries
        .iter()
        .filter_map(|one| one["id"].as_i64())
        .collect();
    assert_eq!((entries.len(), stored), (RECEIPTS, ids));
    let sum = (0..RECEIPTS).map(pence).sum();
    assert_eq!(ledger.body["balance"], format!("-{}", pounds(sum)));
    println!(
        "figures: {RECEIPTS} receipts, £{} in all, with {KILLS} kills",
        pounds(sum)
    );
    Ok(())
}

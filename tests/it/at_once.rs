//! A row that a client has been told exists is found by its very next call, at any owner and with or without its event.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use futures::future::try_join_all;
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared, System, Visitor,
    client::{Reply, a_vacant_house, confirm_home},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// Clients that add homes at the same time, as many as the fault experiments have.
const CLIENTS: usize = 4;
/// Homes of each client.
const HOMES: usize = 25;

/// The calls that name a home in another service than portfolio.
#[derive(Debug, Clone, Copy)]
enum Next {
    Invite,
    Viewing,
    Repair,
    Tenant,
}

impl Next {
    const ALL: [Self; 4] = [Self::Invite, Self::Viewing, Self::Repair, Self::Tenant];

    async fn call(self, landlord: &Visitor, home: &Value) -> anyhow::Result<Reply> {
        let day = london_today(&SystemClock);
        let (path, body) = match self {
            Self::Invite => ("/api/invites", json!({ "propertyId": home })),
            Self::Viewing => (
                "/api/property-viewings",
                json!({
                    "propertyId": home, "viewerName": "Noah Petrov", "viewerEmail": "noah@example.com",
                    "viewerPhone": "07700 900512", "viewingDate": (day + chrono::Days::new(3)).to_string(), "viewingTime": "10:00",
                }),
            ),
            Self::Repair => (
                "/api/maintenance-requests",
                json!({
                    "propertyId": home, "title": "Tap drips", "category": "Plumbing & leaks", "priority": "Low",
                    "description": "Once a second.",
                }),
            ),
            Self::Tenant => (
                "/api/tenants",
                json!({
                    "propertyId": home, "name": "Amara Diallo", "email": "amara@example.com", "phone": "07700 900141",
                    "leaseStart": day.to_string(), "rentAmount": "1,095.00",
                }),
            ),
        };
        landlord.post(path, &body).await
    }
}

/// Adds homes and names each in the very next call. Returns how long those calls took.
async fn homes_and_calls(landlord: &Visitor, homes: usize) -> anyhow::Result<Vec<Duration>> {
    let clients = (0..CLIENTS).map(async |client| {
        let mut took = Vec::new();
        for number in 0..homes {
            let house = a_vacant_house(&format!("House {client}-{number}"));
            let house = landlord.post("/api/properties", &house).await?;
            ensure!(house.status == StatusCode::CREATED, "{house:?}");
            let next = Next::ALL[number % Next::ALL.len()];
            let began = Instant::now();
            let reply = next.call(landlord, &house.body["id"]).await?;
            took.push(began.elapsed());
            ensure!(reply.status == StatusCode::CREATED, "{next:?}: {reply:?}");
        }
        anyhow::Ok(took)
    });
    Ok(try_join_all(clients).await?.concat())
}

fn p(of: usize, mut took: Vec<Duration>) -> u128 {
    took.sort();
    let at = (took.len() * of / 100).min(took.len().saturating_sub(1));
    took.get(at).map(Duration::as_millis).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_is_named_in_the_very_next_call_with_events_and_without() -> anyhow::Result<()> {
    let mut system = System::start(Shared::SETTINGS).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let first = homes_and_calls(&helen, HOMES).await?;

    let listed = helen.get("/api/properties").await?;
    let ids = listed.body.as_array().context("a list of homes")?;
    let mut later = Vec::new();
    for home in ids.iter().take(HOMES) {
        let began = Instant::now();
        let reply = Next::Repair.call(&helen, &home["id"]).await?;
        later.push(began.elapsed());
        ensure!(reply.status == StatusCode::CREATED, "{reply:?}");
    }
    println!(
        "figures: {} first calls after a write p50/p99 {}/{} ms, later ones {}/{} ms",
        first.len(),
        p(50, first.clone()),
        p(99, first),
        p(50, later.clone()),
        p(99, later)
    );

    // No event arrives any more.
    system.nats.kill()?;
    homes_and_calls(&helen, Next::ALL.len()).await?;

    // Nobody can say whether there is such a home.
    system.process("portfolio")?.kill()?;
    for next in Next::ALL {
        let reply = next.call(&helen, &json!(999_999_999)).await?;
        assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{next:?}");
    }
    let tenants = helen.get("/api/tenants").await?.body;
    let repairs = helen.get("/api/maintenance-requests").await?.body;
    for (rows, number) in [(tenants, CLIENTS * 7), (repairs, CLIENTS * 7 + HOMES)] {
        assert_eq!(rows.as_array().map(Vec::len), Some(number));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_who_has_just_verified_an_address_is_let_in() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = a_vacant_house("Linden Avenue");
    let house = helen.post("/api/properties", &house).await?.body;
    let mut amara = system.visitor()?;
    let tenant = json!({
        "propertyId": house["id"], "name": "Amara Diallo", "email": amara.email, "phone": "07700 900141",
        "leaseStart": london_today(&SystemClock).to_string(), "rentAmount": "1,095.00",
    });
    let tenant = helen.post("/api/tenants", &tenant).await?;
    assert_eq!(tenant.status, StatusCode::CREATED, "{tenant:?}");
    amara.become_account("Tenant", &system.mails).await?;
    confirm_home(&amara, true).await?;
    let report = json!({
        "title": "Tap drips", "category": "Plumbing & leaks", "entryPermitted": true, "description": "Once a second.",
    });
    let reported = amara.post("/api/maintenance-requests", &report).await?;
    assert_eq!(reported.status, StatusCode::CREATED, "{reported:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_is_sold_or_kept_by_what_is_let_now() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    for number in 0..10 {
        let house = a_vacant_house(&format!("House {number}"));
        let house = helen.post("/api/properties", &house).await?.body;
        let path = format!("/api/properties/{}", house["id"]);
        let let_ = Next::Tenant.call(&helen, &house["id"]).await?;
        assert_eq!(let_.status, StatusCode::CREATED, "{let_:?}");
        let kept = helen.delete(&path, &[]).await?;
        assert_eq!(kept.status, StatusCode::CONFLICT, "{kept:?}");

        let house = a_vacant_house(&format!("Sold {number}"));
        let house = helen.post("/api/properties", &house).await?.body;
        let gone = helen
            .delete(&format!("/api/properties/{}", house["id"]), &[])
            .await?;
        assert_eq!(gone.status, StatusCode::NO_CONTENT, "{gone:?}");
        let let_ = Next::Tenant.call(&helen, &house["id"]).await?;
        assert_eq!(let_.status, StatusCode::NOT_FOUND, "{let_:?}");
    }
    Ok(())
}

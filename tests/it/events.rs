//! Browsers of one organisation hear of its changes, and not of others'.

use std::time::Duration;

use anyhow::Context as _;
use futures::StreamExt as _;
use lintel_system_tests::{Installation, Shared, Visitor, client::a_house};
use serde_json::{Value, json};

/// Reads an event stream until it contains `wanted`, or time is up.
pub async fn listen_for(
    system: &Installation,
    visitor: &Visitor,
    wanted: &'static str,
) -> anyhow::Result<tokio::task::JoinHandle<anyhow::Result<String>>> {
    let reply = reqwest::Client::new()
        .get(format!("{}/api/events", system.base))
        .bearer_auth(visitor.token()?)
        .send()
        .await?
        .error_for_status()?;
    let mut stream = reply.bytes_stream();
    Ok(tokio::spawn(async move {
        let mut heard = String::new();
        let listening = async {
            while let Some(piece) = stream.next().await {
                heard.push_str(&String::from_utf8_lossy(&piece?));
                if heard.contains(wanted) && heard.ends_with("\n\n") {
                    break;
                }
            }
            anyhow::Ok(())
        };
        // Silence is an answer too: the other organisation is to hear nothing.
        let _ = tokio::time::timeout(Duration::from_secs(15), listening).await;
        Ok(heard)
    }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_property_is_told_to_its_organisation_and_to_no_other() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let (mut helen, mut other) = (system.visitor()?, system.visitor()?);
    helen.become_landlord(&system.mails).await?;
    other.become_landlord(&system.mails).await?;
    let hears = listen_for(&system, &helen, "event: changed").await?;
    let others = listen_for(&system, &other, "event: changed").await?;

    let added = helen
        .post("/api/properties", &a_house("Linden Avenue"))
        .await?;
    let heard = hears.await??;
    let data = heard
        .lines()
        .find_map(|line| line.strip_prefix("data:"))
        .context(heard.clone())?;
    let data: Value = serde_json::from_str(data)?;
    assert_eq!(data["resource"], "properties");
    assert_eq!(data["id"], added.body["id"]);
    assert_eq!(data["version"], added.body["version"]);
    assert!(heard.lines().any(|line| line.starts_with("id:")), "{heard}");

    // The other one adds a property too, so that its stream is known to have been alive.
    let own = other.post("/api/properties", &a_house("Own")).await?;
    let heard = others.await??;
    assert!(
        heard.contains(&format!("\"id\":{}", own.body["id"])),
        "{heard}"
    );
    assert!(
        !heard.contains(&format!("\"id\":{},", added.body["id"])),
        "the other organisation heard of it: {heard}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_property_is_deleted_at_the_version_seen_and_browsers_hear_of_it() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let added = helen
        .post("/api/properties", &a_house("Linden Avenue"))
        .await?;
    let path = format!("/api/properties/{}", added.body["id"]);
    let hears = listen_for(&system, &helen, "\"version\":2").await?;

    let stale = helen.delete(&path, &[("if-match", "\"9\"")]).await?;
    assert_eq!(
        (stale.status.as_u16(), &stale.body["reason"]),
        (412, &json!("STALE_ETAG"))
    );
    let bad_key = helen.delete(&path, &[("idempotency-key", "short")]).await?;
    assert_eq!(bad_key.status, 422);

    let etag = added.headers["etag"].to_str()?;
    let headers = [
        ("if-match", etag),
        ("idempotency-key", "delete-linden-avenue"),
    ];
    for _ in 0..2 {
        assert_eq!(helen.delete(&path, &headers).await?.status, 204);
    }
    assert_eq!(helen.get(&path).await?.body["reason"], "PROPERTY_NOT_FOUND");
    assert_eq!(helen.delete(&path, &[]).await?.status, 404);
    assert_eq!(helen.get("/api/properties").await?.body, json!([]));
    let heard = hears.await??;
    let told = format!(
        "{{\"resource\":\"properties\",\"id\":{},\"version\":2,\"gone\":true}}",
        added.body["id"]
    );
    assert!(heard.contains(&told), "{heard}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_listens_without_signing_in() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let stranger = system.visitor()?;
    assert_eq!(stranger.get("/api/events").await?.status, 401);
    Ok(())
}

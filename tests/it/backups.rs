//! Backups of an organisation, over the running product.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use lintel_system_tests::System;
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::{
    isolation::{Caller, furnish},
    privacy::unpacked,
};

const TIMEOUT: Duration = Duration::from_secs(60);

async fn backups(caller: &Caller, system: &System) -> anyhow::Result<Vec<Value>> {
    let url = format!("{}/api/backups", system.base);
    let request = reqwest::Client::new().get(url).bearer_auth(&caller.token);
    Ok(request.send().await?.error_for_status()?.json().await?)
}

async fn start(caller: &Caller, system: &System) -> anyhow::Result<Value> {
    let url = format!("{}/api/backups", system.base);
    let request = reqwest::Client::new().post(url).bearer_auth(&caller.token);
    let reply = request.json(&json!({})).send().await?;
    ensure!(reply.status() == StatusCode::CREATED, "{}", reply.status());
    Ok(reply.json().await?)
}

async fn download(
    caller: &Caller,
    system: &System,
    id: &Value,
) -> anyhow::Result<reqwest::Response> {
    let url = format!("{}/api/backups/{id}", system.base);
    let request = reqwest::Client::new().get(url).bearer_auth(&caller.token);
    Ok(request.send().await?)
}

/// Waits until the newest backup has this state.
async fn newest(caller: &Caller, system: &System, state: &str) -> anyhow::Result<Value> {
    wait_for("the newest backup", TIMEOUT, async || {
        let newest = backups(caller, system).await?.into_iter().next();
        Ok(newest.filter(|backup| backup["state"] == state))
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_waits_for_a_service_that_is_away_and_seven_are_kept() -> anyhow::Result<()> {
    let mut system = System::start(&[("LINTEL_NOTIFICATIONS__BACKUP__AGAIN", "200ms")]).await?;
    let (mut helen, mut other) = (system.visitor()?, system.visitor()?);
    helen.become_landlord(&system.mails).await?;
    other.become_landlord(&system.mails).await?;
    let landlord = Caller::of(&system, &helen)?;
    let stranger = Caller::of(&system, &other)?;
    furnish(&landlord).await?;
    furnish(&stranger).await?;

    system.process("listings-import")?.kill()?;
    let first = start(&landlord, &system).await?;
    assert_eq!(first["state"], "running");
    // A second wish while it is made is the same backup.
    assert_eq!(start(&landlord, &system).await?["id"], first["id"]);
    let early = download(&landlord, &system, &first["id"]).await?;
    assert_eq!(early.status(), StatusCode::NOT_FOUND, "it is not ready");
    system.process("listings-import")?.restart()?;
    let ready = newest(&landlord, &system, "ready").await?;
    assert_eq!(ready["id"], first["id"]);

    let reply = download(&landlord, &system, &ready["id"]).await?;
    assert_eq!(reply.status(), StatusCode::OK);
    assert_eq!(reply.headers()["content-type"], "application/zip");
    let zip = reply.bytes().await?.to_vec();
    assert_eq!(ready["sizeBytes"], zip.len());
    let files = unpacked(zip).await?;
    let own = files["portfolio/properties.json"]
        .as_array()
        .context("properties")?;
    let listed = helen.get("/api/properties").await?;
    assert_eq!(own.len(), listed.body.as_array().map_or(0, Vec::len));
    let table = files["portfolio/properties.csv"]
        .as_str()
        .context("a table")?;
    assert_eq!(table.lines().count(), own.len() + 1);
    for folder in ["tenancies", "viewings", "maintenance", "listings"] {
        let files = files.as_object().context("files")?;
        assert!(
            files.keys().any(|name| name.starts_with(folder)),
            "{folder}"
        );
    }
    let text = files.to_string();
    assert!(
        !text.contains(&other.email),
        "it names another organisation"
    );

    let theirs = download(&stranger, &system, &ready["id"]).await?;
    assert_eq!(theirs.status(), StatusCode::NOT_FOUND);
    let theirs = backups(&stranger, &system).await?;
    assert!(theirs.iter().all(|backup| backup["id"] != ready["id"]));

    // At rest nothing of it can be read, and who read it is noted.
    let url = system.postgres.admin_url("lintel_notifications");
    let mut admin = PgConnection::connect(&url).await?;
    let plain: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM backup_pieces WHERE position('PK'::bytea in sealed) = 1)",
    )
    .fetch_one(&mut admin)
    .await?;
    assert!(!plain);
    let read: i64 = sqlx::query_scalar("SELECT count(*) FROM backup_readings")
        .fetch_one(&mut admin)
        .await?;
    assert_eq!(read, 1);

    for _ in 0..8 {
        start(&landlord, &system).await?;
        newest(&landlord, &system, "ready").await?;
    }
    let kept = backups(&landlord, &system).await?;
    assert_eq!(kept.len(), 7);
    assert!(kept.iter().all(|backup| backup["id"] != ready["id"]));
    Ok(())
}

//! The whole process as `serve` runs it: from its files and addresses to an event in NATS, and to a clean end.

use std::time::Duration;

use anyhow::Context as _;
use async_nats::jetstream;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_identity::{Config, HashingConfig, Identity, MIGRATOR};
use lintel_proto::identity::v1::account_service_client::AccountServiceClient;
use lintel_runtime::{Lifecycle, Service as _, Settings, SharedConfig};
use lintel_testkit::{NatsServer, TestDatabase, free_port, install_tls, wait_for};

use crate::harness::landlord;

const PATIENCE: Duration = Duration::from_secs(20);

fn shared(nats_url: &str, secrets: &std::path::Path) -> anyhow::Result<SharedConfig> {
    let key = |name: &str, text: String| {
        let path = secrets.join(name);
        std::fs::write(&path, text).map(|()| path)
    };
    Ok(SharedConfig::defaults_with(serde_json::json!({
        "profile": "dev", "nats_url": nats_url, "mail": "on", "smtp_url": "smtp://127.0.0.1:1",
        "mail_from": "lintel@example.com", "drain_delay": "0s",
        "master_key_file": key("master", STANDARD.encode([1; 32]))?,
        "mail_sealing_public_key_file": key("mail", STANDARD.encode([2; 32]))?,
        "tenancy_sealing_public_key_file": key("tenancy", STANDARD.encode([3; 32]))?,
        "viewings_sealing_public_key_file": key("viewings", STANDARD.encode([4; 32]))?,
        "service_key_file": key("service", "0123456789abcdef".repeat(4))?,
    }))?)
}

#[tokio::test]
async fn what_happens_reaches_nats_and_the_process_ends_when_told() -> anyhow::Result<()> {
    install_tls();
    let database = TestDatabase::new("identity", &MIGRATOR).await?;
    let nats = NatsServer::start().await?;
    let streams = jetstream::new(async_nats::connect(nats.url()).await?);
    lintel_bus::topology::apply(&streams, 1).await?;
    let secrets = tempfile::tempdir()?;
    let port = free_port()?;
    let settings = Settings {
        shared: shared(&nats.url(), secrets.path())?,
        own: Config {
            listen: ([127, 0, 0, 1], port).into(),
            database: database.config.clone(),
            hashing: HashingConfig {
                threads: 0,
                queue: 16,
            },
        },
    };
    let lifecycle = Lifecycle::default();
    let serving = tokio::spawn(Identity::serve(settings.clone(), lifecycle.clone()));
    wait_for("the process is ready", PATIENCE, async || {
        Identity::healthcheck(settings.clone()).await.map(Some)
    })
    .await?;

    let mut client = AccountServiceClient::connect(format!("http://127.0.0.1:{port}")).await?;
    client.sign_up(landlord("ada@example.com")).await?;
    let subjects = wait_for("both events in the stream", PATIENCE, async || {
        let stream = streams.get_stream("EVT_IDENTITY").await?;
        if stream.cached_info().state.messages < 2 {
            return Ok(None);
        }
        let mut subjects = Vec::new();
        for sequence in 1..=2 {
            subjects.push(stream.get_raw_message(sequence).await?.subject.to_string());
        }
        Ok(Some(subjects))
    })
    .await?;
    assert_eq!(
        subjects,
        [
            "lintel.evt.identity.email-token.verification-requested.v1",
            "lintel.evt.identity.user.registered.v1"
        ]
    );

    drop(client);
    lifecycle.stop.cancel();
    tokio::time::timeout(PATIENCE, serving)
        .await
        .context("the process did not end")???;
    assert!(lifecycle.drain().await);
    assert_eq!(lifecycle.failure(), None);
    Ok(())
}

#[tokio::test]
async fn without_a_key_that_it_seals_with_it_does_not_start() -> anyhow::Result<()> {
    let secrets = tempfile::tempdir()?;
    let key = |name: &str, text: &str| {
        let path = secrets.path().join(name);
        std::fs::write(&path, text).map(|()| path)
    };
    let mut program = tokio::process::Command::new(env!("CARGO_BIN_EXE_lintel-identity"));
    program
        .arg("serve")
        .env_clear()
        .env("LINTEL_MAIL", "off")
        .env(
            "LINTEL_MASTER_KEY_FILE",
            key("master", &STANDARD.encode([1; 32]))?,
        )
        .env(
            "LINTEL_SERVICE_KEY_FILE",
            key("service", &"0123456789abcdef".repeat(4))?,
        )
        .kill_on_drop(true);
    for variable in [
        "LINTEL_TENANCY_SEALING_PUBLIC_KEY_FILE",
        "LINTEL_VIEWINGS_SEALING_PUBLIC_KEY_FILE",
    ] {
        for file in [None, Some("/nowhere")] {
            if let Some(file) = file {
                program.env(variable, file);
            }
            let ended = tokio::time::timeout(PATIENCE, program.output()).await??;
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert_eq!(ended.status.code(), Some(78), "{said}");
            assert!(said.contains(variable), "{variable}: {said}");
        }
        program.env(variable, key("public", &STANDARD.encode([3; 32]))?);
    }
    Ok(())
}

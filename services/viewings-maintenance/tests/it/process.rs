//! The process as it is composed: its relay publishes, it is ready only with keys, and it refuses to start without its secret.

use std::{process::Command, time::Duration};

use anyhow::Context as _;
use async_nats::jetstream;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use figment::{
    Figment,
    providers::{Format as _, Toml},
};
use lintel_bus::topology;
use lintel_proto::{PublicEvent as _, viewings::v1::ViewingChanged};
use lintel_runtime::{Lifecycle, Service as _, Settings, SharedConfig};
use lintel_testkit::{NatsServer, free_port, wait_for};
use lintel_viewings_maintenance::{ViewingsMaintenance, config::Config};
use prost::Message as _;

use crate::{
    booking::{book, viewing},
    harness::{FLAT, World},
};

/// The process's settings on the world's database, with owners of the copies that are away.
fn settings(
    world: &World,
    nats: &NatsServer,
    folder: &std::path::Path,
) -> anyhow::Result<Settings<Config>> {
    let (key, secret) = (folder.join("service.key"), folder.join("viewings.key"));
    std::fs::write(&key, "0123456789abcdef0123456789abcdef")?;
    std::fs::write(&secret, STANDARD.encode([7; 32]))?;
    let away = || free_port().map(|port| format!("http://127.0.0.1:{port}"));
    let shared = SharedConfig::defaults_with(serde_json::json!({
        "profile": "dev",
        "nats_url": nats.url(),
        "files_url": format!("file://{}", folder.join("files").display()),
        "identity_url": away()?,
        "portfolio_url": away()?,
        "tenancy_applications_url": away()?,
        "service_key_file": key,
        "viewings_sealing_secret_key_file": secret,
    }))?;
    let defaults = Figment::from(Toml::string(ViewingsMaintenance::DEFAULTS));
    let mut own: Config = defaults.extract()?;
    own.listen = format!("127.0.0.1:{}", free_port()?).parse()?;
    own.database = world.database.config.clone();
    Ok(Settings { shared, own })
}

#[tokio::test]
async fn what_was_booked_is_published_and_a_process_without_keys_is_not_ready() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let booked = book(&world.landlord()?, viewing(FLAT, "Ada")).await?;
    let nats = NatsServer::start().await?;
    let client = lintel_bus::connect("test", &nats.url()).await?;
    let jetstream = jetstream::new(client);
    topology::apply(&jetstream, 1).await?;
    let folder = tempfile::tempdir()?;
    let settings = settings(&world, &nats, folder.path())?;
    let lifecycle = Lifecycle::default();
    let process = tokio::spawn(ViewingsMaintenance::serve(
        settings.clone(),
        lifecycle.clone(),
    ));

    let stream = jetstream.get_stream("EVT_VIEWINGS").await?;
    let message = wait_for("the event", Duration::from_secs(20), async || {
        Ok(stream.get_raw_message(1).await.ok())
    })
    .await?;
    let subject = format!("lintel.evt.{}", ViewingChanged::TYPE);
    assert_eq!(message.subject.as_str(), subject);
    let event = ViewingChanged::decode(message.payload)?;
    assert_eq!((event.viewing_id, event.version), (booked.viewing_id, 1));

    let refused = wait_for("its health", Duration::from_secs(20), async || {
        let asked = ViewingsMaintenance::healthcheck(settings.clone()).await;
        let text = asked.err().map(|error| format!("{error:#}"));
        Ok(text.filter(|text| text == "not ready"))
    })
    .await;
    assert!(refused.is_ok(), "{refused:?}");
    lifecycle.stop.cancel();
    tokio::time::timeout(Duration::from_secs(20), process)
        .await
        .context("the process did not stop")???;
    assert!(lifecycle.drain().await);
    assert_eq!(lifecycle.failure(), None);
    Ok(())
}

#[test]
fn a_program_without_its_secret_is_refused() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("service.key");
    std::fs::write(&key, "0123456789abcdef0123456789abcdef")?;
    let output = Command::new(env!("CARGO_BIN_EXE_lintel-viewings-maintenance"))
        .arg("serve")
        .env_clear()
        .env("LINTEL_PROFILE", "dev")
        .env("LINTEL_SERVICE_KEY_FILE", key)
        .output()?;
    assert_eq!(output.status.code(), Some(78));
    let told = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(
        told.contains("LINTEL_VIEWINGS_SEALING_SECRET_KEY_FILE"),
        "{told}"
    );
    Ok(())
}

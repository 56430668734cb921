//! The process as it is composed: its job reads what was sent, its relay publishes it, and it refuses to start without its key.

use std::{process::Command, time::Duration};

use anyhow::Context as _;
use async_nats::jetstream;
use figment::{
    Figment,
    providers::{Format as _, Toml},
};
use lintel_bus::topology;
use lintel_listings_import::{ListingsImport, config::Config};
use lintel_proto::{
    PublicEvent as _,
    listings::v1::{ListingFormat, ListingImportChanged, ListingImportState},
};
use lintel_runtime::{Lifecycle, Service as _, Settings, SharedConfig};
use lintel_testkit::{NatsServer, free_port, wait_for};
use prost::Message as _;

use crate::harness::{Home, World, bulk};

/// The process's settings on the world's database, with an identity that is away.
fn settings(
    world: &World,
    nats: &NatsServer,
    folder: &std::path::Path,
) -> anyhow::Result<Settings<Config>> {
    let key = folder.join("service.key");
    std::fs::write(&key, "0123456789abcdef0123456789abcdef")?;
    let shared = SharedConfig::defaults_with(serde_json::json!({
        "profile": "dev",
        "nats_url": nats.url(),
        "files_url": format!("file://{}", folder.join("files").display()),
        "identity_url": format!("http://127.0.0.1:{}", free_port()?),
        "service_key_file": key,
    }))?;
    let defaults = Figment::from(Toml::string(ListingsImport::DEFAULTS));
    let mut own: Config = defaults.extract()?;
    own.listen = format!("127.0.0.1:{}", free_port()?).parse()?;
    own.database = world.database.config.clone();
    Ok(Settings { shared, own })
}

#[tokio::test]
async fn a_file_is_read_and_told_of_and_a_process_without_keys_is_not_ready() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = bulk(&[Home::new("77001_S1", 1)]);
    let id = landlord
        .send(ListingFormat::Blm, "Rightmove", feed.as_bytes())
        .await?;
    let nats = NatsServer::start().await?;
    let client = lintel_bus::connect("test", &nats.url()).await?;
    let jetstream = jetstream::new(client);
    topology::apply(&jetstream, 1).await?;
    let folder = tempfile::tempdir()?;
    let settings = settings(&world, &nats, folder.path())?;
    let lifecycle = Lifecycle::default();
    let process = tokio::spawn(ListingsImport::serve(settings.clone(), lifecycle.clone()));

    let stream = jetstream.get_stream("EVT_LISTINGS").await?;
    let fact = wait_for("the event", Duration::from_secs(20), async || {
        let mut last = None;
        for place in 1.. {
            let Ok(message) = stream.get_raw_message(place).await else {
                break;
            };
            if message.subject.as_str() == format!("lintel.evt.{}", ListingImportChanged::TYPE) {
                last = Some(ListingImportChanged::decode(message.payload)?);
            }
        }
        Ok(last.filter(|fact| fact.state() == ListingImportState::Done))
    })
    .await?;
    assert_eq!((fact.listing_import_id, fact.organisation_id), (id, 1));
    assert_eq!(landlord.at("").await?.len(), 1);

    let refused = wait_for("its health", Duration::from_secs(20), async || {
        let asked = ListingsImport::healthcheck(settings.clone()).await;
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
fn a_program_without_its_key_is_refused() -> anyhow::Result<()> {
    let output = Command::new(env!("CARGO_BIN_EXE_lintel-listings-import"))
        .arg("serve")
        .env_clear()
        .env("LINTEL_PROFILE", "dev")
        .output()?;
    assert_eq!(output.status.code(), Some(78));
    let told = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("LINTEL_SERVICE_KEY_FILE"), "{told}");
    Ok(())
}

//! The process as it is composed: its relay publishes, and it is ready only with keys.

use std::time::Duration;

use anyhow::Context as _;
use async_nats::jetstream;
use lintel_bus::topology;
use lintel_portfolio::{Portfolio, bootstrap::Config};
use lintel_proto::{PublicEvent as _, portfolio::v1::PropertyChanged};
use lintel_runtime::{Lifecycle, Service as _, Settings, SharedConfig};
use lintel_testkit::{NatsServer, free_port, wait_for};
use prost::Message as _;

use crate::{
    harness::World,
    property::{flat, shared_house},
};

/// The process's settings on the world's database, with an identity that is away.
fn settings(
    world: &World,
    nats: &NatsServer,
    key: &std::path::Path,
) -> anyhow::Result<Settings<Config>> {
    let shared = SharedConfig::defaults_with(serde_json::json!({
        "profile": "dev",
        "nats_url": nats.url(),
        "files_url": format!("file://{}", key.with_file_name("files").display()),
        "identity_url": format!("http://127.0.0.1:{}", free_port()?),
        "service_key_file": key,
    }))?;
    let own = Config {
        listen: format!("127.0.0.1:{}", free_port()?).parse()?,
        database: world.database.config.clone(),
    };
    Ok(Settings { shared, own })
}

#[tokio::test]
async fn what_was_added_is_published_and_a_process_without_keys_is_not_ready() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    // One is there before the process starts, one comes while it runs.
    let early = landlord.create(shared_house("Early", &[1])).await?;

    let nats = NatsServer::start().await?;
    let client = lintel_bus::connect("test", &nats.url()).await?;
    let jetstream = jetstream::new(client.clone());
    topology::apply(&jetstream, 1).await?;
    let subject = format!("lintel.evt.{}", PropertyChanged::TYPE);

    let folder = tempfile::tempdir()?;
    let key = folder.path().join("service.key");
    std::fs::write(&key, "0123456789abcdef0123456789abcdef")?;
    let settings = settings(&world, &nats, &key)?;
    let lifecycle = Lifecycle::default();
    let process = tokio::spawn(Portfolio::serve(settings.clone(), lifecycle.clone()));
    let late = landlord.create(flat("Late")).await?;

    let stream = jetstream.get_stream("EVT_PORTFOLIO").await?;
    // Each is followed by the news of its first inspection.
    for (sequence, property) in [(1, &early), (3, &late)] {
        let message = wait_for("the event", Duration::from_secs(20), async || {
            Ok(stream.get_raw_message(sequence).await.ok())
        })
        .await?;
        assert_eq!(message.subject.as_str(), subject);
        let event = PropertyChanged::decode(message.payload)?;
        assert_eq!(
            (event.property_id, event.version),
            (property.property_id, 1)
        );
        assert_eq!(event.display_name, property.display_name);
    }

    let refused = wait_for(
        "the health of the process",
        Duration::from_secs(20),
        async || {
            let asked = Portfolio::healthcheck(settings.clone()).await;
            let text = asked.err().map(|error| format!("{error:#}"));
            Ok(text.filter(|text| text == "not ready"))
        },
    )
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

//! The connection to NATS.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};

/// Connects as `name`. NATS may be away: the connection is made in the background and made again whenever it breaks.
///
/// # Errors
/// When `url` is no NATS address.
pub async fn connect(name: &str, url: &str) -> anyhow::Result<Client> {
    let client = ConnectOptions::new()
        .name(format!("lintel-{name}"))
        .retry_on_initial_connect()
        .connection_timeout(Duration::from_secs(2))
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis(50 * u64::try_from(attempts.min(20)).unwrap_or(20))
        })
        .event_callback(async |event| match event {
            Event::Connected => tracing::info!("connected to NATS"),
            Event::Disconnected => tracing::warn!("disconnected from NATS"),
            Event::ServerError(error) => tracing::error!(%error, "NATS refused something"),
            other => tracing::debug!(event = %other, "NATS"),
        })
        .connect(url)
        .await?;
    Ok(client)
}

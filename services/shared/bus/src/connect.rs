//! The connection to NATS.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use lintel_core::ServiceName;

/// The interval at which the server is asked whether it is there. The third question without an answer ends the connection, so a
/// connection over which nothing arrives is noticed within 15 seconds (docs/reference/promises.md R11); async-nats would take minutes.
const PING: Duration = Duration::from_secs(3);

/// Connects as `name`; `url` may contain a user and password. NATS may be away: the connection is made in the background,
/// and again after a failure.
///
/// # Errors
/// When `url` is not a NATS address.
pub async fn connect(name: &str, url: &str) -> anyhow::Result<Client> {
    let address: ServerAddr = url.parse()?;
    // async-nats ignores a name and password in an address.
    let options = match (address.username(), address.password()) {
        // Each program's user may hear answers to itself alone (deploy/setup/nats-users).
        (Some(user), Some(password)) => {
            ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
                .custom_inbox_prefix(format!("_INBOX_{user}"))
        }
        _ => ConnectOptions::new(),
    };
    let client = options
        .name(ServiceName::new(name).program())
        .retry_on_initial_connect()
        .connection_timeout(Duration::from_secs(2))
        .ping_interval(PING)
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis(50 * u64::try_from(attempts.min(20)).unwrap_or(20))
        })
        .event_callback(async |event| match event {
            Event::Connected => tracing::info!("connected to NATS"),
            Event::Disconnected => tracing::warn!("disconnected from NATS"),
            Event::ServerError(error) => tracing::error!(%error, "NATS refused something"),
            other => tracing::debug!(event = %other, "NATS"),
        })
        .connect(address)
        .await?;
    Ok(client)
}

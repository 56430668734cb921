//! What the tests of every service stand on: real PostgreSQL, NATS and SMTP, and tokens of their own.

pub mod databases;
mod nats;
pub mod otlp;
pub mod smtp;
pub mod tokens;
mod wait;

pub use databases::TestDatabase;
pub use nats::NatsServer;
pub use wait::wait_for;

/// A port that nothing listens on at this moment.
///
/// # Errors
/// When the system has none.
pub fn free_port() -> anyhow::Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?
        .local_addr()?
        .port())
}

/// Chooses the TLS provider, as every binary does at its start. Any number of times.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

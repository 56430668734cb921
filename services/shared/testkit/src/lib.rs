//! The base of every service's tests: real PostgreSQL, NATS and SMTP, and tokens of their own.

mod authority;
mod broker_store;
pub mod databases;
mod nats;
pub mod otlp;
mod owners;
mod ports;
mod s3;
pub mod smtp;
pub mod tokens;
mod wait;

pub use authority::{Authority, Certified};
pub use broker_store::BrokerStore;
pub use databases::TestDatabase;
pub use nats::NatsServer;
pub use owners::{Known, OwnersServer};
pub use ports::free_port;
pub use s3::S3Server;
pub use wait::wait_for;

/// Chooses the TLS provider, as every binary does at its start. Any number of times.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

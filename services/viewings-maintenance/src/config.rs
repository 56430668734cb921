//! The service's configuration.

use std::net::SocketAddr;

use lintel_db::DatabaseConfig;
use serde::Deserialize;

/// The service's own settings; `config.default.toml` explains each key.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// How the database is reached.
    pub database: DatabaseConfig,
    /// How long what is kept of people.
    pub retention: RetentionConfig,
}

/// How long what is kept.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionConfig {
    /// Days that what a viewing says of its viewer is kept after it was to be.
    pub viewer_days: u16,
    /// Days that a maintenance request is kept after it was completed or cancelled.
    pub maintenance_days: u16,
}

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
    /// The settings of the database.
    pub database: DatabaseConfig,
    /// The most passwords that are hashed at once, and that wait.
    pub hashing: HashingConfig,
}

/// The `[hashing]` section.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HashingConfig {
    /// Passwords that are hashed at the same time; 0 means one for each core.
    pub threads: usize,
    /// Calls that may wait for their turn; further calls are refused at once.
    pub queue: usize,
}

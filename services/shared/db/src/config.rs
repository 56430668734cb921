//! How a service reaches its database.

use std::time::Duration;

use secrecy::SecretString;
use serde::Deserialize;

/// The `[database]` section of a service's configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct DatabaseConfig {
    /// As the app role: what requests are served with.
    pub url: SecretString,
    /// As the worker role: relay, consumers and jobs.
    pub worker_url: SecretString,
    /// As the owner: only `migrate` uses it.
    pub owner_url: SecretString,
    /// Connections at most, for requests; the worker has a quarter of them, but at least two.
    #[serde(default = "default_connections")]
    pub max_connections: u32,
    /// How long a request may wait for a connection before it is refused.
    #[serde(default = "default_acquire", with = "humantime_serde")]
    pub acquire_timeout: Duration,
    /// How long one statement may run.
    #[serde(default = "default_statement", with = "humantime_serde")]
    pub statement_timeout: Duration,
}

fn default_connections() -> u32 {
    8
}

fn default_acquire() -> Duration {
    Duration::from_secs(1)
}

fn default_statement() -> Duration {
    Duration::from_secs(2)
}

//! The settings of a service's database.

use std::time::Duration;

use secrecy::SecretString;
use serde::Deserialize;

/// The `[database]` section of a service's configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct DatabaseConfig {
    /// For the app role, which serves requests.
    pub url: SecretString,
    /// For the worker role: relay, consumers and jobs.
    pub worker_url: SecretString,
    /// For the owner; only `migrate` uses it.
    pub owner_url: SecretString,
    /// The most connections for requests; the worker may have a quarter of them, at least two.
    #[serde(default = "default_connections")]
    pub max_connections: u32,
    /// The time after which a request that waits for a connection is refused.
    #[serde(default = "default_acquire", with = "humantime_serde")]
    pub acquire_timeout: Duration,
    /// The longest time that one statement may run.
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

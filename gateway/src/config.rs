//! The gateway's own section of the configuration.

use std::{net::SocketAddr, path::PathBuf};

use lintel_runtime::{ConfigError, Profile, SharedConfig};
use serde::Deserialize;

use crate::address::Network;

/// See `config.default.toml` for the meaning of each key.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// Where browsers are served.
    pub http_listen: SocketAddr,
    /// Where integrators are served.
    pub grpc_listen: SocketAddr,
    /// The built pages.
    pub web_dir: PathBuf,
    /// Proxies of ours, whose word about a caller's address counts.
    pub trusted_proxies: Vec<String>,
}

impl Config {
    /// The networks of our proxies.
    ///
    /// # Errors
    /// [`ConfigError`] naming the key when one is no network.
    pub fn proxies(&self) -> Result<Vec<Network>, ConfigError> {
        self.trusted_proxies
            .iter()
            .map(|text| text.parse())
            .collect::<Result<_, String>>()
            .map_err(|problem| ConfigError::new("LINTEL_GATEWAY__TRUSTED_PROXIES", problem))
    }
}

/// Whether the gRPC door describes itself: as the operator says, else in dev only.
///
/// # Errors
/// [`ConfigError`] naming the key for a word that is neither on nor off.
pub fn describes_itself(shared: &SharedConfig) -> Result<bool, ConfigError> {
    match shared.grpc_reflection.as_deref() {
        None => Ok(shared.profile == Profile::Dev),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(_) => Err(ConfigError::new("LINTEL_GRPC_REFLECTION", "set on or off")),
    }
}

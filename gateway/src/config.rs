//! The gateway's own section of the configuration.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf};

use lintel_runtime::{ConfigError, Profile, SharedConfig};
use serde::Deserialize;

use crate::front::address::Network;

/// See `config.default.toml` for the meaning of each key.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// The address of REST and the pages.
    pub http_listen: SocketAddr,
    /// The address of gRPC.
    pub grpc_listen: SocketAddr,
    /// The folder of the built pages.
    pub web_dir: PathBuf,
    /// Our own proxies, whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<String>,
    /// The most requests that are worked on at once.
    pub requests_at_once: NonZeroUsize,
}

impl Config {
    /// The networks of our proxies.
    ///
    /// # Errors
    /// [`ConfigError`] naming the key if one is not a network.
    pub fn proxies(&self) -> Result<Vec<Network>, ConfigError> {
        self.trusted_proxies
            .iter()
            .map(|text| text.parse())
            .collect::<Result<_, String>>()
            .map_err(|problem| ConfigError::new("LINTEL_GATEWAY__TRUSTED_PROXIES", problem))
    }
}

/// Returns true where gRPC reflection is on: as configured, otherwise only in the dev profile.
///
/// # Errors
/// [`ConfigError`] naming the key for a value that is neither on nor off.
pub fn describes_itself(shared: &SharedConfig) -> Result<bool, ConfigError> {
    match shared.grpc_reflection.as_deref() {
        None => Ok(shared.profile == Profile::Dev),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(_) => Err(ConfigError::new("LINTEL_GRPC_REFLECTION", "set on or off")),
    }
}

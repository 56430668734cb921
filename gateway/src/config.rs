//! The gateway's own section of the configuration.

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use lintel_runtime::{ConfigError, Profile, SharedConfig};
use serde::Deserialize;

use crate::{address::Network, limits::Quotas};

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

/// In dev a limit is this many times as large; still on, so that it is tried.
const DEV: u32 = 100;

/// The limits: what the operator set, else the profile's (3-decisions section 2).
///
/// # Errors
/// [`ConfigError`] naming a limit of 0, which would let nobody in.
pub fn quotas(shared: &SharedConfig) -> Result<Quotas, ConfigError> {
    let factor = match shared.profile {
        Profile::Production => 1,
        Profile::Dev => DEV,
    };
    let quota = |key: &str, set: Option<u32>, usual: u32| {
        NonZeroU32::new(set.unwrap_or(usual * factor))
            .ok_or_else(|| ConfigError::new(key, "a limit is at least 1"))
    };
    Ok(Quotas {
        login_per_minute: quota(
            "LINTEL_LIMIT_LOGIN_PER_MINUTE",
            shared.limit_login_per_minute,
            30,
        )?,
        signup_per_hour: quota(
            "LINTEL_LIMIT_SIGNUP_PER_HOUR",
            shared.limit_signup_per_hour,
            20,
        )?,
        code_per_hour: quota("LINTEL_LIMIT_CODE_PER_HOUR", shared.limit_code_per_hour, 10)?,
        resend_per_hour: quota(
            "LINTEL_LIMIT_RESEND_PER_HOUR",
            shared.limit_resend_per_hour,
            5,
        )?,
        api_per_minute: quota(
            "LINTEL_LIMIT_API_PER_MINUTE",
            shared.limit_api_per_minute,
            600,
        )?,
    })
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

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
    /// How long what is kept.
    pub retention: RetentionConfig,
    /// What is known of sources.
    pub sources: Vec<SourceConfig>,
}

/// How long what is kept.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionConfig {
    /// Days that a withdrawn listing is kept which nobody watches.
    pub withdrawn_days: u16,
    /// Days that a rent is kept which no feed names any more.
    pub rent_days: u16,
    /// Days that refused rows are kept after their import ended.
    pub refusal_days: u16,
    /// Days that a file is kept whose upload was never finished.
    pub upload_days: u16,
    /// Days that the record of an import is kept after it ended.
    pub import_days: u16,
}

/// What is known of a source.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceConfig {
    /// Its name, as imports have it.
    pub name: String,
    /// Whether its terms allow its pictures to be shown.
    pub pictures: bool,
    /// The note on its licence.
    pub licence: String,
}

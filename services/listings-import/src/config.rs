//! The service's configuration.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use lintel_db::DatabaseConfig;
use serde::Deserialize;

use crate::connectors::Format;

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
    /// How many pictures are kept, and for how long.
    pub pictures: PicturesConfig,
    /// What is known of sources.
    pub sources: Vec<SourceConfig>,
    /// The hosts that feeds may be fetched from.
    pub feed_hosts: Vec<String>,
    /// The operator's feeds, which everybody reads.
    pub feeds: Vec<FeedConfig>,
}

/// A feed of the operator's.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedConfig {
    /// Its format.
    pub format: Format,
    /// What its source is called.
    pub source: String,
    /// The folder whose files are read.
    pub folder: PathBuf,
    /// A file with the address from which the feed is fetched into the folder; none where somebody puts files there.
    pub address_file: Option<PathBuf>,
    /// How often it is fetched.
    #[serde(with = "humantime_serde", default = "once_a_day")]
    pub every: Duration,
}

const fn once_a_day() -> Duration {
    Duration::from_secs(24 * 60 * 60)
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
    /// Hours that a file is kept whose upload nobody goes on with.
    pub upload_hours: u16,
    /// Days that the record of an import is kept after it ended.
    pub import_days: u16,
}

/// How many pictures of listings are kept, and for how long.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PicturesConfig {
    /// Megabytes of them at most.
    pub megabytes: u32,
    /// Days after which one is fetched anew.
    pub days: u16,
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

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
    /// How often people without an account may cause mails.
    pub applications: Allowances,
    /// How long what is kept.
    pub retention: RetentionConfig,
}

/// The limits of what people without an account can cause.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowances {
    /// Applications by one link within an hour.
    pub by_link_an_hour: u32,
    /// Applications of one address to one organisation within a day.
    pub of_address_a_day: u32,
    /// Half-filled forms that begin under one link within an hour.
    pub drafts_by_link_an_hour: u32,
    /// Mailed links to one half-filled form, and to one address, within an hour.
    pub draft_mails_an_hour: u32,
    /// Invites of one organisation that are mailed to one address within a day.
    pub invites_to_address_a_day: u32,
}

/// How long what is kept.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionConfig {
    /// Days that a link is kept after it stopped working.
    pub invite_days: u16,
    /// Days that documents are kept after an application was rejected or withdrawn.
    pub document_days: u16,
    /// Days that the rest of such an application is kept.
    pub application_days: u16,
    /// Days that an application is kept which nobody decided and nobody changed.
    pub undecided_days: u16,
    /// Days that a tenancy is kept after its last tenant left, with everything that belongs to it.
    pub tenancy_days: u16,
    /// Days after the last tenant left, where a guarantor signed a deed.
    pub guaranteed_tenancy_days: u16,
    /// Days that checks of the right to rent are kept after the tenant left.
    pub right_to_rent_days: u16,
}

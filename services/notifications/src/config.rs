//! The service's own settings; `config.default.toml` explains each key.

use std::{net::SocketAddr, time::Duration};

use humantime_serde::Serde;
use lettre::message::Mailbox;
use lintel_db::DatabaseConfig;
use lintel_runtime::{ConfigError, SharedConfig};
use secrecy::SecretString;
use serde::Deserialize;

use crate::{domain::RetrySchedule, mail::PublicUrl};

/// The service's own settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// How the database is reached.
    pub database: DatabaseConfig,
    /// How mails are sent and tried again.
    pub delivery: DeliveryConfig,
    /// Where push messages may go.
    pub push: PushConfig,
    /// How organisations are backed up.
    pub backup: BackupConfig,
}

/// How organisations are backed up.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupConfig {
    /// How long a backup waits for a service that is away.
    #[serde(with = "humantime_serde")]
    pub again: Duration,
}

/// Where push messages may go.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushConfig {
    /// The hosts of push services, on the internet.
    pub hosts: Vec<String>,
    /// Hosts of the operator's own network.
    pub private_hosts: Vec<String>,
}

/// How mails are sent and tried again.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliveryConfig {
    /// Mails at the same time.
    pub at_once: u32,
    /// How long one attempt may take.
    #[serde(with = "humantime_serde")]
    pub smtp_timeout: Duration,
    /// How long a claim on a mail lasts.
    #[serde(with = "humantime_serde")]
    pub lease: Duration,
    /// How often due mails are looked for.
    #[serde(with = "humantime_serde")]
    pub poll: Duration,
    /// How often one mail is tried while the server is away.
    #[serde(with = "humantime_serde")]
    pub while_down_every: Duration,
    /// The growing delays before another attempt.
    pub retry_delays: Vec<Serde<Duration>>,
    /// The delay after those.
    #[serde(with = "humantime_serde")]
    pub then_every: Duration,
    /// How often that delay is used.
    pub then_times: u32,
}

impl DeliveryConfig {
    /// When a mail that the server did not accept is tried again.
    #[must_use]
    pub fn schedule(&self) -> RetrySchedule {
        let delays = self.retry_delays.iter().copied().map(Serde::into_inner);
        RetrySchedule::new(delays.collect(), self.then_every, self.then_times)
    }

    fn validate(&self) -> Result<(), ConfigError> {
        let refuse = |key: &str, problem: &str| {
            Err(ConfigError::new(
                format!("LINTEL_NOTIFICATIONS__DELIVERY__{key}"),
                problem,
            ))
        };
        if !(1..=100).contains(&self.at_once) {
            return refuse("AT_ONCE", "send between 1 and 100 mails at the same time");
        }
        if self.lease < self.smtp_timeout.saturating_mul(2) {
            return refuse("LEASE", "it must be at least twice the SMTP_TIMEOUT");
        }
        if self.poll.is_zero() {
            return refuse("POLL", "it must be longer than nothing");
        }
        if self.while_down_every.is_zero() {
            return refuse("WHILE_DOWN_EVERY", "it must be longer than nothing");
        }
        Ok(())
    }
}

/// The settings that an installation needs to send mails.
#[derive(Debug)]
pub struct MailSettings {
    /// The server.
    pub smtp_url: SecretString,
    /// The sender.
    pub from: Mailbox,
    /// What links start with.
    pub public_url: PublicUrl,
}

impl MailSettings {
    /// Reads them; `None` where mails are switched off or, in dev, no transport is named.
    ///
    /// # Errors
    /// [`ConfigError`] naming the key.
    pub fn read(shared: &SharedConfig) -> Result<Option<Self>, ConfigError> {
        let (true, Some(smtp_url)) = (shared.sends_mail(), shared.smtp_url.clone()) else {
            return Ok(None);
        };
        let from = shared.mail_from.as_deref().unwrap_or_default();
        let from = from.parse().map_err(|_| {
            ConfigError::new(
                "LINTEL_MAIL_FROM",
                "set one address, for example \"Lintel <no-reply@example.com>\"",
            )
        })?;
        Ok(Some(Self {
            smtp_url,
            from,
            public_url: PublicUrl::try_new(&shared.public_url)?,
        }))
    }

    /// The domain of the sender, in which `Message-ID`s are made.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.from.email.domain()
    }
}

/// Checks what one key alone cannot show.
///
/// # Errors
/// [`ConfigError`] naming the key.
pub fn validate(shared: &SharedConfig, config: &Config) -> Result<(), ConfigError> {
    config.delivery.validate()?;
    MailSettings::read(shared)?;
    Ok(())
}

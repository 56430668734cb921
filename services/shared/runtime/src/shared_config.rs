//! The settings that all services share.

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use secrecy::SecretString;
use serde::Deserialize;
use zeroize::Zeroizing;

use crate::{config_error::ConfigError, secrets};

/// Names the file of the master keys.
const MASTER_KEYS: &str = "LINTEL_MASTER_KEY_FILE";

/// Names the file of the key that push services know the installation by.
const PUSH_KEY: &str = "LINTEL_PUSH_SECRET_KEY_FILE";

/// Names the file of the secret that reports of other systems are signed with.
const RECEIPT_SECRET: &str = "LINTEL_RECEIPT_SECRET_FILE";

/// The strictness with which the configuration is checked at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Development and tests.
    Dev,
    /// Everything else; the default.
    Production,
}

/// The switch for mails: sent, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailSwitch {
    /// Mails are sent; production refuses to start without a transport.
    On,
    /// No mails are sent, on purpose.
    Off,
}

/// The settings that all services share; see `shared.default.toml` for the meaning of each key.
#[derive(Debug, Clone, Deserialize)]
pub struct SharedConfig {
    /// The program that reads them; no setting says it.
    #[serde(skip)]
    pub(crate) program: String,
    /// The strictness of the start.
    pub profile: Profile,
    /// The tracing filter of the logs.
    pub log: String,
    /// Which part of the traces that begin here is recorded, from 0 to 1; none where `OTEL_TRACES_SAMPLER` decides.
    pub trace_sample_ratio: Option<f64>,
    /// The interval at which metrics are exported.
    #[serde(default, with = "humantime_serde")]
    pub metric_export_interval: Option<Duration>,
    /// The number of threads that run tasks; unset means half of the processors.
    pub worker_threads: Option<NonZeroUsize>,
    /// Where events travel.
    pub nats_url: String,
    /// The address that people type, without a slash at its end.
    pub public_url: String,
    /// The switch for mails: sent, or not at all.
    pub mail: MailSwitch,
    /// The mail transport; may hold a password.
    pub smtp_url: Option<SecretString>,
    /// The sender of mails.
    pub mail_from: Option<String>,
    /// The operator's contact for push services: a mail address or a web page as a URL; unset means the sender of mails.
    pub push_subject: Option<String>,
    /// The gateway for text messages; may hold a password.
    pub sms_url: Option<SecretString>,
    /// The most text messages that are sent for one organisation in a day.
    pub sms_cap: u32,
    /// The countries that text messages go to, by their codes of ISO 3166 with commas between them.
    pub sms_countries: String,
    /// Where identity listens: one address, or several with commas between them.
    pub identity_url: String,
    /// Where portfolio listens.
    pub portfolio_url: String,
    /// Where tenancy-applications listens.
    pub tenancy_applications_url: String,
    /// Where viewings-maintenance listens.
    pub viewings_maintenance_url: String,
    /// Where listings-import listens.
    pub listings_import_url: String,
    /// Where notifications listens.
    pub notifications_url: String,
    /// Where uploaded files are kept.
    pub files_url: String,
    /// The address of the S3-compatible storage; unset means AWS.
    pub files_endpoint: Option<String>,
    /// The region that its requests are signed for.
    pub files_region: String,
    /// The interval at which the keys that tokens are verified with are read again.
    #[serde(with = "humantime_serde")]
    pub key_refresh: Duration,
    /// The time for which to go on serving after readiness has changed to not ready.
    #[serde(with = "humantime_serde")]
    pub drain_delay: Duration,
    /// The switch for reflection at the gRPC endpoint for integrators; unset means on in dev, off in production.
    pub grpc_reflection: Option<String>,
    /// The shortest password that sign-up accepts; unset means the product's 6.
    pub password_min_length: Option<u16>,
    /// Sign-ins a minute from one address; unset means the profile's default (`limits.rs`), as for all limits.
    pub limit_login_per_minute: Option<u32>,
    /// Sign-ups an hour from one address.
    pub limit_signup_per_hour: Option<u32>,
    /// Verification codes tried in an hour from one address.
    pub limit_code_per_hour: Option<u32>,
    /// Links from mails tried in an hour from one address.
    pub limit_link_per_hour: Option<u32>,
    /// API keys that do not exist, tried in an hour from one address.
    pub limit_key_per_hour: Option<u32>,
    /// Verification mails asked for in an hour from one address.
    pub limit_resend_per_hour: Option<u32>,
    /// Links for a forgotten password asked for in an hour from one address.
    pub limit_forgot_per_hour: Option<u32>,
    /// Half-filled applications kept in a minute from one address.
    pub limit_draft_per_minute: Option<u32>,
    /// Applications sent, and documents and mails by private link, in an hour from one address.
    pub limit_submit_per_hour: Option<u32>,
    /// All calls a minute from one address, and of one account.
    pub limit_api_per_minute: Option<u32>,
    /// All calls a minute of one organisation.
    pub limit_organisation_per_minute: Option<u32>,
    /// Files uploaded in an hour by one account.
    pub limit_upload_per_hour: Option<u32>,
    /// Mails that somebody without an account gets in a day.
    pub limit_mails_per_day: Option<u32>,
    /// The mails of them that one organisation or account causes.
    pub limit_mails_per_day_of_sender: Option<u32>,
    /// Gigabytes of files that one organisation keeps in each of the services that keep files.
    pub limit_stored_gb: Option<u32>,
    /// Megabytes of files that are sent by one link that invites to apply.
    pub limit_stored_mb_by_link: Option<u32>,
    /// The number of addresses with failed sign-ins within ten minutes at which fewer sign-ins are allowed for everyone.
    pub limit_failing_addresses: Option<u32>,
    /// Copies of an account's data in a day.
    pub limit_export_per_day: Option<u32>,
    pub(crate) files_credentials_file: Option<PathBuf>,
    pub(crate) files_key_file: Option<PathBuf>,
    master_key_file: Option<PathBuf>,
    mail_sealing_public_key_file: Option<PathBuf>,
    mail_sealing_secret_key_file: Option<PathBuf>,
    tenancy_sealing_public_key_file: Option<PathBuf>,
    tenancy_sealing_secret_key_file: Option<PathBuf>,
    viewings_sealing_public_key_file: Option<PathBuf>,
    viewings_sealing_secret_key_file: Option<PathBuf>,
    push_secret_key_file: Option<PathBuf>,
    receipt_secret_file: Option<PathBuf>,
    service_key_file: Option<PathBuf>,
    pub(crate) tls_cert_file: Option<PathBuf>,
    pub(crate) tls_key_file: Option<PathBuf>,
    pub(crate) tls_ca_file: Option<PathBuf>,
}

impl SharedConfig {
    /// Returns whether a mail transport is configured and wanted, so that requested mails are sent.
    #[must_use]
    pub fn sends_mail(&self) -> bool {
        self.mail == MailSwitch::On && self.smtp_url.is_some()
    }

    /// The keys that seal secrets at rest.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable when it is missing, unreadable or holds no such keys.
    pub fn master_keys(&self) -> Result<secrets::MasterKeys, ConfigError> {
        secrets::MasterKeys::read(MASTER_KEYS, self.master_key_file.as_deref())
    }

    /// Writes other master keys into their file, for the command that rotates them.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable when the file cannot be written.
    pub fn write_master_keys(&self, keys: &secrets::MasterKeys) -> Result<(), ConfigError> {
        keys.write(MASTER_KEYS, self.master_key_file.as_deref())
    }

    /// The public key that seals what a mail needs.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn mail_sealing_public_key(&self) -> Result<secrets::Key, ConfigError> {
        secrets::read_key(
            "LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE",
            self.mail_sealing_public_key_file.as_deref(),
        )
    }

    /// The secret keys that open what a mail needs, the newest first; only notifications has them.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn mail_sealing_secret_keys(&self) -> Result<secrets::MasterKeys, ConfigError> {
        secrets::MasterKeys::read(
            "LINTEL_MAIL_SEALING_SECRET_KEY_FILE",
            self.mail_sealing_secret_key_file.as_deref(),
        )
    }

    /// The public key that seals what only tenancy-applications may read.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn tenancy_sealing_public_key(&self) -> Result<secrets::Key, ConfigError> {
        secrets::read_key(
            "LINTEL_TENANCY_SEALING_PUBLIC_KEY_FILE",
            self.tenancy_sealing_public_key_file.as_deref(),
        )
    }

    /// The secret keys of tenancy-applications, the newest first: they open what others sealed to it, and its keys for documents and
    /// links are derived from the oldest.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn tenancy_sealing_secret_keys(&self) -> Result<secrets::MasterKeys, ConfigError> {
        secrets::MasterKeys::read(
            "LINTEL_TENANCY_SEALING_SECRET_KEY_FILE",
            self.tenancy_sealing_secret_key_file.as_deref(),
        )
    }

    /// The public key that seals what only viewings-maintenance may read.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn viewings_sealing_public_key(&self) -> Result<secrets::Key, ConfigError> {
        secrets::read_key(
            "LINTEL_VIEWINGS_SEALING_PUBLIC_KEY_FILE",
            self.viewings_sealing_public_key_file.as_deref(),
        )
    }

    /// The secret keys of viewings-maintenance, the newest first: they open what others sealed to it, and its keys for files and links
    /// are derived from the oldest.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn viewings_sealing_secret_keys(&self) -> Result<secrets::MasterKeys, ConfigError> {
        secrets::MasterKeys::read(
            "LINTEL_VIEWINGS_SEALING_SECRET_KEY_FILE",
            self.viewings_sealing_secret_key_file.as_deref(),
        )
    }

    /// The PKCS #8 of the P-256 key that push services know the installation by; `None` where nothing is pushed to browsers.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable when its file is unreadable or holds no base64.
    pub fn push_secret_key(&self) -> Result<Option<Zeroizing<Vec<u8>>>, ConfigError> {
        let Some(path) = self.push_secret_key_file.as_deref() else {
            return Ok(None);
        };
        let text = Zeroizing::new(secrets::read_text(PUSH_KEY, Some(path))?);
        let bytes = STANDARD
            .decode(text.as_bytes())
            .map_err(|_| ConfigError::new(PUSH_KEY, "the file must hold a key in base64"))?;
        Ok(Some(Zeroizing::new(bytes)))
    }

    /// The secret that the relay for mails and the gateway for text messages sign their reports with; `None` where there is none, and
    /// every report is refused.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable when its file is unreadable or its secret is short.
    pub fn receipt_secret(&self) -> Result<Option<Zeroizing<String>>, ConfigError> {
        let Some(path) = self.receipt_secret_file.as_deref() else {
            return Ok(None);
        };
        let text = Zeroizing::new(secrets::read_text(RECEIPT_SECRET, Some(path))?);
        if text.len() < 32 {
            let problem = "the secret must have at least 32 characters";
            return Err(ConfigError::new(RECEIPT_SECRET, problem));
        }
        Ok(Some(text))
    }

    /// The key that Lintel's own programs share, shown by this one.
    ///
    /// # Errors
    /// As [`Self::master_keys`].
    pub fn service_key(&self) -> Result<lintel_auth::ServiceKey, ConfigError> {
        let text = secrets::read_text("LINTEL_SERVICE_KEY_FILE", self.service_key_file.as_deref())?;
        if text.len() < 32 {
            return Err(ConfigError::new(
                "LINTEL_SERVICE_KEY_FILE",
                "the key must have at least 32 characters",
            ));
        }
        Ok(lintel_auth::ServiceKey::new(text.into()).of(&self.program))
    }
}

//! Configuration: embedded defaults, then the file that `LINTEL_CONFIG` names, then the environment.

use std::path::Path;

use figment::{
    Figment,
    providers::{Env, Format as _, Serialized, Toml},
    value::Dict,
};
use lintel_core::ServiceName;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    address_files,
    config_error::ConfigError,
    shared_config::{MailSwitch, Profile, SharedConfig},
    telemetry,
};

const SHARED_DEFAULTS: &str = include_str!("../shared.default.toml");

impl SharedConfig {
    /// The defaults with these values changed; the environment is not read.
    ///
    /// # Errors
    /// [`ConfigError`] naming the key whose value cannot be used.
    pub fn defaults_with(values: impl Serialize) -> Result<Self, ConfigError> {
        let figment =
            Figment::from(Toml::string(SHARED_DEFAULTS)).merge(Serialized::defaults(values));
        extract::<Self>(&figment, "LINTEL_")?.validate()
    }

    fn validate(mut self) -> Result<Self, ConfigError> {
        while self.public_url.ends_with('/') {
            self.public_url.pop();
        }
        telemetry::check(&self)?;
        let missing_transport = self.mail == MailSwitch::On && self.smtp_url.is_none();
        if self.profile == Profile::Production && missing_transport {
            return Err(ConfigError::new(
                "LINTEL_SMTP_URL",
                "set the mail transport, or LINTEL_MAIL=off to run without mails on purpose",
            ));
        }
        if self.sends_mail() && self.mail_from.is_none() {
            return Err(ConfigError::new(
                "LINTEL_MAIL_FROM",
                "set the sender of mails, for example \"Lintel <no-reply@example.com>\"",
            ));
        }
        Ok(self)
    }
}

/// All settings of a process, read once.
#[derive(Debug, Clone)]
pub struct Settings<T> {
    /// The settings that all services share.
    pub shared: SharedConfig,
    /// The service's own section.
    pub own: T,
}

/// The sources of a service's settings, before they are typed.
pub(crate) struct Sources {
    pub(crate) shared: Figment,
    pub(crate) own: Figment,
}

impl Sources {
    /// `name` is the service's (`portfolio`), `defaults` its embedded `config.default.toml`.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable whose file cannot be read.
    pub(crate) fn new(
        name: &str,
        defaults: &str,
        file: Option<&Path>,
    ) -> Result<Self, ConfigError> {
        let prefix = ServiceName::new(name).variable_prefix();
        let file = |figment: Figment, section: &str| match file {
            Some(path) => figment
                .merge(Toml::file_exact(path).nested())
                .select(section),
            None => figment,
        };
        let shared = file(Figment::from(Toml::string(SHARED_DEFAULTS)), "shared")
            .merge(Env::prefixed("LINTEL_").filter(|key| {
                !key.as_str().contains("__") && !address_files::is_one(key.as_str())
            }));
        let shared = telemetry::with_usual(shared);
        let own = file(
            Figment::from(Serialized::defaults(Dict::new())).merge(Toml::string(defaults)),
            name,
        )
        .merge(
            Env::prefixed(&prefix)
                .filter(|key| !address_files::is_one(key.as_str()))
                .split("__"),
        );
        let variables: Vec<_> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        Ok(Self {
            shared: address_files::merge(shared, "LINTEL_", &variables)?,
            own: address_files::merge(own, &prefix, &variables)?,
        })
    }

    pub(crate) fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Settings<T>, ConfigError> {
        let mut shared: SharedConfig = extract(&self.shared, "LINTEL_")?;
        name.clone_into(&mut shared.program);
        let prefix = ServiceName::new(name).variable_prefix();
        Ok(Settings {
            shared: shared.validate()?,
            own: extract(&self.own, &prefix)?,
        })
    }
}

fn extract<T: DeserializeOwned>(figment: &Figment, prefix: &str) -> Result<T, ConfigError> {
    figment.extract().map_err(|error| {
        let path = match &error.kind {
            figment::error::Kind::MissingField(field) if error.path.is_empty() => field.to_string(),
            figment::error::Kind::MissingField(field) => {
                format!("{}__{field}", error.path.join("__"))
            }
            _ => error.path.join("__"),
        };
        ConfigError::new(
            format!("{prefix}{}", path.to_uppercase()),
            error.kind.to_string(),
        )
    })
}

/// The shared settings, as a configuration file with only `extra` would give them.
#[cfg(test)]
pub(crate) fn shared(extra: &str) -> Result<SharedConfig, ConfigError> {
    let figment = Figment::from(Toml::string(SHARED_DEFAULTS)).merge(Toml::string(extra));
    extract::<SharedConfig>(&telemetry::with_usual(figment), "LINTEL_")?.validate()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_production_which_needs_a_mail_transport() {
        let key = |extra| shared(extra).map(|_| ()).map_err(|error| error.key);
        assert_eq!(key(""), Err("LINTEL_SMTP_URL".to_owned()));
        assert_eq!(key("mail = \"off\""), Ok(()));
        assert_eq!(
            key("smtp_url = \"smtp://mail\""),
            Err("LINTEL_MAIL_FROM".to_owned())
        );
        assert_eq!(
            key("smtp_url = \"smtp://mail\"\nmail_from = \"a@b.example\""),
            Ok(())
        );
        assert_eq!(key("profile = \"dev\""), Ok(()));
    }

    #[test]
    fn a_wrong_value_is_refused_by_the_name_of_its_variable() {
        let error = shared("profile = \"staging\"").map(|_| ());
        assert!(
            matches!(&error, Err(ConfigError { key, .. }) if key == "LINTEL_PROFILE"),
            "{error:?}"
        );
    }

    #[test]
    fn the_public_address_never_ends_with_a_slash() {
        let config = shared("profile = \"dev\"\npublic_url = \"https://lintel.example/\"");
        assert_eq!(
            config.map(|config| config.public_url).unwrap_or_default(),
            "https://lintel.example"
        );
    }

    #[test]
    fn mail_goes_out_only_with_a_transport_that_is_not_switched_off() {
        let sends = |extra: &str| {
            shared(&format!(
                "profile = \"dev\"\nmail_from = \"a@b.example\"\n{extra}"
            ))
            .map(|config| config.sends_mail())
            .unwrap_or_default()
        };
        assert!(sends("smtp_url = \"smtp://mail\""));
        assert!(!sends("smtp_url = \"smtp://mail\"\nmail = \"off\""));
        assert!(!sends(""));
    }

    #[test]
    fn a_secret_that_is_missing_is_named() {
        let config = shared("profile = \"dev\"");
        let error = config.and_then(|config| config.master_keys().map(|_| ()));
        assert!(matches!(error, Err(ConfigError { key, .. }) if key == "LINTEL_MASTER_KEY_FILE"));
    }
}

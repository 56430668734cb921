//! `print-config`: the settings a process would run with, without the secrets.

use figment::Figment;
use serde_json::Value;

use crate::ConfigError;

/// The settings as JSON, without the secrets.
pub(crate) fn render(shared: &Figment, own: &Figment) -> Result<String, ConfigError> {
    let read = |figment: &Figment| -> Result<Value, ConfigError> {
        let mut value = figment
            .extract::<Value>()
            .map_err(|error| ConfigError::new("configuration", error.to_string()))?;
        redact(&mut value);
        Ok(value)
    };
    let all = serde_json::json!({ "shared": read(shared)?, "own": read(own)? });
    serde_json::to_string_pretty(&all)
        .map_err(|error| ConfigError::new("configuration", error.to_string()))
}

fn redact(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if is_secret(name, text) => "(hidden)".clone_into(text),
                    _ => redact(field),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(redact),
        _ => {}
    }
}

/// The name of a file is not secret; an address that contains a password is.
fn is_secret(name: &str, text: &str) -> bool {
    !name.ends_with("_file")
        && (text.contains('@') && text.contains("://")
            || ["password", "secret", "key", "token"]
                .iter()
                .any(|word| name.contains(word)))
}

#[cfg(test)]
mod tests {
    use figment::providers::{Format as _, Toml};

    use super::*;

    #[test]
    fn passwords_in_addresses_and_secrets_are_hidden_and_the_rest_is_shown() {
        let own = Figment::from(Toml::string(
            "listen = \"127.0.0.1:1\"\nmaster_key_file = \"/k\"\n[database]\nurl = \"postgres://u:hunter2@h/d\"\napi_key = \"hunter2\"",
        ));
        let text = render(&Figment::new(), &own).unwrap_or_default();
        assert!(!text.contains("hunter2"), "{text}");
        assert!(
            text.contains("127.0.0.1:1") && text.contains("/k"),
            "{text}"
        );
    }
}

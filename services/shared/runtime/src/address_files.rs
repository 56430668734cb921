//! Addresses that contain a password are read from files, like every secret: `LINTEL_SMTP_URL_FILE` names the file that
//! contains the value of `LINTEL_SMTP_URL`. The same holds for every variable that ends in `_URL`.

use std::path::Path;

use figment::{Figment, providers::Serialized};

use crate::{ConfigError, secrets};

/// Returns whether a variable names the file of an address, rather than a setting of its own.
pub(crate) fn is_one(key: &str) -> bool {
    key.to_ascii_lowercase().ends_with("_url_file")
}

/// Adds the contents of the files that `variables` name. `prefix` is `LINTEL_` for the shared settings, whose keys contain
/// no `__`, or `LINTEL_<SERVICE>__`.
///
/// # Errors
/// [`ConfigError`] naming the variable when its file cannot be read, or when the address is set as well.
pub(crate) fn merge(
    figment: Figment,
    prefix: &str,
    variables: &[(String, String)],
) -> Result<Figment, ConfigError> {
    let is_shared = !prefix.ends_with("__");
    let mut merged = figment;
    for (name, path) in variables {
        let Some(key) = name.strip_prefix(prefix).filter(|key| is_one(key)) else {
            continue;
        };
        if is_shared && key.contains("__") {
            continue;
        }
        let address = name.trim_end_matches("_FILE");
        if variables.iter().any(|(other, _)| other == address) {
            let problem = format!("set either it or {address}");
            return Err(ConfigError::new(name, problem));
        }
        let text = secrets::read_text(name, Some(Path::new(path)))?;
        let key = key.trim_end_matches("_FILE").to_lowercase();
        merged = merged.merge(Serialized::default(&key.replace("__", "."), text));
    }
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)], prefix: &str) -> Result<Figment, ConfigError> {
        let owned = |&(name, path): &(&str, &str)| (name.to_owned(), path.to_owned());
        let variables: Vec<_> = variables.iter().map(owned).collect();
        merge(Figment::new(), prefix, &variables)
    }

    #[test]
    fn the_file_says_what_the_variable_would() -> anyhow::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "postgres://u:hunter2@h/d\n")?;
        let path = file.path().to_string_lossy();
        let own = read(
            &[("LINTEL_PORTFOLIO__DATABASE__URL_FILE", &path)],
            "LINTEL_PORTFOLIO__",
        )?;
        assert_eq!(
            own.extract_inner::<String>("database.url")?,
            "postgres://u:hunter2@h/d"
        );
        let shared = read(&[("LINTEL_NATS_URL_FILE", &path)], "LINTEL_")?;
        assert_eq!(
            shared.extract_inner::<String>("nats_url")?,
            "postgres://u:hunter2@h/d"
        );
        Ok(())
    }

    #[test]
    fn a_file_that_is_missing_and_an_address_said_twice_are_refused_by_name() {
        let refused = |variables| read(variables, "LINTEL_").map_err(|error| error.key).err();
        let key = Some("LINTEL_SMTP_URL_FILE".to_owned());
        assert_eq!(refused(&[("LINTEL_SMTP_URL_FILE", "/nowhere")]), key);
        let twice = [
            ("LINTEL_SMTP_URL_FILE", "/dev/null"),
            ("LINTEL_SMTP_URL", "smtp://mail"),
        ];
        assert_eq!(refused(&twice), key);
    }

    #[test]
    fn other_files_and_other_services_are_left_alone() -> anyhow::Result<()> {
        let variables = [
            ("LINTEL_MASTER_KEY_FILE", "/nowhere"),
            ("LINTEL_IDENTITY__DATABASE__URL_FILE", "/nowhere"),
        ];
        read(&variables, "LINTEL_")?;
        read(&variables, "LINTEL_PORTFOLIO__")?;
        Ok(())
    }
}

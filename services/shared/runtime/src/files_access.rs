//! The access to a bucket of files.

use zeroize::Zeroizing;

use crate::{ConfigError, Profile, SharedConfig, secrets};

const CREDENTIALS: &str = "LINTEL_FILES_CREDENTIALS_FILE";
const ENDPOINT: &str = "LINTEL_FILES_ENDPOINT";
const KEYS: &str = "LINTEL_FILES_KEY_FILE";

/// The access to a bucket of files, and the key that its objects are sealed with.
#[derive(Clone)]
pub struct FilesAccess {
    /// The storage's address; `None` is that of AWS in the region.
    pub endpoint: Option<String>,
    /// The region that requests are signed for.
    pub region: String,
    /// The id of the access key.
    pub key_id: String,
    /// The access key's secret.
    pub secret: Zeroizing<String>,
    /// The keys of the objects: the first seals.
    pub keys: secrets::MasterKeys,
}

impl std::fmt::Debug for FilesAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FilesAccess")
    }
}

impl SharedConfig {
    /// Returns the access to the bucket that [`SharedConfig::files_url`] names.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable that is missing or cannot be used.
    pub fn files_access(&self) -> Result<FilesAccess, ConfigError> {
        let plain = self
            .files_endpoint
            .iter()
            .find(|url| !url.starts_with("https://"));
        if plain
            .is_some_and(|url| self.profile == Profile::Production || !url.starts_with("http://"))
        {
            return Err(ConfigError::new(
                ENDPOINT,
                "set the storage's address, beginning with https://",
            ));
        }
        let text = Zeroizing::new(secrets::read_text(
            CREDENTIALS,
            self.files_credentials_file.as_deref(),
        )?);
        let mut lines = text.lines().map(str::trim);
        let (Some(key_id), Some(secret), None) = (lines.next(), lines.next(), lines.next()) else {
            let problem = "the file must hold two lines, an access key's id and its secret";
            return Err(ConfigError::new(CREDENTIALS, problem));
        };
        Ok(FilesAccess {
            endpoint: self.files_endpoint.clone(),
            region: self.files_region.clone(),
            key_id: key_id.to_owned(),
            secret: Zeroizing::new(secret.to_owned()),
            keys: secrets::MasterKeys::read(KEYS, self.files_key_file.as_deref())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::STANDARD};

    use crate::config::shared;

    #[test]
    fn what_a_bucket_needs_is_named_one_by_one() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("one-line"), "AKIA")?;
        std::fs::write(path("credentials"), "AKIA\nhunter2\n")?;
        std::fs::write(path("key"), STANDARD.encode([1; 32]))?;
        let line = |key: &str, name: &str| format!("{key} = \"{}\"\n", path(name).display());
        let refused = |profile: &str, more: &str| {
            let config = shared(&format!("profile = \"{profile}\"\nmail = \"off\"\n{more}"));
            config
                .and_then(|config| config.files_access().map(|_| ()))
                .map_err(|error| error.key)
        };
        let credentials = line("files_credentials_file", "credentials");
        let all = format!("{credentials}{}", line("files_key_file", "key"));
        let named = |key: &str| Err(key.to_owned());
        assert_eq!(refused("dev", ""), named(super::CREDENTIALS));
        assert_eq!(
            refused("dev", &line("files_credentials_file", "one-line")),
            named(super::CREDENTIALS)
        );
        assert_eq!(refused("dev", &credentials), named(super::KEYS));
        assert_eq!(refused("production", &all), Ok(()));
        let plain = format!("{all}files_endpoint = \"http://127.0.0.1:9000\"\n");
        assert_eq!(refused("dev", &plain), Ok(()));
        assert_eq!(refused("production", &plain), named(super::ENDPOINT));
        assert_eq!(
            refused("dev", &plain.replace("http:", "ftp:")),
            named(super::ENDPOINT)
        );
        Ok(())
    }
}

//! Secrets are read from files, so that no list of processes and no dump of an environment shows them.

use std::{fs::File, io::Write as _, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use zeroize::Zeroizing;

use crate::ConfigError;

/// Thirty-two secret bytes, wiped from memory when dropped.
pub type Key = Zeroizing<[u8; 32]>;

/// Reads base64 of 32 bytes from the file that the variable `key` names.
///
/// # Errors
/// [`ConfigError`] naming the variable.
pub fn read_key(key: &str, path: Option<&Path>) -> Result<Key, ConfigError> {
    parse_key(key, &Zeroizing::new(read_text(key, path)?))
}

fn parse_key(key: &str, text: &str) -> Result<Key, ConfigError> {
    let bytes = Zeroizing::new(STANDARD.decode(text.as_bytes()).unwrap_or_default());
    let bytes: [u8; 32] = bytes
        .as_slice()
        .try_into()
        .map_err(|_| ConfigError::new(key, "the file must hold 32 bytes in base64"))?;
    Ok(Zeroizing::new(bytes))
}

/// The keys of a file, of which the first is used from now on and the older ones still open: the keys that seal secrets at rest, and
/// the secret halves of a sealing pair. Secret.
#[derive(Clone)]
pub struct MasterKeys {
    first: Key,
    older: Vec<Key>,
}

impl MasterKeys {
    /// `first` seals; `older` ones still open what they sealed.
    #[must_use]
    pub const fn new(first: Key, older: Vec<Key>) -> Self {
        Self { first, older }
    }

    /// Reads base64 of 32 bytes from each line of the file that the variable `key` names.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn read(key: &str, path: Option<&Path>) -> Result<Self, ConfigError> {
        let text = Zeroizing::new(read_text(key, path)?);
        let keys = text.lines().map(|line| parse_key(key, line.trim()));
        let mut keys = keys.collect::<Result<Vec<_>, _>>()?.into_iter();
        let first = keys
            .next()
            .ok_or_else(|| ConfigError::new(key, "the file is empty"))?;
        Ok(Self::new(first, keys.collect()))
    }

    /// Writes them to the file that the variable `key` names, all or nothing; its permissions stay as they were.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn write(&self, key: &str, path: Option<&Path>) -> Result<(), ConfigError> {
        let path =
            path.ok_or_else(|| ConfigError::new(key, "set it to the file that holds the keys"))?;
        let lines = self
            .iter()
            .map(|key| STANDARD.encode(key.as_slice()) + "\n");
        let text: Zeroizing<String> = Zeroizing::new(lines.collect());
        // It must be on disk before it seals anything: if a crash lost the key, everything sealed with it would be lost too.
        let written = replace(path, text.as_bytes());
        written.map_err(|error| {
            ConfigError::new(
                key,
                format!("{} cannot be written: {error}", path.display()),
            )
        })
    }

    /// The key that seals.
    #[must_use]
    pub const fn first(&self) -> &Key {
        &self.first
    }

    /// The keys before the first, the oldest last.
    pub fn older(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.older.iter().map(|key| &**key)
    }

    /// All keys, starting with the one that seals.
    pub fn iter(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.first).chain(&self.older)
    }

    /// The same keys, with `key` as the one that seals from now on.
    #[must_use]
    pub fn with_first(&self, key: Key) -> Self {
        Self::new(key, self.iter().cloned().collect())
    }
}

impl std::fmt::Debug for MasterKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MasterKeys")
    }
}

/// Replaces a file's content and keeps its permissions; the content is on disk when this returns.
fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let beside = path.with_extension("writing");
    let mut file = File::create(&beside)?;
    std::fs::set_permissions(&beside, std::fs::metadata(path)?.permissions())?;
    file.write_all(content)?;
    file.sync_all()?;
    std::fs::rename(&beside, path)?;
    match path.parent() {
        Some(folder) if folder != Path::new("") => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

/// Reads the file that the variable `key` names, without white space at its ends.
///
/// # Errors
/// [`ConfigError`] naming the variable.
pub fn read_text(key: &str, path: Option<&Path>) -> Result<String, ConfigError> {
    let path =
        path.ok_or_else(|| ConfigError::new(key, "set it to the file that holds the key"))?;
    let text = Zeroizing::new(std::fs::read_to_string(path).map_err(|error| {
        ConfigError::new(key, format!("{} cannot be read: {error}", path.display()))
    })?);
    Ok(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn the_first_line_seals_all_open_and_what_is_written_is_for_whom_it_was() -> anyhow::Result<()>
    {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("master.key");
        std::fs::write(&path, format!("{}\n", STANDARD.encode([1; 32])))?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o400))?;
        let one = MasterKeys::read("KEY", Some(&path))?;
        one.with_first([2; 32].into()).write("KEY", Some(&path))?;
        let both = MasterKeys::read("KEY", Some(&path))?;
        assert_eq!(**both.first(), [2; 32]);
        let all: Vec<[u8; 32]> = both.iter().map(|key| **key).collect();
        assert_eq!(all, [[2; 32], [1; 32]]);
        let mode = std::fs::metadata(&path)?.permissions().mode();
        assert_eq!(mode & 0o777, 0o400);
        assert_eq!(
            std::fs::read_dir(folder.path())?.count(),
            1,
            "nothing is left beside it"
        );
        Ok(())
    }

    #[test]
    fn a_line_that_is_no_key_is_refused_by_the_variables_name() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("master.key");
        for text in ["", "short", &format!("{}\nshort", STANDARD.encode([1; 32]))] {
            std::fs::write(&path, text)?;
            let refused = MasterKeys::read("KEY", Some(&path)).err();
            assert_eq!(
                refused.map(|error| error.key).as_deref(),
                Some("KEY"),
                "{text:?}"
            );
        }
        Ok(())
    }
}

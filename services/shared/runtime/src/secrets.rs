//! Secrets come from files, so that they stand in no process list and no environment dump.

use std::path::Path;

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
    let text = read_text(key, path)?;
    let bytes = Zeroizing::new(STANDARD.decode(text.as_bytes()).unwrap_or_default());
    let bytes: [u8; 32] = bytes
        .as_slice()
        .try_into()
        .map_err(|_| ConfigError::new(key, "the file must hold 32 bytes in base64"))?;
    Ok(Zeroizing::new(bytes))
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

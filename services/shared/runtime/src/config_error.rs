//! A fault of the configuration.

/// A key that is missing or wrong. The process ends with exit code 78 (`EX_CONFIG`).
#[derive(Debug, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct ConfigError {
    /// The key as an operator sets it, an environment variable's name.
    pub key: String,
    /// The advice about it.
    pub problem: String,
}

impl ConfigError {
    /// `key` is missing or wrong.
    pub fn new(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            problem: problem.into(),
        }
    }
}

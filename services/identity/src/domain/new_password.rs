//! Checking a new password.

use lintel_core::{Error, Violations};
use secrecy::{ExposeSecret as _, SecretString};

use super::password::PasswordPolicy;

/// Accepts `password` if `policy` allows it.
///
/// # Errors
/// [`Error::Invalid`] `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_COMMON` or `PASSWORD_INVALID`, naming `new_password`.
pub fn check(password: SecretString, policy: PasswordPolicy) -> Result<SecretString, Error> {
    let Err(fault) = policy.check(password.expose_secret()) else {
        return Ok(password);
    };
    let mut violations = Violations::default();
    violations.add("new_password", fault.to_string());
    Err(Error::Invalid {
        reason: fault.reason(),
        violations,
    })
}

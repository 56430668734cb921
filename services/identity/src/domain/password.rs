//! The rules for passwords.

use std::{collections::HashSet, sync::LazyLock};

/// The most characters a password may have: more would only take longer to hash (T13).
pub const LONGEST: usize = 128;
/// The fewest characters a password may have, unless the operator asks for more (docs/reference/screens/accounts.md S1 5).
pub const BUILT_IN_MINIMUM: usize = 6;

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("../../data/common-passwords.txt")
        .lines()
        .collect()
});

/// Why a password is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer characters than the minimum.
    #[error("Password must be at least {minimum} characters long.")]
    Short {
        /// The minimum in force.
        minimum: usize,
    },
    /// More than [`LONGEST`] characters.
    #[error("Password must be at most {LONGEST} characters long.")]
    Long,
    /// A password that guessers try first.
    #[error("Choose a password that is harder to guess.")]
    Common,
}

impl PasswordError {
    /// The reason of a refusal with only this fault; clients have a title for the first two.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Short { .. } => "PASSWORD_TOO_SHORT",
            Self::Common => "PASSWORD_TOO_COMMON",
            Self::Long => "PASSWORD_INVALID",
        }
    }
}

/// The rule for new passwords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordPolicy {
    minimum: usize,
}

impl PasswordPolicy {
    /// A policy that asks for at least `minimum` characters, or for the built-in minimum if that is higher.
    #[must_use]
    pub const fn new(minimum: usize) -> Self {
        Self {
            minimum: if minimum < BUILT_IN_MINIMUM {
                BUILT_IN_MINIMUM
            } else {
                minimum
            },
        }
    }

    /// Checks that `password` may be chosen. Spaces count as characters.
    ///
    /// # Errors
    /// [`PasswordError`], whose text a person reads.
    pub fn check(self, password: &str) -> Result<(), PasswordError> {
        let length = password.chars().count();
        if length < self.minimum {
            return Err(PasswordError::Short {
                minimum: self.minimum,
            });
        }
        if length > LONGEST {
            return Err(PasswordError::Long);
        }
        if COMMON.contains(password.to_lowercase().as_str()) {
            return Err(PasswordError::Common);
        }
        Ok(())
    }
}

/// Returns whether any account can have `password`: a longer one is wrong without being hashed.
#[must_use]
pub fn is_possible(password: &str) -> bool {
    password.chars().count() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_and_the_longest_are_counted_in_characters() {
        let policy = PasswordPolicy::new(6);
        assert_eq!(policy.check("x7ßé!k"), Ok(()));
        assert_eq!(
            policy.check("x7ßé!"),
            Err(PasswordError::Short { minimum: 6 })
        );
        assert_eq!(
            PasswordError::Short { minimum: 6 }.to_string(),
            "Password must be at least 6 characters long."
        );
        assert_eq!(policy.check(&"é".repeat(128)), Ok(()));
        assert_eq!(policy.check(&"é".repeat(129)), Err(PasswordError::Long));
    }

    #[test]
    fn an_operator_can_only_raise_the_minimum() {
        assert_eq!(PasswordPolicy::new(0), PasswordPolicy::new(6));
        assert_eq!(
            PasswordPolicy::new(12).check("x7tvt9tqkz1"),
            Err(PasswordError::Short { minimum: 12 })
        );
    }

    #[test]
    fn the_most_common_passwords_are_refused_in_any_case_and_length() {
        let policy = PasswordPolicy::new(6);
        for common in [
            "123456",
            "password",
            "Password1",
            "QWERTYUIOP",
            "iloveyou",
            "letmein",
        ] {
            assert_eq!(policy.check(common), Err(PasswordError::Common), "{common}");
        }
        assert_eq!(COMMON.len(), 10_000);
    }
}

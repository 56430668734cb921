//! Tokens of mailed links.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Duration;
use rand::{RngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// How long a verification link and its code work (3-decisions section 2).
pub const VERIFICATION_LIFETIME: Duration = Duration::hours(24);

/// How long a link that sets a new password works (3-decisions section 2).
pub const RESET_LIFETIME: Duration = Duration::hours(1);

/// How long an invitation's link is valid after it was last sent (contract of issue 5).
pub const INVITATION_LIFETIME: Duration = Duration::days(14);
/// How long a link that changes the sign-in address works.
pub const EMAIL_CHANGE_LIFETIME: Duration = Duration::hours(24);

/// How long a sign-in waits for its code.
pub const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);

/// The purpose of a mailed token; a token for one purpose is unknown for any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Verifying the sign-in address.
    Verification,
    /// Setting a new password.
    PasswordReset,
    /// Changing the sign-in address.
    EmailChange,
}

impl Purpose {
    /// The spelling in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verification => "verification",
            Self::PasswordReset => "password-reset",
            Self::EmailChange => "email-change",
        }
    }
}

/// 256 random bits. Secret; only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(Zeroizing<[u8; 32]>);

impl LinkToken {
    /// A new token from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        OsRng.fill_bytes(bytes.as_mut_slice());
        Self(bytes)
    }

    /// Reads the token of a link; `None` for text that cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text.trim()).ok()?);
        Some(Self(Zeroizing::new(bytes.as_slice().try_into().ok()?)))
    }

    /// The token's text, as the link has it.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<String> {
        Zeroizing::new(URL_SAFE_NO_PAD.encode(self.0.as_slice()))
    }

    /// The hash that is stored.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_slice()).into()
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_link_and_is_not_its_hash() {
        let token = LinkToken::generate();
        let text = token.expose();
        assert_eq!(text.len(), 43);
        assert_eq!(LinkToken::parse(&text), Some(token.clone()));
        assert_ne!(token.hash(), *token.0);
        for bad in ["", "x", &text[1..], &format!("{}A", text.as_str()), "!!"] {
            assert_eq!(LinkToken::parse(bad), None, "{bad}");
        }
    }
}

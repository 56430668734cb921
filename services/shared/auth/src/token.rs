//! The contents of a token, and the reasons why one is not valid.

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::Principal;

/// Tokens that name an account or an organisation live a quarter of an hour, and a clock may be a little behind: what is written with one
/// until this time after the account or the organisation was deleted is deleted as well.
pub const TOKENS_LIVE: TimeDelta = TimeDelta::minutes(20);

/// A valid token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// The caller.
    pub principal: Principal,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// Why a token is not valid. Callers are not told more than this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It has expired, or is not valid yet.
    #[error("the token has expired")]
    Expired,
    /// It was not signed with one of our keys.
    #[error("the token names an unknown key")]
    UnknownKey,
    /// It may only be used to change a password that must be changed.
    #[error("the password has to be changed first")]
    PasswordChange,
    /// Anything else: malformed, altered, for another audience, from another issuer.
    #[error("the token is not valid")]
    Invalid,
}

/// The contents of a token with a good signature, valid now or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signed {
    pub(crate) verified: Verified,
    pub(crate) not_before: DateTime<Utc>,
}

impl Signed {
    pub(crate) const fn new(verified: Verified, not_before: DateTime<Utc>) -> Self {
        Self {
            verified,
            not_before,
        }
    }
}

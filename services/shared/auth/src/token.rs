//! What a token of ours says, and why one does not hold.

use chrono::{DateTime, Utc};
use lintel_core::Principal;

/// A token that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Who it says is calling.
    pub principal: Principal,
    /// Until when it says so.
    pub expires_at: DateTime<Utc>,
}

/// Why a token does not hold. Callers learn no more than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Its time is over (or has not come).
    #[error("the token has expired")]
    Expired,
    /// No key of ours made it.
    #[error("the token names an unknown key")]
    UnknownKey,
    /// It is good for changing a password that has to be changed, and for nothing else.
    #[error("the password has to be changed first")]
    PasswordChange,
    /// Anything else: malformed, altered, for another audience, from another issuer.
    #[error("the token is not valid")]
    Invalid,
}

/// What a token of ours says, apart from whether its time is now.
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

//! Tokens of mailed links.

use chrono::Duration;
pub use lintel_sealing::LinkToken;

/// The time for which a verification link and its code work (docs/reference/decisions.md 2).
pub const VERIFICATION_LIFETIME: Duration = Duration::hours(24);

/// The time for which a link that sets a new password works (docs/reference/decisions.md 2).
pub const RESET_LIFETIME: Duration = Duration::hours(1);

/// The time for which an invitation's link is valid after it was last sent.
pub const INVITATION_LIFETIME: Duration = Duration::days(14);
/// The time for which a link that changes the sign-in address works.
pub const EMAIL_CHANGE_LIFETIME: Duration = Duration::hours(24);

/// The time for which a sign-in waits for its code.
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

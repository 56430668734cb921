//! Entries of an account's security log.

use chrono::{DateTime, Utc};

use super::client::Client;

/// The kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecurityKind {
    /// Signed in.
    SignedIn,
    /// Too many wrong passwords: sign-in was refused for a while.
    SignInPaused,
    /// There were wrong passwords or codes before this sign-in.
    FailedTries,
    /// The password was changed.
    PasswordChanged,
    /// A new password was set by a mailed link.
    PasswordReset,
    /// Two-factor authentication was turned on.
    TwoFactorEnabled,
    /// Two-factor authentication was turned off.
    TwoFactorDisabled,
    /// New recovery codes were made.
    RecoveryCodesRenewed,
    /// A session was ended from elsewhere.
    SessionEnded,
    /// All other sessions were ended.
    OtherSessionsEnded,
    /// Another sign-in address was asked for.
    EmailChangeRequested,
    /// The sign-in address was changed.
    EmailChanged,
    /// A copy of the account's data was requested.
    DataExported,
    /// The account was deleted.
    AccountDeleted,
    /// Became a member of an organisation.
    OrganisationJoined,
    /// Got another grade in an organisation.
    GradeChanged,
    /// Left an organisation.
    OrganisationLeft,
    /// Was removed from an organisation.
    RemovedFromOrganisation,
}

impl SecurityKind {
    /// Every kind.
    pub const ALL: [Self; 18] = [
        Self::SignedIn,
        Self::SignInPaused,
        Self::FailedTries,
        Self::PasswordChanged,
        Self::PasswordReset,
        Self::TwoFactorEnabled,
        Self::TwoFactorDisabled,
        Self::RecoveryCodesRenewed,
        Self::SessionEnded,
        Self::OtherSessionsEnded,
        Self::EmailChangeRequested,
        Self::EmailChanged,
        Self::DataExported,
        Self::AccountDeleted,
        Self::OrganisationJoined,
        Self::GradeChanged,
        Self::OrganisationLeft,
        Self::RemovedFromOrganisation,
    ];

    /// The spelling in the database and in the contract.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed-in",
            Self::SignInPaused => "sign-in-paused",
            Self::FailedTries => "failed-tries",
            Self::PasswordChanged => "password-changed",
            Self::PasswordReset => "password-reset",
            Self::TwoFactorEnabled => "two-factor-enabled",
            Self::TwoFactorDisabled => "two-factor-disabled",
            Self::RecoveryCodesRenewed => "recovery-codes-renewed",
            Self::SessionEnded => "session-ended",
            Self::OtherSessionsEnded => "other-sessions-ended",
            Self::EmailChangeRequested => "email-change-requested",
            Self::EmailChanged => "email-changed",
            Self::DataExported => "data-exported",
            Self::AccountDeleted => "account-deleted",
            Self::OrganisationJoined => "organisation-joined",
            Self::GradeChanged => "grade-changed",
            Self::OrganisationLeft => "organisation-left",
            Self::RemovedFromOrganisation => "removed-from-organisation",
        }
    }

    /// The kind with exactly this spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// The text that its owner reads.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::SignedIn => "Signed in.",
            Self::SignInPaused => "Too many wrong passwords: sign-in was refused for a while.",
            Self::FailedTries => "There were wrong passwords or codes before this sign-in.",
            Self::PasswordChanged => "The password was changed.",
            Self::PasswordReset => "A new password was set by a mailed link.",
            Self::TwoFactorEnabled => "Two-factor authentication was turned on.",
            Self::TwoFactorDisabled => "Two-factor authentication was turned off.",
            Self::RecoveryCodesRenewed => "New recovery codes were made.",
            Self::SessionEnded => "A session was ended from elsewhere.",
            Self::OtherSessionsEnded => "All other sessions were ended.",
            Self::EmailChangeRequested => "Another sign-in address was asked for.",
            Self::EmailChanged => "The sign-in address was changed.",
            Self::DataExported => "A copy of your data was downloaded.",
            Self::AccountDeleted => "The account was deleted.",
            Self::OrganisationJoined => "You became a member of an organisation.",
            Self::GradeChanged => "An Owner gave you another grade in an organisation.",
            Self::OrganisationLeft => "You left an organisation.",
            Self::RemovedFromOrganisation => "An Owner removed you from an organisation.",
        }
    }
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecurityEvent {
    /// Its id.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Its kind.
    pub kind: SecurityKind,
    /// The client that did it.
    pub client: Client,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_as_it_is_written() {
        for kind in SecurityKind::ALL {
            assert_eq!(SecurityKind::parse(kind.as_str()), Some(kind));
            assert!(kind.text().ends_with('.'));
        }
        assert_eq!(SecurityKind::parse("nonsense"), None);
    }
}

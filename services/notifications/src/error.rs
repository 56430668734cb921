//! The failures that use cases share, each with its reason.

use lintel_core::Error;

/// No backup of the caller's organisation that is ready. Somebody else's answers exactly the same.
pub const fn backup_not_found() -> Error {
    Error::NotFound {
        reason: "BACKUP_NOT_FOUND",
        resource: "Backup",
    }
}

/// No such notification of the caller. Somebody else's answers exactly the same.
pub const fn notification_not_found() -> Error {
    Error::NotFound {
        reason: "NOTIFICATION_NOT_FOUND",
        resource: "Notification",
    }
}

/// No such browser of the caller. Somebody else's answers exactly the same.
pub const fn push_subscription_not_found() -> Error {
    Error::NotFound {
        reason: "PUSH_SUBSCRIPTION_NOT_FOUND",
        resource: "Browser",
    }
}

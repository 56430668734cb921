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

/// An installation that sends no text messages.
pub const fn sms_unavailable() -> Error {
    Error::FailedPrecondition {
        reason: "SMS_UNAVAILABLE",
        message: "Text messages are not set up on this installation.",
    }
}

/// Settings without a number that text messages are sent to.
pub const fn phone_invalid() -> Error {
    Error::FailedPrecondition {
        reason: "PHONE_INVALID",
        message: "Text messages don't go to the phone number in your profile. Enter a mobile number there, save it, and try again.",
    }
}

/// As many codes as there are for an account or a number.
pub const fn phone_codes_exhausted() -> Error {
    Error::FailedPrecondition {
        reason: "PHONE_CODES_EXHAUSTED",
        message: "As many codes were sent as are allowed. Use the last one, or try again tomorrow.",
    }
}

/// A code that is none, is over, or was not sent to the number of the settings.
pub fn phone_code_wrong() -> Error {
    Error::field(
        "PHONE_CODE_WRONG",
        "code",
        "This is not the code that was sent last, or it is over. Check the message, or have another one sent.",
    )
}

//! The refusals that more than one use case gives, each with its one text and reason.

use chrono::Duration;
use lintel_core::Error;

/// The address or the password is wrong; which of them is not said.
pub const fn credentials_wrong() -> Error {
    Error::Unauthenticated {
        reason: "CREDENTIALS_WRONG",
        message: "Invalid email or password. Please try again.",
    }
}

/// The password is right, the address not proved yet.
pub const fn email_not_verified() -> Error {
    Error::PermissionDenied {
        reason: "EMAIL_NOT_VERIFIED",
        message: "Please verify your email before logging in.",
    }
}

/// Too many failures; `wait` until the next try counts.
pub fn account_locked(wait: Duration) -> Error {
    Error::Exhausted {
        reason: "ACCOUNT_LOCKED",
        message: "Too many failed attempts. Please wait before you try again.",
        // Whole seconds, rounded up: a client that waits as told is not refused again.
        retry_after: std::time::Duration::from_secs(
            u64::try_from(wait.num_milliseconds())
                .unwrap_or_default()
                .div_ceil(1000),
        ),
    }
}

/// The session is over, or the token is none of its.
pub const fn session_ended() -> Error {
    Error::Unauthenticated {
        reason: "SESSION_ENDED",
        message: "Your session has ended. Please sign in again.",
    }
}

/// A verification link or code that is unknown, spent or expired: one text for all three (4-http.md).
pub const fn link_invalid() -> Error {
    Error::LinkInvalid {
        message: "The verification link may be expired or invalid.",
    }
}

/// Somebody else has the address (specification 1 section 8: clients look for "already in use").
pub const fn email_in_use() -> Error {
    Error::AlreadyExists {
        reason: "EMAIL_IN_USE",
        resource: "Account",
        message: "This email is already in use. Try logging in instead or reset your password.",
    }
}

/// What lies behind `error`, for the log. `Display`, because the driver's `Debug` spells out the row that broke a constraint.
pub fn cause(error: &Error) -> Option<String> {
    std::error::Error::source(error).map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_rounded_up_to_whole_seconds() {
        let Error::Exhausted { retry_after, .. } = account_locked(Duration::milliseconds(31_001))
        else {
            return assert_eq!("Exhausted", "another error");
        };
        assert_eq!(retry_after.as_secs(), 32);
    }
}

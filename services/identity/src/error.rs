//! The refusals that several use cases give, each with its one text and reason.

use chrono::Duration;
use lintel_core::Error;

use crate::domain::lockout::FIRST_DELAYED;

/// The address or the password is wrong; the answer does not say which.
pub const fn credentials_wrong() -> Error {
    Error::Unauthenticated {
        reason: "CREDENTIALS_WRONG",
        message: "Invalid email or password. Please try again.",
    }
}

/// The password is right, but the address is not verified yet.
pub const fn email_not_verified() -> Error {
    Error::PermissionDenied {
        reason: "EMAIL_NOT_VERIFIED",
        message: "Please verify your email before logging in.",
    }
}

/// Too many failures; the next try is judged after `wait`.
pub fn account_locked(wait: Duration) -> Error {
    Error::Exhausted {
        reason: "ACCOUNT_LOCKED",
        message: "Too many failed attempts. Please wait before you try again.",
        limit: FIRST_DELAYED,
        retry_after: whole_seconds(wait),
    }
}

/// So many failures that waiting does not help any more.
pub const fn password_reset_required() -> Error {
    Error::PermissionDenied {
        reason: "PASSWORD_RESET_REQUIRED",
        message: "There were too many failed attempts. To sign in again, set a new password with \u{201c}Forgot password?\u{201d}.",
    }
}

/// Rounded up: a client that waits as told is not refused again.
fn whole_seconds(wait: Duration) -> std::time::Duration {
    let millis = u64::try_from(wait.num_milliseconds()).unwrap_or_default();
    std::time::Duration::from_secs(millis.div_ceil(1000))
}

/// The session is over, or the token does not belong to it.
pub const fn session_ended() -> Error {
    Error::Unauthenticated {
        reason: "SESSION_ENDED",
        message: "Your session has ended. Please sign in again.",
    }
}

/// Somebody who is signed in gave a wrong password.
pub fn password_wrong(field: &str) -> Error {
    Error::field("PASSWORD_WRONG", field, "This is not your password.")
}

/// Somebody who is signed in gave a code of the second factor that is wrong, too old or already used.
pub fn own_code_wrong() -> Error {
    Error::field(
        "CODE_WRONG",
        "code",
        "This code is not right. Wait for the next one and try again.",
    )
}

/// The same for a code at sign-in.
pub const fn code_wrong() -> Error {
    Error::Unauthenticated {
        reason: "CODE_WRONG",
        message: "This code is not right. Wait for the next one and try again.",
    }
}

/// A sign-in that waited too long for its code, or was tried too often.
pub const fn challenge_ended() -> Error {
    Error::Unauthenticated {
        reason: "CHALLENGE_ENDED",
        message: "This sign-in has ended. Please log in again.",
    }
}

/// The second factor is already on.
pub const fn second_factor_on() -> Error {
    Error::FailedPrecondition {
        reason: "SECOND_FACTOR_ON",
        message: "Two-factor authentication is on already.",
    }
}

/// The second factor is off.
pub const fn second_factor_off() -> Error {
    Error::FailedPrecondition {
        reason: "SECOND_FACTOR_OFF",
        message: "Two-factor authentication is off.",
    }
}

/// No authenticator app waits for its first code.
pub const fn not_enrolled() -> Error {
    Error::FailedPrecondition {
        reason: "NOT_ENROLLED",
        message: "Begin to set up two-factor authentication first.",
    }
}

/// The caller has no session with this id.
pub const fn session_not_found() -> Error {
    Error::NotFound {
        reason: "SESSION_NOT_FOUND",
        resource: "Session",
    }
}

/// A verification link or code that is unknown, spent or expired: one text for all three (docs/reference/http.md).
pub const fn link_invalid() -> Error {
    Error::LinkInvalid {
        message: "The verification link may be expired or invalid.",
    }
}

/// A reset link that is unknown, spent or expired: one text for all three (docs/reference/http.md, docs/reference/screens/accounts.md S1 8).
pub const fn reset_link_invalid() -> Error {
    Error::LinkInvalid {
        message: "Failed to reset password. The link may be invalid or expired.",
    }
}

/// Somebody else has the address (docs/reference/screens/accounts.md S1 8: clients look for "already in use").
pub const fn email_in_use() -> Error {
    Error::AlreadyExists {
        reason: "EMAIL_IN_USE",
        resource: "Account",
        message: "This email is already in use. Try logging in instead or reset your password.",
    }
}

/// The caller belongs to no organisation with this id.
pub const fn organisation_not_found() -> Error {
    Error::NotFound {
        reason: "ORGANISATION_NOT_FOUND",
        resource: "Organisation",
    }
}

/// The caller's organisation has no such member.
pub const fn member_not_found() -> Error {
    Error::NotFound {
        reason: "MEMBER_NOT_FOUND",
        resource: "Member",
    }
}

/// An organisation must keep at least one Owner.
pub const fn last_owner() -> Error {
    Error::FailedPrecondition {
        reason: "LAST_OWNER",
        message: "An organisation needs an Owner. Make another member an Owner first.",
    }
}

/// The same for an Owner who deletes the account.
pub const fn last_owner_of_all() -> Error {
    Error::FailedPrecondition {
        reason: "LAST_OWNER",
        message: "You are the only Owner of an organisation that has other members. Under Settings, Members, make one of them an \
                  Owner, or remove them, and then delete your account.",
    }
}

/// A landlord's account that cannot become a tenant's, because others belong to its organisation or it belongs to more than one.
pub const fn organisation_shared() -> Error {
    Error::FailedPrecondition {
        reason: "ORGANISATION_SHARED",
        message: "Other people belong to this account's organisation, or the account belongs to more than one. Sign in with \
                  another account as a tenant.",
    }
}

/// Somebody else changed, at the same moment, the data that this change is based on.
pub const fn changed_meanwhile() -> Error {
    Error::Aborted {
        reason: "CONCURRENT_UPDATE",
        message: "Somebody else changed this at the same moment. Please try again.",
    }
}

/// The caller's organisation has no such invitation.
pub const fn invitation_not_found() -> Error {
    Error::NotFound {
        reason: "INVITATION_NOT_FOUND",
        resource: "Invitation",
    }
}

/// An invitation link that is unknown, used, taken back or expired.
pub const fn invitation_link_invalid() -> Error {
    Error::LinkInvalid {
        message: "This invitation is not valid any more. Ask for a new one.",
    }
}

/// The person with this address is already a member of the organisation.
pub const fn already_member() -> Error {
    Error::AlreadyExists {
        reason: "ALREADY_MEMBER",
        resource: "Member",
        message: "Somebody with this address belongs to the organisation already.",
    }
}

/// The address already has an open invitation.
pub const fn invitation_exists() -> Error {
    Error::AlreadyExists {
        reason: "INVITATION_EXISTS",
        resource: "Invitation",
        message: "This address is invited already. Send that invitation again, or take it back first.",
    }
}

/// The organisation has as many members and invitations as it may have.
pub const fn organisation_full() -> Error {
    Error::FailedPrecondition {
        reason: "ORGANISATION_FULL",
        message: "An organisation has at most 100 members and invitations. Take one back first.",
    }
}

/// The limit of `limit` mails is reached for now.
pub const fn invitations_exhausted(limit: u32) -> Error {
    Error::Exhausted {
        reason: "INVITATIONS_EXHAUSTED",
        message: "Enough invitations were sent for now. Please try again later.",
        limit,
        retry_after: std::time::Duration::from_secs(3600),
    }
}

/// The account has used up its data exports for today; `wait` until the oldest no longer counts.
pub fn exports_exhausted(limit: u32, wait: Duration) -> Error {
    Error::Exhausted {
        reason: "EXPORTS_EXHAUSTED",
        message: "You have downloaded your data often enough for now. Please try again later.",
        limit,
        retry_after: whole_seconds(wait),
    }
}

/// There is an account with the invited address, and nobody is signed in.
pub const fn sign_in_first() -> Error {
    Error::Unauthenticated {
        reason: "SIGN_IN_FIRST",
        message: "There is an account with the invited address. Sign in with it, then accept.",
    }
}

/// There is an account with the invited address, and somebody else is signed in.
pub const fn other_account() -> Error {
    Error::FailedPrecondition {
        reason: "OTHER_ACCOUNT",
        message: "This invitation is for another address. Sign in with that one, then accept.",
    }
}

/// Only landlords belong to organisations.
pub const fn not_a_landlord() -> Error {
    Error::FailedPrecondition {
        reason: "NOT_A_LANDLORD",
        message: "Only a landlord's account can join an organisation. Ask to be invited at another address.",
    }
}

/// The caller's organisation has no such API key.
pub const fn api_key_not_found() -> Error {
    Error::NotFound {
        reason: "API_KEY_NOT_FOUND",
        resource: "API key",
    }
}

/// The organisation has as many API keys as it may have.
pub const fn api_keys_full() -> Error {
    Error::FailedPrecondition {
        reason: "API_KEYS_FULL",
        message: "An organisation has at most 50 API keys. Revoke one first.",
    }
}

/// An API key that is invented, revoked or expired.
pub const fn api_key_unknown() -> Error {
    Error::Unauthenticated {
        reason: "API_KEY_UNKNOWN",
        message: "This API key is unknown, revoked or expired.",
    }
}

/// The access rule admits the caller's grade, but only for the caller's own data; or the grade is no longer the one in the token.
pub const fn not_allowed() -> Error {
    Error::PermissionDenied {
        reason: "NOT_ALLOWED",
        message: "Your account may not do this.",
    }
}

/// The cause of `error`, for the log. Uses `Display`, because the driver's `Debug` prints the row that broke a constraint.
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

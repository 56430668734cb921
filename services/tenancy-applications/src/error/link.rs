//! The failures of private links and of what they lead to.

use lintel_core::Error;

/// No such link in the caller's organisation. Somebody else's answers exactly the same.
pub const fn invite_not_found() -> Error {
    Error::NotFound {
        reason: "INVITE_NOT_FOUND",
        resource: "Link",
    }
}

/// No such half-filled form, or one of another browser, or one that was submitted.
pub const fn draft_not_found() -> Error {
    Error::NotFound {
        reason: "DRAFT_NOT_FOUND",
        resource: "Draft",
    }
}

/// A token that is not known, is of another kind, was revoked, is spent or has expired: one text for all, so that nobody learns which.
pub const fn link_invalid() -> Error {
    Error::LinkInvalid {
        message: "This link is invalid or has expired.",
    }
}

/// A private link that a newer one replaced, or whose time is over.
pub const fn link_expired() -> Error {
    Error::LinkEnded {
        reason: "LINK_EXPIRED",
        message: "This link has expired. Please ask the person who sent it for a new one.",
    }
}

/// A private link whose matter is decided, or that was taken back.
pub const fn link_closed() -> Error {
    Error::LinkEnded {
        reason: "LINK_CLOSED",
        message: "This link is closed. There is nothing more to do here.",
    }
}

/// A private link that works once and was used.
pub const fn link_spent() -> Error {
    Error::FailedPrecondition {
        reason: "LINK_SPENT",
        message: "This link was used already. Go on in the browser in which you opened it.",
    }
}

/// An invitation to the portal that was used.
pub const fn invitation_spent() -> Error {
    Error::FailedPrecondition {
        reason: "LINK_SPENT",
        message: "This invitation was used already. Sign in with the account that used it.",
    }
}

/// A tenant whose home is in an account's portal already.
pub const fn portal_confirmed() -> Error {
    Error::FailedPrecondition {
        reason: "PORTAL_CONFIRMED",
        message: "This tenant sees the home in the portal already.",
    }
}

/// A private link whose holder declined.
pub const fn link_declined() -> Error {
    Error::FailedPrecondition {
        reason: "LINK_DECLINED",
        message: "You have declined already, and the landlord knows.",
    }
}

/// A half-filled form that was sent in.
pub const fn draft_submitted() -> Error {
    Error::FailedPrecondition {
        reason: "DRAFT_SUBMITTED",
        message: "This application was sent in already. The email about it has the link to its status.",
    }
}

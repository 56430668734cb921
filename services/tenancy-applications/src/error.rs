//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

/// No such property in the copy of the caller's properties. Somebody else's answers exactly the same.
pub const fn home_not_found() -> Error {
    Error::NotFound {
        reason: "HOME_NOT_FOUND",
        resource: "Property",
    }
}

/// No such application in the caller's organisation, or of the caller's own. Somebody else's answers exactly the same.
pub const fn application_not_found() -> Error {
    Error::NotFound {
        reason: "APPLICATION_NOT_FOUND",
        resource: "Application",
    }
}

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

/// An application that its applicant has withdrawn.
pub const fn application_withdrawn() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_WITHDRAWN",
        message: "The applicant has withdrawn this application.",
    }
}

/// A page token that this list did not make; the text is that of [`lintel_core::PageToken::decode`].
pub fn bad_page_token() -> Error {
    Error::field(
        "PAGE_TOKEN_INVALID",
        "page_token",
        "Use the page token of the previous reply, or none.",
    )
}

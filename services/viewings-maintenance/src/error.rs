//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

/// No such property in the copy of the caller's properties. Somebody else's answers exactly the same.
pub const fn home_not_found() -> Error {
    Error::NotFound {
        reason: "HOME_NOT_FOUND",
        resource: "Property",
    }
}

/// No such room in the house, or a room where there are none.
pub const fn room_not_found() -> Error {
    Error::NotFound {
        reason: "ROOM_NOT_FOUND",
        resource: "Room",
    }
}

/// No such viewing in the caller's organisation. Somebody else's answers exactly the same.
pub const fn viewing_not_found() -> Error {
    Error::NotFound {
        reason: "VIEWING_NOT_FOUND",
        resource: "Viewing",
    }
}

/// A token that is not known, is of another kind or has expired: one text for all, so that nobody learns which.
pub const fn link_invalid() -> Error {
    Error::LinkInvalid {
        message: "This link is invalid or has expired.",
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

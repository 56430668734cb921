//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

/// No such property in the caller's organisation. Somebody else's answers exactly the same.
pub const fn property_not_found() -> Error {
    Error::NotFound {
        reason: "PROPERTY_NOT_FOUND",
        resource: "Property",
    }
}

/// No such certificate in the caller's organisation. Somebody else's answers exactly the same.
pub const fn certificate_not_found() -> Error {
    Error::NotFound {
        reason: "CERTIFICATE_NOT_FOUND",
        resource: "Certificate",
    }
}

/// A certificate that was renewed already; its successor is the one to work with.
pub const fn certificate_superseded() -> Error {
    Error::FailedPrecondition {
        reason: "CERTIFICATE_SUPERSEDED",
        message: "This certificate has been renewed already. Open its renewal instead.",
    }
}

/// No such inspection in the caller's organisation. Somebody else's answers exactly the same.
pub const fn inspection_not_found() -> Error {
    Error::NotFound {
        reason: "INSPECTION_NOT_FOUND",
        resource: "Inspection",
    }
}

/// An inspection that is over: nothing but its notes can be changed.
pub const fn inspection_closed() -> Error {
    Error::FailedPrecondition {
        reason: "INSPECTION_CLOSED",
        message: "This inspection is completed or cancelled already. Plan another one instead.",
    }
}

/// An inspection that is still to come.
pub const fn inspection_not_due() -> Error {
    Error::FailedPrecondition {
        reason: "INSPECTION_NOT_DUE",
        message: "This inspection is on a later day. If it has taken place, move it to the day on which it did, then complete it.",
    }
}

/// No such sold property in the caller's organisation. Somebody else's answers exactly the same.
pub const fn sold_property_not_found() -> Error {
    Error::NotFound {
        reason: "SOLD_PROPERTY_NOT_FOUND",
        resource: "Sold property",
    }
}

/// An act that was never done, or was taken back already.
pub const fn nothing_to_take_back() -> Error {
    Error::FailedPrecondition {
        reason: "NOTHING_TO_TAKE_BACK",
        message: "There is nothing to take back here any more. Load the page again.",
    }
}

/// An act that cannot be taken back before something else is.
pub const fn take_back_blocked(message: String) -> Error {
    Error::Conflict {
        reason: "TAKE_BACK_BLOCKED",
        message,
    }
}

/// An act that cannot be undone at once, because something has followed.
pub const fn something_followed() -> Error {
    Error::FailedPrecondition {
        reason: "SOMETHING_FOLLOWED",
        message: "Something has followed meanwhile. Take it back with a reason instead.",
    }
}

/// A tenancy stands against what the landlord wants.
pub const fn tenancy_active(message: &'static str) -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_ACTIVE",
        message,
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

/// More months than are told at once, or fewer than none.
pub fn bad_months() -> Error {
    Error::field(
        "MONTHS_INVALID",
        "months",
        "Enter a number of months from 1 to 120.",
    )
}

/// Two rooms with one number. The domain finds nearly all of them; the exceptions are letters whose case PostgreSQL folds
/// differently from Rust (the Greek sigma at the end of a word, say).
pub fn room_number_taken() -> Error {
    Error::field(
        "PROPERTY_INVALID",
        "rooms",
        "Each room needs its own number.",
    )
}

/// No such import in the caller's organisation. Somebody else's answers exactly the same.
pub const fn import_not_found() -> Error {
    Error::NotFound {
        reason: "IMPORT_NOT_FOUND",
        resource: "Import",
    }
}

/// A file that is not without problems.
pub const fn import_has_problems() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_HAS_PROBLEMS",
        message: "Correct the problems in the file, then import it again.",
    }
}

/// An import that has begun already.
pub const fn import_already_applied() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_ALREADY_APPLIED",
        message: "This file has been imported already.",
    }
}

/// An import while another one is going on.
pub const fn import_running() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_RUNNING",
        message: "Another file is being imported. Wait until it is done.",
    }
}

/// A file beyond the bound.
pub fn import_too_large() -> Error {
    Error::field(
        "IMPORT_TOO_LARGE",
        "content",
        "Import a file smaller than 10MB.",
    )
}

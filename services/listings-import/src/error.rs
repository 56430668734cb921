//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

/// No such listing among the organisation's own and the shared ones. Somebody else's answers exactly the same.
pub const fn listing_not_found() -> Error {
    Error::NotFound {
        reason: "LISTING_NOT_FOUND",
        resource: "Listing",
    }
}

/// No picture of that name on the listing, or none that may be shown.
pub const fn picture_not_found() -> Error {
    Error::NotFound {
        reason: "PICTURE_NOT_FOUND",
        resource: "Picture",
    }
}

/// A picture whose address gives none, or gave none a moment ago.
pub const fn picture_unavailable() -> Error {
    Error::NotFound {
        reason: "PICTURE_UNAVAILABLE",
        resource: "Picture",
    }
}

/// No such import in the caller's organisation. Somebody else's answers exactly the same.
pub const fn import_not_found() -> Error {
    Error::NotFound {
        reason: "IMPORT_NOT_FOUND",
        resource: "Import",
    }
}

/// An import whose file is whole already.
pub const fn import_not_uploading() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_NOT_UPLOADING",
        message: "This file has been sent already. Begin another import.",
    }
}

/// More imports than an organisation may have at once.
pub const fn import_running() -> Error {
    Error::FailedPrecondition {
        reason: "IMPORT_RUNNING",
        message: "Five imports are not done yet. Wait until one of them is.",
    }
}

/// A part that does not begin where the file ends.
pub fn import_offset(size: i64) -> Error {
    Error::Conflict {
        reason: "IMPORT_OFFSET",
        message: format!("The file has {size} bytes so far. Go on from there."),
    }
}

/// A file that is too large to be uploaded.
pub fn import_too_large() -> Error {
    Error::field(
        "IMPORT_TOO_LARGE",
        "content",
        "Import a file smaller than 100MB, or ask the operator to import it.",
    )
}

/// No such saved search of the caller's own.
pub const fn search_not_found() -> Error {
    Error::NotFound {
        reason: "SEARCH_NOT_FOUND",
        resource: "Saved search",
    }
}

/// More saved searches than a person may have.
pub const fn too_many_searches() -> Error {
    Error::FailedPrecondition {
        reason: "TOO_MANY_SEARCHES",
        message: "You have 20 saved searches. Delete one first.",
    }
}

/// No such saved analysis of the caller's own.
pub const fn analysis_not_found() -> Error {
    Error::NotFound {
        reason: "ANALYSIS_NOT_FOUND",
        resource: "Analysis",
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

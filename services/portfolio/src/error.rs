//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

/// No such property in the caller's organisation. Somebody else's answers exactly the same.
pub const fn property_not_found() -> Error {
    Error::NotFound {
        reason: "PROPERTY_NOT_FOUND",
        resource: "Property",
    }
}

/// A page token that another list, or nobody, made; the text is that of [`lintel_core::PageToken::decode`].
pub fn bad_page_token() -> Error {
    Error::field(
        "PAGE_TOKEN_INVALID",
        "page_token",
        "Use the page token of the previous reply, or none.",
    )
}

/// Two rooms with one number. The domain finds nearly all; what is left are letters whose case PostgreSQL folds in another
/// way than Rust does (the Greek sigma at the end of a word, say).
pub fn room_number_taken() -> Error {
    Error::field(
        "PROPERTY_INVALID",
        "rooms",
        "Each room needs its own number.",
    )
}

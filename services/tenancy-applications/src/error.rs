//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

/// No such property in the copy of the caller's properties. Somebody else's answers exactly the same.
pub const fn home_not_found() -> Error {
    Error::NotFound {
        reason: "HOME_NOT_FOUND",
        resource: "Property",
    }
}

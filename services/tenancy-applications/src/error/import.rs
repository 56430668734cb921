//! The failures of imports.

use lintel_core::Error;

/// No such import in the caller's organisation. Somebody else's answers exactly the same.
pub const fn import_not_found() -> Error {
    Error::NotFound {
        reason: "IMPORT_NOT_FOUND",
        resource: "Import",
    }
}

/// An import with problems.
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

/// A file that is too large to import.
pub fn import_too_large() -> Error {
    Error::field(
        "IMPORT_TOO_LARGE",
        "content",
        "Import a file smaller than 10MB.",
    )
}

//! The failures of taking back.

use lintel_core::Error;

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

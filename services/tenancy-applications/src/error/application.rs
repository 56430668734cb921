//! The failures of applications, their documents and checks.

use lintel_core::{ApplicationId, Error};

/// No such application in the caller's organisation, or of the caller's own. Somebody else's answers exactly the same.
pub const fn application_not_found() -> Error {
    Error::NotFound {
        reason: "APPLICATION_NOT_FOUND",
        resource: "Application",
    }
}

/// A rejected application, which takes nothing more.
pub const fn application_rejected() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_REJECTED",
        message: "This application was rejected. Change its status first.",
    }
}

/// An identity document, which a private link does not show.
pub const fn document_private() -> Error {
    Error::PermissionDenied {
        reason: "DOCUMENT_PRIVATE",
        message: "Identity documents are not shown by this link. Ask the landlord for a copy, or sign in.",
    }
}

/// A file that the landlord has opened or judged, or sent.
pub const fn document_seen() -> Error {
    Error::FailedPrecondition {
        reason: "DOCUMENT_SEEN",
        message: "The landlord has looked at this document already, so it stays. Add another one beside it.",
    }
}

/// A rejected application, said to its applicant.
pub const fn own_application_rejected() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_REJECTED",
        message: "The landlord has decided against this application. There is nothing more to do here.",
    }
}

/// An application that its applicant has withdrawn.
pub const fn application_withdrawn() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_WITHDRAWN",
        message: "The applicant has withdrawn this application.",
    }
}

/// An application that ended so long ago that no private link to it works.
pub const fn application_long_over() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_LONG_OVER",
        message: "This application ended 14 days ago or earlier, and with it its private links. Write to the applicant yourself; one that was \
                  rejected can be considered anew first.",
    }
}

/// Another application holds the home or the room; its number is named as the screens show it.
pub fn home_already_approved(first: ApplicationId) -> Error {
    Error::Conflict {
        reason: "HOME_ALREADY_APPROVED",
        message: format!(
            "Application #{:04} has been approved for this home already. Change it first, or approve this one as renting together with it.",
            first.get()
        ),
    }
}

/// No such document of the application. Somebody else's answers exactly the same.
pub const fn document_not_found() -> Error {
    Error::NotFound {
        reason: "DOCUMENT_NOT_FOUND",
        resource: "Document",
    }
}

/// No such file, or a ticket that does not read it: one answer for all.
pub const fn file_not_found() -> Error {
    Error::NotFound {
        reason: "FILE_NOT_FOUND",
        resource: "File",
    }
}

/// No such check of the application, or one without a file. Somebody else's answers exactly the same.
pub const fn right_to_rent_check_not_found() -> Error {
    Error::NotFound {
        reason: "RIGHT_TO_RENT_CHECK_NOT_FOUND",
        resource: "Check",
    }
}

/// Steps that must be over before somebody moves in; they are named as the screens name them.
pub fn move_in_steps_missing(missing: &[&str]) -> Error {
    Error::Conflict {
        reason: "MOVE_IN_STEPS_MISSING",
        message: format!(
            "Before they move in, these steps are missing: {}.",
            missing.join(", ")
        ),
    }
}

/// An application that nobody approved, or that came to nothing since.
pub const fn application_not_approved() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_NOT_APPROVED",
        message: "Approve the application first.",
    }
}

/// People whose right to rent must be recorded before an agreement is issued in England.
pub fn right_to_rent_missing(names: &[String]) -> Error {
    Error::Conflict {
        reason: "RIGHT_TO_RENT_MISSING",
        message: format!("Record the right to rent of {} first.", names.join(" and ")),
    }
}

/// A signer who was mailed a short while ago.
pub const fn reminded_already() -> Error {
    Error::FailedPrecondition {
        reason: "REMINDED_ALREADY",
        message: "A mail was sent within the last hour. Try again later.",
    }
}

/// An application that somebody still decides on.
pub const fn application_in_progress() -> Error {
    Error::FailedPrecondition {
        reason: "APPLICATION_IN_PROGRESS",
        message: "This application is still being considered. Reject it first, or ask the applicant to withdraw it.",
    }
}

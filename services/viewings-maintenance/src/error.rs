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

/// A viewing that is still to take place, whose viewer is needed.
pub const fn viewing_open() -> Error {
    Error::FailedPrecondition {
        reason: "VIEWING_OPEN",
        message: "This viewing is still to take place. Cancel it, or mark it as completed first.",
    }
}

/// A link that a newer one replaced, whose viewing is over or whose viewer was erased, or whose job ended 14 days ago.
pub const fn link_expired() -> Error {
    Error::LinkEnded {
        reason: "LINK_EXPIRED",
        message: "This link has expired. Please ask the person who sent it for a new one.",
    }
}

/// A contractor's link whose request was completed or cancelled without the job, or whose job another contractor has.
pub const fn job_closed() -> Error {
    Error::LinkEnded {
        reason: "LINK_CLOSED",
        message: "This job is closed. Please ring the person who sent you the link.",
    }
}

/// A request whose contractor was not asked by a link.
pub const fn job_not_found() -> Error {
    Error::NotFound {
        reason: "JOB_NOT_FOUND",
        resource: "Job",
    }
}

/// A request whose contractor cannot be asked by a link.
pub const fn job_not_possible(message: &'static str) -> Error {
    Error::FailedPrecondition {
        reason: "JOB_NOT_POSSIBLE",
        message,
    }
}

/// A token that nobody made, or that was made for something else.
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

/// No such request in the caller's organisation, or of the caller's own home. Somebody else's answers exactly the same.
pub const fn maintenance_request_not_found() -> Error {
    Error::NotFound {
        reason: "MAINTENANCE_REQUEST_NOT_FOUND",
        resource: "Maintenance request",
    }
}

/// No such contractor in the caller's organisation. Somebody else's answers exactly the same.
pub const fn contractor_not_found() -> Error {
    Error::NotFound {
        reason: "CONTRACTOR_NOT_FOUND",
        resource: "Contractor",
    }
}

/// A contractor whom an unfinished request names.
pub const fn contractor_has_work() -> Error {
    Error::FailedPrecondition {
        reason: "CONTRACTOR_HAS_WORK",
        message: "This contractor still has requests to work on. Complete or cancel them, or name somebody else first.",
    }
}

/// No such file of the request, or one that the caller may not see.
pub const fn attachment_not_found() -> Error {
    Error::NotFound {
        reason: "ATTACHMENT_NOT_FOUND",
        resource: "File",
    }
}

/// No such cost of the request.
pub const fn cost_not_found() -> Error {
    Error::NotFound {
        reason: "COST_NOT_FOUND",
        resource: "Cost",
    }
}

/// A request for which no visit is booked.
pub const fn visit_not_found() -> Error {
    Error::NotFound {
        reason: "VISIT_NOT_FOUND",
        resource: "Visit",
    }
}

/// No such inspection of the property. Somebody else's answers exactly the same.
pub const fn inspection_not_found() -> Error {
    Error::NotFound {
        reason: "INSPECTION_NOT_FOUND",
        resource: "Inspection",
    }
}

/// A home in which the tenant lives no more.
pub const fn tenancy_ended() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_ENDED",
        message: "You have left this home. Its repairs can be read, but no longer reported, answered or changed.",
    }
}

/// An account whose verified address is no tenant's who lives or lived somewhere that it sees.
pub const fn tenancy_not_linked() -> Error {
    Error::NotFound {
        reason: "TENANCY_NOT_LINKED",
        resource: "Tenancy",
    }
}

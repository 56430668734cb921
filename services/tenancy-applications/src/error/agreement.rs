//! The failures of agreements and deeds of guarantee.

use lintel_core::Error;

/// No agreement of the application.
pub const fn agreement_not_found() -> Error {
    Error::NotFound {
        reason: "AGREEMENT_NOT_FOUND",
        resource: "Agreement",
    }
}

/// No deed of the application's agreement.
pub const fn guarantee_not_found() -> Error {
    Error::NotFound {
        reason: "GUARANTEE_NOT_FOUND",
        resource: "Deed",
    }
}

/// A guarantee that is not in force, or whose end is known.
pub const fn guarantee_closed() -> Error {
    Error::FailedPrecondition {
        reason: "GUARANTEE_CLOSED",
        message: "This guarantee is not in force, or its end is recorded already.",
    }
}

/// An agreement that nobody says the landlord of.
pub const fn landlord_not_given() -> Error {
    Error::FailedPrecondition {
        reason: "LANDLORD_NOT_GIVEN",
        message: "Say who the landlord is and where notices reach them first: under Settings, Members, Landlord, or with the \
                  agreement.",
    }
}

/// An applicant cannot go whose agreement all have signed.
pub const fn signed_by_all() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_SIGNED",
        message: "Everybody has signed the agreement. First the landlord has to void it.",
    }
}

/// An agreement that all have signed.
pub const fn agreement_signed() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_SIGNED",
        message: "All have signed an agreement already.",
    }
}

/// A change of what all have signed.
pub const fn terms_signed() -> Error {
    Error::FailedPrecondition {
        reason: "TERMS_SIGNED",
        message: "All have signed an agreement with these dates, rent and deposit. Before they move in, void the agreement first; \
                  afterwards, change the rent from a day on.",
    }
}

/// An agreement that says otherwise than a tenancy that has begun, or whose rent is charged; named is what differs.
pub fn terms_charged(others: &[&str]) -> Error {
    Error::Conflict {
        reason: "TERMS_CHARGED",
        message: format!(
            "This tenancy goes on already with another {}. Issue the agreement with the tenancy's own terms, or change the tenancy first; \
             rent that is charged changes from a day on.",
            others.join(", ")
        ),
    }
}

/// An agreement that a change of the rent which is recorded would contradict from `day` on.
pub fn terms_to_change(day: &str) -> Error {
    Error::Conflict {
        reason: "TERMS_CHARGED",
        message: format!(
            "The rent of this tenancy changes on {day}. Issue the agreement from that day on."
        ),
    }
}

/// An agreement that waits for nobody any more.
pub const fn agreement_closed() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_CLOSED",
        message: "This agreement is signed, declined or withdrawn. There is nothing more to do.",
    }
}

/// A signer before whom others sign, or who has signed.
pub const fn agreement_not_your_turn() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_NOT_YOUR_TURN",
        message: "You have signed already, or others sign first.",
    }
}

/// A signature under another document than the one that is to be signed.
pub const fn agreement_changed() -> Error {
    Error::FailedPrecondition {
        reason: "AGREEMENT_CHANGED",
        message: "The agreement has changed. Reload the page and read it again.",
    }
}

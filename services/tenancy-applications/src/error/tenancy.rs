//! The failures of homes, tenancies and tenants.

use lintel_core::Error;

/// No such property in the copy of the caller's properties. Somebody else's answers exactly the same.
pub const fn home_not_found() -> Error {
    Error::NotFound {
        reason: "HOME_NOT_FOUND",
        resource: "Property",
    }
}

/// No such room in the house, or none where a room must be named, or one where none may be.
pub const fn room_not_found() -> Error {
    Error::NotFound {
        reason: "ROOM_NOT_FOUND",
        resource: "Room",
    }
}

/// A home or a room with a tenancy that has not ended.
pub const fn home_already_let() -> Error {
    Error::FailedPrecondition {
        reason: "HOME_ALREADY_LET",
        message: "This home is let or reserved already. End that tenancy first.",
    }
}

/// No such tenant in the caller's organisation. Somebody else's answers exactly the same.
pub const fn tenant_not_found() -> Error {
    Error::NotFound {
        reason: "TENANT_NOT_FOUND",
        resource: "Tenant",
    }
}

/// No such tenancy in the caller's organisation. Somebody else's answers exactly the same.
pub const fn tenancy_not_found() -> Error {
    Error::NotFound {
        reason: "TENANCY_NOT_FOUND",
        resource: "Tenancy",
    }
}

/// A tenancy that is over, or a tenant who has left.
pub const fn tenancy_ended() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_ENDED",
        message: "This tenancy has ended already.",
    }
}

/// A tenancy that has begun, against what only one to come allows.
pub const fn tenancy_active() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_ACTIVE",
        message: "The tenancy has begun already. End it first.",
    }
}

/// A tenancy that has begun or is over cannot start.
pub const fn tenancy_not_upcoming() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_NOT_UPCOMING",
        message: "This tenancy has started already.",
    }
}

/// A tenancy whose first day is to come.
pub const fn tenancy_starts_later() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_STARTS_LATER",
        message: "This tenancy starts on a later day.",
    }
}

/// A tenancy with an agreement, whose tenants move in by its steps.
pub const fn tenancy_has_agreement() -> Error {
    Error::FailedPrecondition {
        reason: "TENANCY_HAS_AGREEMENT",
        message: "This tenancy has an agreement. Complete the move-in in its application.",
    }
}

/// An account whose verified address is no tenant's.
pub const fn tenancy_not_linked() -> Error {
    Error::NotFound {
        reason: "TENANCY_NOT_LINKED",
        resource: "Tenancy",
    }
}

/// The last day of the tenancy is known already.
pub const fn notice_given() -> Error {
    Error::FailedPrecondition {
        reason: "NOTICE_GIVEN",
        message: "The last day of this tenancy is known already. Write to your landlord to change it.",
    }
}

/// No such document that the tenant was given. Somebody else's answers exactly the same.
pub const fn tenancy_document_not_found() -> Error {
    Error::NotFound {
        reason: "TENANCY_DOCUMENT_NOT_FOUND",
        resource: "Document",
    }
}

/// A tenant to whom the landlord wants no mails sent.
pub const fn tenant_mail_off() -> Error {
    Error::FailedPrecondition {
        reason: "TENANT_MAIL_OFF",
        message: "Emails to this tenant are off. Switch them on first.",
    }
}

/// A tenant whose address is not known.
pub const fn tenant_without_email() -> Error {
    Error::FailedPrecondition {
        reason: "TENANT_WITHOUT_EMAIL",
        message: "This tenant has no email address, so nothing can be sent.",
    }
}

/// A deposit that has not come.
pub const fn deposit_not_recorded() -> Error {
    Error::FailedPrecondition {
        reason: "DEPOSIT_NOT_RECORDED",
        message: "Record first when the deposit came.",
    }
}

/// A deposit that was not given back.
pub const fn deposit_not_returned() -> Error {
    Error::FailedPrecondition {
        reason: "DEPOSIT_NOT_RETURNED",
        message: "The return of the deposit is not recorded, so there is nothing to answer yet.",
    }
}

/// A return of a deposit that is not the one that the tenant has seen.
pub const fn deposit_return_changed() -> Error {
    Error::FailedPrecondition {
        reason: "DEPOSIT_RETURN_CHANGED",
        message: "Your landlord has changed the return meanwhile. Look at it again, then answer.",
    }
}

/// No such request for a pet of that tenant. Somebody else's answers exactly the same.
pub const fn pet_request_not_found() -> Error {
    Error::NotFound {
        reason: "PET_REQUEST_NOT_FOUND",
        resource: "Request for a pet",
    }
}

/// A tenant with as many requests for pets as are kept.
pub const fn too_many_pet_requests() -> Error {
    Error::FailedPrecondition {
        reason: "PET_REQUESTS_FULL",
        message: "50 requests of this tenant are recorded. Remove one first.",
    }
}

/// A tenant without a photo.
pub const fn photo_not_found() -> Error {
    Error::NotFound {
        reason: "PHOTO_NOT_FOUND",
        resource: "Photo",
    }
}

//! The failures of references and guarantors.

use lintel_core::Error;

use crate::domain::references::ReferenceKind;

/// A reference that was not asked for.
pub const fn reference_not_found() -> Error {
    Error::NotFound {
        reason: "REFERENCE_NOT_FOUND",
        resource: "Reference",
    }
}

/// A reference of somebody who has moved in.
pub const fn reference_not_needed() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_NOT_NEEDED",
        message: "They have moved in, so nobody needs this reference any more.",
    }
}

/// A reference that the landlord does without.
pub const fn reference_waived() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_NOT_NEEDED",
        message: "The landlord does without this reference, so nobody needs to answer.",
    }
}

/// Another guarantor than the one whom an agreement names.
pub const fn agreement_names_guarantor() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_NOT_NEEDED",
        message: "The tenancy agreement names your guarantor already. Ask the landlord: another one needs another agreement.",
    }
}

/// A reference that was given or declined already.
pub const fn reference_already_given() -> Error {
    Error::FailedPrecondition {
        reason: "REFERENCE_ALREADY_GIVEN",
        message: "This form has been answered already. There is nothing more to do.",
    }
}

/// A link to a form that is not known, was replaced or has expired (docs/reference/screens/references.md S2 8).
pub const fn reference_link_invalid(kind: ReferenceKind) -> Error {
    Error::LinkInvalid {
        message: match kind {
            ReferenceKind::Guarantor => {
                "This guarantor verification link is invalid or has expired."
            }
            ReferenceKind::Employer => {
                "This employment verification link is invalid or has expired."
            }
        },
    }
}

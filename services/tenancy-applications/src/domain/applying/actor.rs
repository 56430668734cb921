//! The parts that act on an application, never by name.

use lintel_core::spelt;

use crate::domain::references::ReferenceKind;

spelt! {
    /// Who did something: a part, never a name.
    Actor {
        /// A member of the organisation.
        Landlord = "Landlord",
        /// Who applies.
        Applicant = "Applicant",
        /// The guarantor.
        Guarantor = "Guarantor",
        /// The employer.
        Employer = "Employer",
        /// Lintel itself.
        Lintel = "Lintel",
    }
}

impl From<ReferenceKind> for Actor {
    fn from(kind: ReferenceKind) -> Self {
        match kind {
            ReferenceKind::Guarantor => Self::Guarantor,
            ReferenceKind::Employer => Self::Employer,
        }
    }
}

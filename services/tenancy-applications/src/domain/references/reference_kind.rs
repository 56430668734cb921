//! Who gives a reference.

use lintel_core::spelt;

spelt! {
    /// Who gives a reference.
    ReferenceKind {
        /// The guarantor.
        Guarantor = "guarantor",
        /// The employer.
        Employer = "employer",
    }
}

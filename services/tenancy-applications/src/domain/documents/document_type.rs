//! What a document of an application is.

use lintel_core::spelt;

spelt! {
    /// What a document is.
    DocumentType {
        /// A passport or another identity document.
        PassportOrId = "passportOrId",
        /// A proof of address.
        ProofOfAddress = "proofOfAddress",
        /// A proof of the right to rent.
        RightToRent = "rightToRent",
        /// Bank statements.
        BankStatements = "bankStatements",
        /// A proof of employment.
        EmploymentProof = "employmentProof",
        /// Anything else; what it is stands in the title.
        Other = "other",
    }
}

impl DocumentType {
    /// What people call it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::PassportOrId => "Passport or ID",
            Self::ProofOfAddress => "Proof of address",
            Self::RightToRent => "Right to rent",
            Self::BankStatements => "Bank statements",
            Self::EmploymentProof => "Proof of employment",
            Self::Other => "Other document",
        }
    }

    /// Returns true where it proves who somebody is: a private link, which may be forwarded, does not show it (docs/reference/decisions.md 8, Links).
    #[must_use]
    pub const fn is_identity(self) -> bool {
        matches!(self, Self::PassportOrId | Self::RightToRent)
    }
}

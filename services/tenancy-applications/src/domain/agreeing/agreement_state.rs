//! How far an agreement is.

use lintel_core::spelt;

use crate::domain::applying::Actor;

spelt! {
    /// How far an agreement is.
    AgreementState {
        /// It waits for signatures.
        Issued = "issued",
        /// All have signed.
        Signed = "signed",
        /// A party does not want to sign.
        Declined = "declined",
        /// The landlord took it back, or something in it changed.
        Voided = "voided",
    }
}

impl AgreementState {
    /// Whether it is signed, or may still be.
    #[must_use]
    pub const fn is_in_force(self) -> bool {
        matches!(self, Self::Issued | Self::Signed)
    }
}

/// An agreement as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgreementFact {
    /// How far it is.
    pub state: AgreementState,
    /// Whose signature it waits for: the part, and the name in the agreement.
    pub waits_for: Option<(Actor, String)>,
}

//! The rules of agreements: their terms, signatures, evidence and deeds of guarantee.

pub mod agreement;
pub mod agreement_rules;
mod agreement_state;
pub mod agreement_terms;
pub mod evidence;
pub mod given_signature;
pub mod guarantee;
pub mod signature;
mod signed_deed;
mod standing_terms;

pub use agreement::{ActsBy, Agreement, Device, Party, Signer};
pub use agreement_state::{AgreementFact, AgreementState};
pub use agreement_terms::{AgreementDraft, AgreementTerms};
pub use given_signature::{GivenSignature, GivenWitness};
pub use guarantee::{
    Deed, GuaranteeEnd, GuaranteeEndDraft, GuaranteeEndReason, GuaranteeState, GuaranteeTerms,
    Witness,
};
pub use signed_deed::SignedDeed;
pub use standing_terms::StandingTerms;

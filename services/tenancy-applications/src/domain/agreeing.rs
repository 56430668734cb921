//! The rules of agreements: their terms, signatures, evidence and deeds of guarantee.

pub mod agreement;
pub mod agreement_rules;
mod agreement_state;
pub mod agreement_terms;
pub mod evidence;
pub mod guarantee;
pub mod signature;
mod standing_terms;

pub use agreement::{ActsBy, Agreement, Device, GivenSignature, Party, Signer};
pub use agreement_state::AgreementState;
pub use agreement_terms::{AgreementDraft, AgreementTerms};
pub use guarantee::{
    Deed, GivenWitness, GuaranteeEnd, GuaranteeEndDraft, GuaranteeEndReason, GuaranteeState,
    GuaranteeTerms, SignedDeed, Witness,
};
pub use standing_terms::StandingTerms;

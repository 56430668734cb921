//! Rows of agreements, their signers, evidence and deeds of guarantee.

pub mod agreement;
pub mod agreement_event;
pub mod agreement_signer;
pub mod guarantee;

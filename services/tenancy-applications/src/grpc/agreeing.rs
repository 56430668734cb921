//! The endpoints of agreements, signatures and guarantees.

mod agreement;
mod agreement_service;
mod guarantee_service;
mod signing_service;

pub use agreement_service::AgreementGrpc;
pub use guarantee_service::GuaranteeGrpc;
pub use signing_service::SigningGrpc;

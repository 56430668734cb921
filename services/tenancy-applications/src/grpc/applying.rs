//! The endpoints of applicants and of those who decide about them.

mod applicant_service;
pub(super) mod application;
mod application_service;
mod holding_deposit_service;
mod invite;
mod invite_service;

pub use applicant_service::ApplicantGrpc;
pub use application_service::ApplicationGrpc;
pub use holding_deposit_service::HoldingDepositGrpc;
pub use invite_service::InviteGrpc;

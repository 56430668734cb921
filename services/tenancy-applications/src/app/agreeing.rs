//! Agreements and deeds of guarantee: proposing, issuing, signing and voiding them.

pub(super) mod agreed_terms;
mod agreement_completion;
pub mod agreement_document;
mod agreement_evidence;
mod agreement_household;
mod agreement_issue;
pub(super) mod agreement_mails;
mod agreement_parties;
mod agreement_preview;
mod agreement_proposal;
pub(super) mod agreement_reading;
mod agreement_reminders;
mod agreement_view;
pub(super) mod agreement_void;
mod agreements;
pub mod certificate;
pub mod evidence_file;
pub mod guarantee_document;
mod guarantees;
mod signed_copies;
mod signing;

pub use agreement_mails::AgreementMails;
pub use agreement_proposal::ProposedAgreement;
pub use agreement_view::{AgreementView, ReadAgreement};
pub use agreements::Agreements;

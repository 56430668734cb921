//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod applicant_service;
mod application;
mod application_service;
mod deadline_service;
mod deposit_service;
mod document;
mod document_service;
mod invite;
mod invite_service;
mod move_in_service;
mod portal_service;
mod privacy_service;
mod reference;
mod reference_service;
mod rent;
mod rent_service;
mod snapshot_service;
mod tenancy_document_service;
mod tenant;
mod tenant_service;
mod tenant_transfer_service;

pub use applicant_service::ApplicantGrpc;
pub use application_service::ApplicationGrpc;
pub use deadline_service::DeadlineGrpc;
pub use deposit_service::DepositGrpc;
pub use document_service::DocumentGrpc;
pub use invite_service::InviteGrpc;
pub use move_in_service::MoveInGrpc;
pub use portal_service::PortalGrpc;
pub use privacy_service::PrivacyGrpc;
pub use reference_service::ReferenceGrpc;
pub use rent_service::RentGrpc;
pub use snapshot_service::SnapshotGrpc;
pub use tenancy_document_service::TenancyDocumentGrpc;
pub use tenant_service::TenantGrpc;
pub use tenant_transfer_service::TenantTransferGrpc;

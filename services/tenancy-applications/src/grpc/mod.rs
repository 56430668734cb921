//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod applicant_service;
mod application;
mod application_service;
mod document;
mod document_service;
mod invite;
mod invite_service;
mod portal_service;
mod privacy_service;
mod reference;
mod reference_service;
mod snapshot_service;
mod tenant;
mod tenant_service;
mod tenant_transfer_service;

pub use applicant_service::ApplicantGrpc;
pub use application_service::ApplicationGrpc;
pub use document_service::DocumentGrpc;
pub use invite_service::InviteGrpc;
pub use portal_service::PortalGrpc;
pub use privacy_service::PrivacyGrpc;
pub use reference_service::ReferenceGrpc;
pub use snapshot_service::SnapshotGrpc;
pub use tenant_service::TenantGrpc;
pub use tenant_transfer_service::TenantTransferGrpc;

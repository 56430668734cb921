//! The gRPC endpoints of maintenance.

mod attachment_convert;
mod contractor_service;
mod convert;
mod job_convert;
mod job_service;
mod maintenance_service;
mod privacy_service;
mod words;

pub use contractor_service::ContractorGrpc;
pub use job_service::JobGrpc;
pub use maintenance_service::{MaintenanceGrpc, UseCases};
pub use privacy_service::MaintenancePrivacyGrpc;

//! The gRPC endpoints of maintenance.

mod contractor_service;
mod convert;
mod maintenance_service;
mod privacy_service;
mod words;

pub use contractor_service::ContractorGrpc;
pub use maintenance_service::{MaintenanceGrpc, UseCases};
pub use privacy_service::MaintenancePrivacyGrpc;

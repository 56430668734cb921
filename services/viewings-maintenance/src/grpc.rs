//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod maintenance;
mod viewing;

pub use maintenance::{ContractorGrpc, JobGrpc, MaintenanceGrpc, MaintenancePrivacyGrpc, UseCases};
pub use viewing::{ViewerGrpc, ViewingGrpc, ViewingPrivacyGrpc};

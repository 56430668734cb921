//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod analytics_service;
mod certificate;
mod certificate_service;
mod compliance_service;
mod draft;
mod duty;
mod home_facts_service;
mod inspection;
mod inspection_service;
mod listing;
mod nation;
mod privacy_service;
mod property_service;
pub mod reply;
mod rule_service;
mod sale;
mod sale_service;
mod snapshot_service;
mod take_back_service;
mod transfer_service;
#[cfg(test)]
mod update_paths;

pub use analytics_service::AnalyticsGrpc;
pub use certificate_service::CertificateGrpc;
pub use compliance_service::ComplianceGrpc;
pub use home_facts_service::HomeFactsGrpc;
pub use inspection_service::InspectionGrpc;
pub use privacy_service::PrivacyGrpc;
pub use property_service::PropertyGrpc;
pub use rule_service::RuleGrpc;
pub use sale_service::SaleGrpc;
pub use snapshot_service::SnapshotGrpc;
pub use take_back_service::TakeBackGrpc;
pub use transfer_service::TransferGrpc;

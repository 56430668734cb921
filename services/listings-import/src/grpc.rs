//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod analysis;
mod analysis_service;
mod listing;
mod listing_import_service;
mod listing_service;
mod privacy_service;
mod saved_search_service;
mod sources;

pub use analysis_service::AnalysisGrpc;
pub use listing_import_service::ListingImportGrpc;
pub use listing_service::ListingGrpc;
pub use privacy_service::PrivacyGrpc;
pub use saved_search_service::SavedSearchGrpc;
pub use sources::Sources;

//! The service's face: contract to domain, use case, domain to contract. No rules live here.

mod analytics_service;
mod draft;
mod property_service;
pub mod reply;

pub use analytics_service::AnalyticsGrpc;
pub use property_service::PropertyGrpc;

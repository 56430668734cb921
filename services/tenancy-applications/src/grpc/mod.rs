//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod invite;
mod portal_service;
mod tenant;
mod tenant_service;

pub use portal_service::PortalGrpc;
pub use tenant_service::TenantGrpc;

//! The endpoints of those who give references.

pub(super) mod reference;
mod reference_service;

pub use reference_service::ReferenceGrpc;

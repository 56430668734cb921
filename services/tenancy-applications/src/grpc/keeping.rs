//! The endpoints of privacy and of snapshots for other services.

mod privacy_service;
mod snapshot_service;

pub use privacy_service::PrivacyGrpc;
pub use snapshot_service::SnapshotGrpc;

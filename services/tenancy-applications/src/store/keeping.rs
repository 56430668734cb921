//! Rows of the copies, of keys, of deleted organisations, and of what is exported or deleted.

pub mod account;
pub mod departure;
pub mod export;
pub mod filled;
pub mod home;
pub mod organisation;
pub mod organisation_key;
pub mod retention;
pub mod stored;
pub mod tenant_snapshot;

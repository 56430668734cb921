//! Copies of what other services own, the keys of organisations, and how long data is kept.

pub mod copies;
mod departures;
pub mod keys;
pub(super) mod owners;
mod retention;
mod tenant_snapshots;

pub use departures::Departures;
pub use owners::{Asking, Owners, Peers};
pub use retention::Retention;
pub use tenant_snapshots::TenantSnapshots;

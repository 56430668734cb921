//! What goes on by itself.

mod departures;
mod fill;
mod leavers;
mod retention;
mod tenant_snapshots;

pub use departures::run as departures;
pub use fill::Fill;
pub use leavers::run as leavers;
pub use retention::run as retention;
pub use tenant_snapshots::run as tenant_snapshots;

//! What goes on by itself.

mod agreements;
mod deadlines;
mod departures;
mod fill;
mod leavers;
mod rent;
mod retention;
mod tenant_snapshots;

pub use agreements::run as agreements;
pub use deadlines::run as deadlines;
pub use departures::run as departures;
pub use fill::Fill;
pub use leavers::run as leavers;
pub use rent::run as rent;
pub use retention::run as retention;
pub use tenant_snapshots::run as tenant_snapshots;

//! What goes on without a request, in every replica.

mod departures;
mod feeds;
mod imports;
mod retention;

pub use departures::run as departures;
pub use feeds::{Feeds, run as feeds};
pub use imports::run as imports;
pub use retention::run as retention;

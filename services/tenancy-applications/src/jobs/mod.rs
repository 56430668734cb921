//! What goes on by itself.

mod departures;
mod fill;
mod leavers;
mod retention;

pub use departures::run as departures;
pub use fill::Fill;
pub use leavers::run as leavers;
pub use retention::run as retention;

//! What goes on by itself.

mod departures;
mod fill;

pub use departures::run as departures;
pub use fill::Fill;

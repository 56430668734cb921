//! What goes on without a request, in every replica.

mod departures;

pub use departures::run as departures;

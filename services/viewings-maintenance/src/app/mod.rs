//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

pub mod copies;
mod departures;
pub mod keys;
mod links;
pub mod maintenance;
mod retention;
pub mod viewing;

pub use departures::Departures;
pub use links::{Links, NewToken};
pub use retention::{Over, Retention};

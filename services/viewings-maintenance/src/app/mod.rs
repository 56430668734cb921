//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

pub mod copies;
mod departures;

pub use departures::Departures;

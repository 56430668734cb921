//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

mod departures;

pub use departures::{Departures, note, note_account};

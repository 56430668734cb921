//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open. What a copy lacks is asked for outside
//! of any.

pub mod copies;
mod departures;
pub mod keys;
mod links;
pub mod mail_requests;
pub mod maintenance;
mod owners;
mod retention;
pub mod viewing;

pub use departures::Departures;
pub use links::{Links, NewToken};
pub use owners::{Asking, Named, Owners, Peers};
pub use retention::{Over, Retention};

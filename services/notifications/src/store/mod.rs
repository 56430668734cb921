//! SQL as functions over a caller's connection, for the worker role. The database's clock decides what is due, because
//! several processes share the queue and not one clock.

pub mod attempt;
pub mod contact;
pub mod delivery;

/// The service's own tables; the shared ones are lintel-db's.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

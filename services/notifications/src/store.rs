//! SQL as functions over a caller's connection, for the worker role. The database's clock decides what is due, because
//! several processes share the queue and not one clock.

pub mod allowance;
pub mod attempt;
pub mod backup;
pub mod backup_key;
pub mod contact;
pub mod delivery;
pub mod delivery_log;
pub mod digest;
pub mod export;
pub mod home;
pub mod landlord;
pub mod news;
pub mod phone;
pub mod push;
pub mod push_subscription;
pub mod stopped_address;
pub mod text;

/// The service's own tables; the shared ones are lintel-db's.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

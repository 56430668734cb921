//! SQL as functions over a caller's connection. There are no rules here. Rows are checked when they are read: one that does not fit
//! the domain's types is an error, not a value to guess.

pub mod account;
pub mod departure;
pub mod filled;
pub mod home;
pub mod inspection;
pub mod maintenance;
pub mod member;
pub mod organisation;
pub mod organisation_key;
pub mod retention;
pub mod tenant;
pub mod viewing;
pub mod viewing_export;

use lintel_db::RowName;

/// The service's own tables; the shared ones are lintel-db's.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

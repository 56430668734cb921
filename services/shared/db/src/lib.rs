//! The common work of every service with its database: connect with the right role, scope a transaction to its caller, append
//! events, answer a repeated request, copy an owner's rows out, migrate.
//!
//! Owns the shared tables: `outbox`, `relay_lease`, `inbox`, `inbox_attempt`, `dead_letter`, `request_ids`,
//! `link_tokens`.
//! Invariants: a use case works in one transaction with the app role, whose row-level security sees only the caller's
//! organisation or account; an event is written in the transaction of its change or not at all; settings that carry the
//! caller are transaction-local, so a pooled connection never remembers one.

mod config;
pub mod copies;
mod error;
pub mod export;
pub mod links;
mod migrate;
pub mod outbox;
mod pool_figures;
mod request_id;
mod row_name;
mod scope;
mod tx;

pub use config::DatabaseConfig;
pub use error::{ResultExt, StoreError};
pub use migrate::{MigrationError, SHARED_MIGRATOR, migrate};
pub use request_id::{Asked, Reply, once};
pub use row_name::RowName;
pub use scope::Scope;
pub use tx::{A_ROUND, Db, SOON, Tx, in_time};

/// Creates the roles of one service; `{{key}}` and `{{password}}` are to be filled in.
pub const ROLES_SQL: &str = include_str!("../sql/roles.sql");

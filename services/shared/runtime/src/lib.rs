//! The common work of every program of Lintel: read its configuration, log and trace, serve gRPC, call other services,
//! become ready, drain and stop.
//!
//! A service implements [`Service`] and hands it to [`run`]; everything else here is called from its `bootstrap.rs`.
//! Invariants: configuration is read once and passed down as values; a process that is told to stop accepts no new work,
//! finishes its current work, and ends within [`lifecycle::DRAIN_LIMIT`].

mod address_files;
pub mod callers;
pub mod client;
pub mod config;
mod config_error;
mod deadline;
mod files_access;
pub mod fill;
pub mod grpc;
pub mod health;
pub mod lifecycle;
pub mod limits;
mod observe;
pub mod owner;
mod print_config;
mod request;
mod run;
pub mod secrets;
mod shared_config;
pub mod telemetry;
mod tls;
mod unheard;

pub use client::GrpcChannel;
pub use config::Settings;
pub use config_error::ConfigError;
pub use files_access::FilesAccess;
pub use health::Health;
pub use lifecycle::Lifecycle;
pub use lintel_proto::status::into_status;
pub use request::{read, write};
pub use run::{Handled, Service, run};
pub use shared_config::{MailSwitch, Profile, SharedConfig};
pub use tls::Tls;

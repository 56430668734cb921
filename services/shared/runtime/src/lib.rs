//! What every binary of Lintel does alike: read its configuration, log and trace, serve gRPC, call other services, become
//! ready, drain and stop.
//!
//! A service implements [`Service`] and hands it to [`run`]; everything else here is called from its `bootstrap.rs`.
//! Invariants: configuration is read once and passed down as values; a process that is told to stop takes no new work,
//! finishes what it has, and ends within [`lifecycle::DRAIN_LIMIT`].

mod address_files;
pub mod client;
pub mod config;
mod deadline;
pub mod grpc;
pub mod health;
pub mod lifecycle;
pub mod limits;
mod observe;
mod print_config;
mod run;
pub mod secrets;
pub mod telemetry;

pub use client::GrpcChannel;
pub use config::{ConfigError, MailSwitch, Profile, Settings, SharedConfig};
pub use health::Health;
pub use lifecycle::Lifecycle;
pub use lintel_proto::status::into_status;
pub use run::{Handled, Service, run};

/// SHA-256 of a request, for telling a repeat from another request under the same id. Encode the request without its id.
#[must_use]
pub fn request_hash<M: prost::Message>(request: &M) -> [u8; 32] {
    use sha2::Digest as _;
    sha2::Sha256::digest(request.encode_to_vec()).into()
}

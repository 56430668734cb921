//! The front door: one address for browsers (REST, live events, the pages) and one for integrators (gRPC).
//!
//! Owns no table and no business rule: it translates, composes, authenticates and limits. What a person may do is decided
//! by the access rule of the RPC behind a route, checked here before a body is read and again by the service.
//! Publishes nothing. Hears every event as a plain NATS subscriber, for ended sessions and live updates.
//!
//! Invariants: a refusal looks the same wherever it is made ([`problem`]); the order of refusals is 4-http.md's; nothing
//! that a caller sends reaches a log except the template of the route.

mod access_log;
mod activity;
mod address;
mod api_keys;
mod bootstrap;
mod call;
mod clients;
mod config;
mod cookies;
mod door;
mod download;
mod export;
mod full_queue;
mod headers;
mod held;
mod input;
mod limits;
mod live;
mod measure;
mod model;
mod openapi;
mod origin;
mod patience;
pub mod problem;
mod readiness;
mod router;
mod routes;
mod server;
mod sessions;
mod shedding;
mod spa;
mod state;
#[cfg(test)]
mod tests;
mod uploads;
mod viewer;

pub use bootstrap::FrontDoor;
pub use model::{analytics::DashboardAnalytics, property::Property};
pub(crate) use state::Gateway;

//! The gateway: one address for browsers (REST, live events, the pages) and one for integrators (gRPC).
//!
//! It has no tables and no business rules: it translates, composes, authenticates and limits. The access rule of the RPC behind a
//! route decides who may call it; the rule is checked here before a body is read, and again by the service.
//! Publishes no events. Receives every event as a plain NATS subscriber, for ended sessions and live updates.
//!
//! Invariants: a refusal looks the same wherever it is made ([`problem`]); refusals come in the order of 4-http.md; of what a
//! caller sends only the template of the route is logged.

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
mod home_facts;
mod input;
mod landlord_contact;
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

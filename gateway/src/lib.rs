//! The gateway: one address for browsers (REST, live events, the pages) and one for integrators (gRPC).
//!
//! It has no tables and no business rules: it translates, composes, authenticates and limits. The access rule of the RPC behind a
//! route decides who may call it; the rule is checked here before a body is read, and again by the service.
//! Publishes no events. Receives every event as a plain NATS subscriber, for ended sessions and live updates.
//!
//! Invariants: a refusal looks the same wherever it is made ([`rest::problem`]); refusals come in the order of docs/reference/http.md; of what a
//! caller sends only the template of the route is logged.

mod api;
mod archive;
mod bootstrap;
mod call;
mod clients;
mod config;
mod deadline;
mod front;
mod grpc_proxy;
mod live;
mod rest;
mod router;
mod state;
#[cfg(test)]
mod tests;
mod uploads;

pub use api::homes::property::Property;
pub use bootstrap::FrontDoor;
pub use rest::{DashboardAnalytics, problem};
pub(crate) use state::Gateway;

//! The gateway: one address for browsers (REST, live events, the pages) and one for integrators (gRPC).
//!
//! It has no tables and no business rules: it translates, composes, authenticates and limits. The access rule of the RPC behind a
//! route decides who may call it; the rule is checked here before a body is read, and again by the service.
//! Publishes no events. Receives every event as a plain NATS subscriber, for ended sessions and live updates.
//!
//! Invariants: a refusal looks the same wherever it is made ([`problem`]); refusals come in the order of 4-http.md; of what a
//! caller sends only the template of the route is logged.

mod bootstrap;
mod call;
mod clients;
mod config;
mod download;
mod export;
mod front;
mod grpc_proxy;
mod home_facts;
mod input;
mod landlord_contact;
mod live;
mod model;
mod openapi;
mod patience;
mod portal_download;
pub mod problem;
mod rest;
mod router;
mod routes;
mod state;
#[cfg(test)]
mod tests;
mod uploads;
mod zip;

pub use bootstrap::FrontDoor;
pub use model::property::Property;
pub use rest::DashboardAnalytics;
pub(crate) use state::Gateway;

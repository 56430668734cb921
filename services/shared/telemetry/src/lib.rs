//! Logs, traces and metrics for all crates. This crate records them; `lintel-runtime` starts the exporters and decides where
//! they are sent. Without exporters recording costs next to nothing.
//!
//! * [`trace`]: W3C trace context wherever it travels.
//! * [`metrics`]: every metric of the product, in one list, named after OpenTelemetry's semantic conventions where they have
//!   a name. docs/reference/telemetry.md shows the list to operators.
//! * [`call`]: how long calls take, at their server and at their client.
//! * [`sampling`]: figures that have to be asked for: rows of a table, a pool's connections, the broker's word.
//!
//! Invariant: an attribute's values are few and known beforehand (a route's template, an RPC of the contract, an outcome);
//! never an id, an address or anything else of a person.

pub mod call;
pub mod metrics;
pub mod sampling;
pub mod trace;

//! Journeys and faults of the whole system, from outside.

#![expect(
    clippy::print_stdout,
    reason = "a run prints its figures: what was tried, acknowledged, lost"
)]

mod access;
mod api_keys;
mod architecture;
mod at_once;
mod backups;
mod bucket;
mod events;
mod flooding;
mod grants;
mod importing;
mod integrators;
mod isolation;
mod journey;
mod leaving;
mod letting;
mod limits;
mod maintaining;
mod matrix;
mod metrics;
mod migrations;
mod nations;
mod observability;
mod paying;
mod privacy;
mod refusals;
mod rotation;
mod searching;
mod secrecy;
mod selling;
mod sessions;
mod signature;
mod start;
mod statements;
mod subjects;
mod tls;
mod tracing;
mod viewing;

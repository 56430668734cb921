//! Journeys and faults of the whole system, from outside.

#![expect(
    clippy::print_stdout,
    reason = "a run prints its figures: what was tried, acknowledged, lost"
)]

mod access;
mod architecture;
mod events;
mod integrators;
mod journey;
mod metrics;
mod observability;
mod refusals;
mod secrecy;
mod sessions;
mod start;
mod tracing;

//! Use cases: each owns its transaction, except the one that joins the consumer's.

mod deliveries;

pub use deliveries::{Deliveries, Settled};

//! Use cases: each owns its transaction, except the one that joins the consumer's.

pub mod contacts;
mod deliveries;

pub use crate::store::delivery::Queue;
pub use deliveries::{Deliveries, Settled};

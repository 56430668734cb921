//! Background work.

pub mod cleanup;
pub mod snapshots;

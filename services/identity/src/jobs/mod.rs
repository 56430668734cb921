//! Background work.

pub mod cleanup;

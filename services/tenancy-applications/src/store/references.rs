//! Rows of references.

pub mod reference;

//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

pub mod agreeing;
pub mod applying;
pub mod documents;
pub mod keeping;
pub mod letting;
pub mod references;
pub mod rent;

//! The gRPC endpoints: they convert a request to domain types, call the use case and convert its answer back. They hold no rules.

mod viewing;

pub use viewing::{ViewerGrpc, ViewingGrpc, ViewingPrivacyGrpc};

//! The tenancy-applications service as its callers and its database see it: the real gRPC stack in process on a real PostgreSQL, with
//! the generated client and tokens of the test's own.

mod applying;
mod copies;
mod harness;
mod migrations;
mod portal;
mod process;
mod tenants;

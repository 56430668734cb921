//! The listings-import service as its callers and its database see it: the real gRPC stack in process on a real PostgreSQL, with the
//! generated client and tokens of the test's own.

mod analyses;
mod analysis_taxes;
mod comparables;
mod constraints;
mod feeds;
mod harness;
mod importing;
mod isolation;
mod killing;
mod leaving;
mod migrations;
mod pictures;
mod process;
mod rents;
mod resuming;
mod retention;
mod searching;
mod watching;
mod words;

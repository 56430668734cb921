//! The portfolio service as its callers and its database see it: the real gRPC stack in process on a real PostgreSQL, with
//! the generated client and tokens of the test's own.

mod access;
mod concurrency;
mod constraints;
mod create;
mod dashboard;
mod delete;
mod harness;
mod history;
mod idempotency;
mod isolation;
mod list;
mod one_transaction;
mod process;
mod property;
mod refusals;
mod rooms;
mod statements;

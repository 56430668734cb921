//! The portfolio service as its callers and its database see it: the real gRPC stack in process on a real PostgreSQL, with
//! the generated client and tokens of the test's own.

mod access;
mod certificate;
mod concurrency;
mod constraints;
mod create;
mod dashboard;
mod data;
mod delete;
mod departures;
mod harness;
mod history;
mod history_changes;
mod idempotency;
mod imports;
mod inspection;
mod isolation;
mod list;
mod listing;
mod nation;
mod one_transaction;
mod photos;
mod process;
mod property;
mod refusals;
mod responsible;
mod rooms;
mod sale;
mod series;
mod snapshots;
mod sold;
mod statements;
mod tenancies;
mod unused_uploads;
mod update;
mod upkeep;

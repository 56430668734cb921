//! The viewings-maintenance service as its callers and its database see it: the real gRPC stack in process on a real PostgreSQL, with
//! the generated client and tokens of the test's own.

mod booking;
mod clashes;
mod copies;
mod data;
mod erasing;
mod harness;
mod homes;
mod isolation;
mod listing;
mod maintenance;
mod migrations;
mod notes;
mod notices;
mod process;
mod reminders;
mod rescheduling;
mod transitions;
mod viewer;

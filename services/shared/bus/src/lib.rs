//! Events on their way: from the outbox to JetStream, and from there into another service's transaction.
//!
//! PostgreSQL's outbox is the log; NATS only carries it. [`topology`] is the one file that declares streams and consumers,
//! [`Relay`] publishes what was committed, [`Consumer`] hands each event to a [`Handler`] so that inbox row and effect are one
//! transaction. Invariants: published in the order of the outbox, at least once; handled with effect exactly once; a poison
//! message goes to `dead_letter` and never stops the others.

mod connect;
mod consumer;
mod dead_letter;
mod event;
mod figures;
mod handler;
mod housekeeping;
mod inbox;
mod relay;
mod subscription;
pub mod topology;

pub use connect::connect;
pub use consumer::Consumer;
pub use dead_letter::DeadLetters;
pub use event::{DecodeError, Event, SUBJECT_PREFIX};
pub use handler::{Handled, Handler, HandlerError};
pub use relay::Relay;

//! Events: from the outbox to JetStream, and from there into another service's transaction.
//!
//! PostgreSQL's outbox is the log; NATS only transports it. [`topology`] declares all streams and consumers, [`Relay`]
//! publishes what was committed, and [`Consumer`] passes each event to a [`Handler`], with inbox row and effect in one
//! transaction. Invariants: events are published in the order of the outbox, at least once, and take effect exactly once; an
//! event that cannot be handled goes to `dead_letter` and does not stop the others; what the broker loses is published again.

mod connect;
mod consumer;
mod dead_letter;
mod event;
mod figures;
mod handler;
mod housekeeping;
mod inbox;
mod provision;
mod relay;
mod stream_repair;
mod subscription;
pub mod topology;

pub use connect::connect;
pub use consumer::Consumer;
pub use dead_letter::DeadLetters;
pub use event::{DecodeError, Event, SUBJECT_PREFIX};
pub use handler::{Handled, Handler, HandlerError};
pub use relay::Relay;

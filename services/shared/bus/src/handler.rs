//! The handling of events by a service, and its reports of failures.

use std::future::Future;

use lintel_core::Error;
use lintel_db::{StoreError, Tx};

use crate::Event;

/// The result of handling: the event concerned the handler, or it did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    /// It did; its effect is part of the transaction.
    Done,
    /// It did not.
    Ignored,
}

/// Why a handler could not take an event.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// A dependency is away. This is not the event's fault and is not counted.
    #[error("not now: {0}")]
    Transient(Error),
    /// It failed; after a few more tries the event is put aside.
    #[error("failed: {0}")]
    Failed(Error),
    /// The event's type is newer than this program, so nobody knows whether it would concern the handler: it waits as a dead
    /// letter for a program that knows.
    #[error("the type is not known")]
    UnknownType,
    /// The event can never be taken.
    #[error("never: {0}")]
    Permanent(&'static str),
}

impl From<Error> for HandlerError {
    fn from(error: Error) -> Self {
        match error {
            Error::Unavailable { .. }
            | Error::Busy
            | Error::Aborted { .. }
            | Error::DeadlineExceeded => Self::Transient(error),
            _ => Self::Failed(error),
        }
    }
}

impl From<StoreError> for HandlerError {
    fn from(error: StoreError) -> Self {
        Error::from(error).into()
    }
}

/// A service's handling of the events of one consumer.
pub trait Handler: Send + Sync + 'static {
    /// Takes `event` within `tx`, which also holds its inbox row. Nothing but the database is awaited here.
    fn handle(
        &self,
        tx: &mut Tx,
        event: &Event,
    ) -> impl Future<Output = Result<Handled, HandlerError>> + Send;

    /// Called after the transaction of an event that was [`Handled::Done`] has committed: the cue for work that waits for
    /// its rows.
    fn committed(&self) {}
}

/// The error with its source: it is for our log and table, not for a caller.
pub(crate) fn cause(error: &Error) -> String {
    use std::error::Error as _;
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
}

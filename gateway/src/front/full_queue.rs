//! Refuses sign-ins while identity's queue for hashing passwords is full. In a flood of wrong passwords hundreds a second would
//! be sent to a service that can only refuse them, at the cost of all other calls (docs/reference/promises.md T13).

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use lintel_core::Error;
use lintel_proto::{Rpc as _, identity::v1::LoginRequest};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use tokio::time::Instant;

/// The time for which sign-ins are refused after identity was full. Shorter than the queue takes to empty, so that
/// hashing never idles; and if another replica of identity has room, few sign-ins miss it.
const REFUSES_FOR: Duration = Duration::from_millis(100);

/// The time at which identity last answered a sign-in of this gateway that it was full.
#[derive(Debug, Default)]
pub struct FullQueue(Mutex<Option<Instant>>);

impl FullQueue {
    /// Allows the call at `path` unless it is a sign-in and identity was full a moment ago.
    ///
    /// # Errors
    /// [`Error::Busy`], as identity answers.
    pub fn check(&self, path: &str) -> Result<(), Error> {
        if path != LoginRequest::PATH || !self.was_full() {
            return Ok(());
        }
        let error = Error::Busy;
        metrics::SIGN_INS.add(1, &[KeyValue::new("lintel.outcome", error.reason())]);
        Err(error)
    }

    /// Notes that the service answered the call at `path` with "busy".
    pub fn note_busy(&self, path: &str) {
        if path == LoginRequest::PATH {
            let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *last = Some(Instant::now());
        }
    }

    fn was_full(&self) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|at| at.elapsed() < REFUSES_FOR)
    }
}

#[cfg(test)]
mod tests {
    use lintel_proto::portfolio::v1::GetPropertyRequest;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn t13_for_a_moment_after_there_was_no_room_no_sign_in_is_sent() {
        let queue = FullQueue::default();
        queue.note_busy(GetPropertyRequest::PATH);
        assert!(queue.check(LoginRequest::PATH).is_ok());
        queue.note_busy(LoginRequest::PATH);
        assert!(matches!(queue.check(LoginRequest::PATH), Err(Error::Busy)));
        assert!(queue.check(GetPropertyRequest::PATH).is_ok());
        tokio::time::advance(REFUSES_FOR).await;
        assert!(queue.check(LoginRequest::PATH).is_ok());
    }
}

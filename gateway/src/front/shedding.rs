//! Refuses requests beyond a number in progress at once, so that the others stay fast.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use rand::Rng as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most HTTP requests in hand, with those whose bodies still arrive (docs/reference/promises.md 3.4).
const IN_HAND: usize = 256;
/// The longest time that a request waits for its turn.
const WAIT: Duration = Duration::from_millis(100);
/// The wait that a refusal names, in milliseconds; random, so that requests that were refused together are not repeated
/// together.
const RETRY_AFTER: std::ops::RangeInclusive<u64> = 1_000..=3_000;

/// Counts the HTTP requests in hand, and the requests that are worked on, HTTP and gRPC together. Fewer are worked on than in hand: services
/// do only so much at once, and what waits for them is answered too late. A body that arrives slowly is in hand and takes no place there.
#[derive(Debug, Clone)]
pub struct Shedding {
    in_hand: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    worked_on: Arc<Semaphore>,
}

impl Shedding {
    /// Works on at most `at_once` requests; as many may wait.
    #[must_use]
    pub fn new(at_once: NonZeroUsize) -> Self {
        let at_once = at_once.get();
        Self {
            in_hand: Arc::new(Semaphore::new(IN_HAND.max(at_once))),
            waiting: Arc::new(Semaphore::new(at_once)),
            worked_on: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// A turn to come in at an endpoint (`http`), held until the permit is dropped. Nobody waits for it.
    ///
    /// # Errors
    /// When to try again, if there is no turn.
    pub fn admit(&self, door: &'static str) -> Result<OwnedSemaphorePermit, Duration> {
        let turn = self.in_hand.clone().try_acquire_owned();
        turn.map_err(|_| refused(door))
    }

    /// A turn to be worked on (`http`, `grpc`), held until the permit is dropped.
    ///
    /// # Errors
    /// When to try again, if there was no turn in time, or if so many wait already that there would be none.
    pub async fn begin(&self, door: &'static str) -> Result<OwnedSemaphorePermit, Duration> {
        if let Ok(turn) = self.worked_on.clone().try_acquire_owned() {
            return Ok(turn);
        }
        let _place = self.waiting.try_acquire().map_err(|_| refused(door))?;
        let turn = tokio::time::timeout(WAIT, self.worked_on.clone().acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| refused(door))
    }
}

/// Counts a refusal. Returns when to try again.
fn refused(door: &'static str) -> Duration {
    metrics::SHED.add(1, &[KeyValue::new("lintel.door", door)]);
    Duration::from_millis(rand::thread_rng().gen_range(RETRY_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_too_many_is_told_when_to_come_back_and_a_turn_that_ends_frees_one() {
        let shedding = Shedding::new(NonZeroUsize::MIN);
        let first = shedding.begin("http").await;
        assert!(first.is_ok());
        let wait = shedding.begin("http").await.err().unwrap_or_default();
        assert!(
            wait >= Duration::from_secs(1) && wait <= Duration::from_secs(3),
            "{wait:?}"
        );
        drop(first);
        assert!(shedding.begin("http").await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_would_wait_in_vain_is_refused_at_once() -> Result<(), Duration> {
        let shedding = Shedding::new(NonZeroUsize::MIN);
        let turn = shedding.begin("http").await?;
        let begun = tokio::time::Instant::now();
        let (first, second) = tokio::join!(shedding.begin("http"), async {
            let second = shedding.begin("http").await;
            assert_eq!(begun.elapsed(), Duration::ZERO);
            drop(turn);
            second
        });
        assert!(first.is_ok() && second.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn more_may_come_in_than_are_worked_on() {
        let shedding = Shedding::new(NonZeroUsize::MIN);
        let mut inside = Vec::new();
        while let Ok(turn) = shedding.admit("http") {
            inside.push(turn);
        }
        assert_eq!(inside.len(), IN_HAND);
        assert!(shedding.begin("http").await.is_ok());
    }
}

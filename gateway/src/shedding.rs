//! Refuses requests beyond a number in progress at once, so that the others stay fast.

use std::{sync::Arc, time::Duration};

use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use rand::Rng as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most requests in progress (security-reliability 3.4).
const AT_ONCE: usize = 256;
/// How long a request may wait for its turn.
const WAIT: Duration = Duration::from_millis(100);
/// When to try again, in milliseconds; random, so that requests that were refused together are not repeated together.
const COME_BACK: std::ops::RangeInclusive<u64> = 1_000..=3_000;

/// Counts the requests in progress, HTTP and gRPC together.
#[derive(Debug, Clone)]
pub struct Shedding(Arc<Semaphore>);

impl Default for Shedding {
    fn default() -> Self {
        Self::new(AT_ONCE)
    }
}

impl Shedding {
    fn new(at_once: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_once)))
    }

    /// A turn for an endpoint (`http`, `grpc`), held until the permit is dropped.
    ///
    /// # Errors
    /// When to try again, if there was no turn in time.
    pub async fn turn(&self, door: &'static str) -> Result<OwnedSemaphorePermit, Duration> {
        match tokio::time::timeout(WAIT, self.0.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => {
                metrics::SHED.add(1, &[KeyValue::new("lintel.door", door)]);
                Err(Duration::from_millis(
                    rand::thread_rng().gen_range(COME_BACK),
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_too_many_is_told_when_to_come_back_and_a_turn_that_ends_frees_one() {
        let shedding = Shedding::new(1);
        let first = shedding.turn("http").await;
        assert!(first.is_ok());
        let wait = shedding.turn("http").await.err().unwrap_or_default();
        assert!(
            wait >= Duration::from_secs(1) && wait <= Duration::from_secs(3),
            "{wait:?}"
        );
        drop(first);
        assert!(shedding.turn("http").await.is_ok());
    }
}

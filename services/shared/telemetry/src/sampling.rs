//! Metrics that have to be sampled, as often as metrics are exported.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use tokio_util::sync::CancellationToken;

static EVERY: OnceLock<Duration> = OnceLock::new();

/// Sets how often metrics are exported. The code that starts the exporter calls it once; otherwise nothing is sampled.
pub fn start(every: Duration) {
    // A process has one exporter.
    let _ = EVERY.set(every);
}

/// Calls `sample` as often as metrics are exported, until `stop`; if metrics are not exported, it does nothing. If `sample`
/// fails, it leaves the metric unchanged without logging, because the next call follows soon.
pub async fn run<F: Future<Output = ()>>(stop: &CancellationToken, mut sample: impl FnMut() -> F) {
    let Some(every) = EVERY.get() else {
        return;
    };
    loop {
        let begun = Instant::now();
        tokio::select! {
            () = stop.cancelled() => return,
            () = sample() => {}
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(every.saturating_sub(begun.elapsed())) => {}
        }
    }
}

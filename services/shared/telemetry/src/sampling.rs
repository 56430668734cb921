//! Figures that have to be asked for, taken as often as metrics are exported.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use tokio_util::sync::CancellationToken;

static EVERY: OnceLock<Duration> = OnceLock::new();

/// Says that metrics are exported, and how often. Called once, by whoever starts the exporter; without it nothing is
/// sampled.
pub fn start(every: Duration) {
    // A second exporter would be a second process.
    let _ = EVERY.set(every);
}

/// Calls `sample` as often as metrics are exported, until `stop`; at once for ever where nobody looks at them. What
/// `sample` cannot find out it leaves as it was, without a word: the next one follows soon.
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

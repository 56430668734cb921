//! Waiting for a condition instead of for time.

use std::time::{Duration, Instant};

use anyhow::bail;

/// The pause between two checks of the condition.
const PAUSE: Duration = Duration::from_millis(25);

/// Waits until `condition` gives something, at most `max`. An error of the condition counts as "not yet" and stands in the
/// message when time is up.
///
/// # Errors
/// When the time is up, with what was waited for and what was seen last.
pub async fn wait_for<T>(
    what: &str,
    max: Duration,
    mut condition: impl AsyncFnMut() -> anyhow::Result<Option<T>>,
) -> anyhow::Result<T> {
    let start = Instant::now();
    loop {
        let last = match condition().await {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => "the condition does not hold".to_owned(),
            Err(error) => format!("{error:#}"),
        };
        if start.elapsed() > max {
            bail!("waited {max:?} for: {what}; last: {last}");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

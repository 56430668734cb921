//! The patience of a process that starts beside others: what replicas do one after the other takes longer than a statement may wait.

use std::time::{Duration, Instant};

use lintel_core::Error;

/// The time for which it is tried.
const START_LIMIT: Duration = Duration::from_secs(15);
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Does `work`, again while another replica has its turn or the database is too busy: at the start nobody else could try again.
///
/// # Errors
/// The last one of `work`.
pub async fn patiently<T, F>(work: impl Fn() -> F) -> Result<T, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    let begun = Instant::now();
    loop {
        match work().await {
            Err(Error::Aborted { .. } | Error::Unavailable { .. })
                if begun.elapsed() < START_LIMIT =>
            {
                tokio::time::sleep(PAUSE).await;
            }
            done => return done,
        }
    }
}

//! When this process should get work: while its database answers.

use std::time::Duration;

use lintel_db::Db;
use lintel_runtime::Health;
use tokio_util::sync::CancellationToken;

const WHILE_NOT_READY: Duration = Duration::from_millis(100);
const WHEN_READY: Duration = Duration::from_secs(2);

/// Keeps `health` true to the facts until `stop`.
pub async fn run(health: Health, db: Db, stop: CancellationToken) {
    loop {
        let ready = db.ping().await.is_ok();
        // The server says "not ready" when it begins to drain; that must stand.
        if stop.is_cancelled() {
            return;
        }
        health.set_ready(ready).await;
        let pause = if ready { WHEN_READY } else { WHILE_NOT_READY };
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

//! When this process should get work: its database answers, and it has keys to tell callers apart.

use std::time::Duration;

use lintel_auth::TokenVerifier;
use lintel_db::Db;
use lintel_runtime::Health;
use tokio_util::sync::CancellationToken;

const WHILE_NOT_READY: Duration = Duration::from_millis(100);
const WHEN_READY: Duration = Duration::from_secs(2);

/// Keeps `health` true to the facts until `stop`.
pub async fn watch(health: Health, db: Db, verifier: TokenVerifier, stop: CancellationToken) {
    loop {
        let ready = verifier.has_keys() && db.ping().await.is_ok();
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

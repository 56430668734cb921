//! When this process should get work: its database answers and its consumer is attached.

use std::time::Duration;

use lintel_db::Db;
use lintel_runtime::Health;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

const WHILE_NOT_READY: Duration = Duration::from_millis(100);
const WHEN_READY: Duration = Duration::from_secs(2);

/// Keeps `health` true to the facts until `stop`.
pub async fn watch(
    health: Health,
    db: Db,
    consumer: watch::Receiver<bool>,
    stop: CancellationToken,
) {
    loop {
        let ready = *consumer.borrow() && db.ping().await.is_ok();
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

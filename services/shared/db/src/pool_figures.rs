//! Metrics of the pools.

use std::time::Instant;

use lintel_telemetry::metrics::{self, Active};
use opentelemetry::KeyValue;
use sqlx::PgPool;

/// The pool of requests, as metrics name it.
pub(crate) const APP: &str = "app";
/// The pool of background work.
pub(crate) const WORKER: &str = "worker";

/// Measures how long it takes until a statement can be sent: the wait for a connection of `pool`, and `begin`.
pub(crate) async fn measured<T>(
    pool: &'static str,
    begin: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let begun = Instant::now();
    let waiting = Active::begin(&metrics::DB_PENDING, [name(pool)]);
    let answer = begin.await;
    drop(waiting);
    match &answer {
        Ok(_) => metrics::DB_BEGIN.record(begun.elapsed().as_secs_f64(), &[name(pool)]),
        Err(sqlx::Error::PoolTimedOut) => metrics::DB_TIMEOUTS.add(1, &[name(pool)]),
        Err(_) => {}
    }
    answer
}

/// Records how many connections `pool` has, and how many it may have.
pub(crate) fn record(pool: &'static str, connections: &PgPool) {
    let idle = u64::try_from(connections.num_idle()).unwrap_or_default();
    let open = u64::from(connections.size());
    for (state, count) in [("idle", idle), ("used", open.saturating_sub(idle))] {
        let state = KeyValue::new("db.client.connection.state", state);
        metrics::DB_CONNECTIONS.record(count, &[name(pool), state]);
    }
    let most = u64::from(connections.options().get_max_connections());
    metrics::DB_CONNECTIONS_MAX.record(most, &[name(pool)]);
}

fn name(pool: &'static str) -> KeyValue {
    KeyValue::new("db.client.connection.pool.name", pool)
}

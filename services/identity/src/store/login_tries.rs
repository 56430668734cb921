//! Failed sign-ins by the keyed hash of the address, whether anybody has it or not.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

use crate::domain::lockout::{Failures, LAST};

/// Reads and locks what failed for an address. One that was never tried gets a row, because whoever comes second has to
/// wait for whoever came first.
pub async fn lock(
    tx: &mut PgConnection,
    address: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Failures, StoreError> {
    let row = sqlx::query_as!(
        Failures,
        "INSERT INTO login_tries (address_hash, failures, last_at) VALUES ($1, 0, $2)
         ON CONFLICT ON CONSTRAINT login_tries_pk DO UPDATE SET last_at = excluded.last_at
         RETURNING failures AS count, locked_until",
        address.as_slice(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(row)
}

/// Writes what failed for an address, in the transaction that locked it. The commit does not wait for the disk, because the
/// transaction has nothing in it but a count: one that a crash of the server loses does no harm.
pub async fn count(
    tx: &mut PgConnection,
    address: &[u8; 32],
    failures: Failures,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE login_tries SET failures = $2, locked_until = $3 WHERE address_hash = $1
         RETURNING set_config('synchronous_commit', 'off', true)",
        address.as_slice(),
        failures.count,
        failures.locked_until,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Forgets what failed for an address.
pub async fn delete(tx: &mut PgConnection, address: &[u8; 32]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM login_tries WHERE address_hash = $1",
        address.as_slice()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets addresses that nobody tried since `before`, and since `last_before` where the password has to be reset; for the
/// worker.
pub async fn delete_old(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
    last_before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM login_tries
         WHERE last_at < CASE WHEN failures < $3::bigint THEN $1::timestamptz ELSE $2::timestamptz END",
        before,
        last_before,
        i64::from(LAST),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected())
}

/// For how many addresses a try failed since `since`, known or not; counts no further than `most`.
pub async fn failing(db: &PgPool, since: DateTime<Utc>, most: i64) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM
           (SELECT FROM login_tries WHERE last_at > $1 AND failures > 0 LIMIT $2) AS failing"#,
        since,
        most,
    )
    .fetch_one(db)
    .await?;
    Ok(count)
}

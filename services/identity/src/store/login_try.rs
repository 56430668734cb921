//! Failed sign-ins by the keyed hash of the address, with or without an account.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

use crate::domain::lockout::{Failures, LAST};

/// Reads and locks the failures for an address. An address without failures gets a row, so that a second transaction has a lock to
/// wait for.
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

/// Writes the failures for an address, in the transaction that locked them. The commit does not wait for the disk, because the
/// transaction holds nothing but a count, and losing one in a crash does no harm.
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

/// Deletes the failures for an address.
pub async fn delete(tx: &mut PgConnection, address: &[u8; 32]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM login_tries WHERE address_hash = $1",
        address.as_slice()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes addresses whose last try was before `before`, or before `last_before` where the password has to be reset; for the
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

/// The number of addresses, with or without an account, for which a try failed since `since`; counts no further than `most`.
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

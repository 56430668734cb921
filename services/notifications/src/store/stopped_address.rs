//! Addresses that nothing is sent to that can be stopped. Known by keyed digests alone.

use std::time::Duration;

use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::StopReason;

/// Stops an address; what stopped it last counts.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn stop(
    tx: &mut PgConnection,
    digest: &[u8; 32],
    reason: StopReason,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO stopped_addresses (address_digest, reason) VALUES ($1, $2)
         ON CONFLICT (address_digest) DO UPDATE SET reason = excluded.reason, since = now()",
        &digest[..],
        reason.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether an address is stopped.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn is_stopped(tx: &mut PgConnection, digest: &[u8; 32]) -> Result<bool, StoreError> {
    let stopped = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM stopped_addresses WHERE address_digest = $1) AS "stopped!""#,
        &digest[..],
    )
    .fetch_one(tx)
    .await?;
    Ok(stopped)
}

/// Sends to an address again, because its holder has proved it anew.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn lift(tx: &mut PgConnection, digest: &[u8; 32]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM stopped_addresses WHERE address_digest = $1",
        &digest[..],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Sends again to addresses that were stopped longer than `kept` ago.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn lift_old(tx: &mut PgConnection, kept: Duration) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM stopped_addresses WHERE since < now() - make_interval(secs => $1)",
        kept.as_secs_f64(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

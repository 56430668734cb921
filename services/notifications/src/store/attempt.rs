//! The tries of deliveries.

use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{DeliveryId, Due, Outcome};

/// Notes that the attempts of `due` begin. An older one that never ended was lost with the process that made it.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn begin(tx: &mut PgConnection, due: &[Due]) -> Result<(), StoreError> {
    let (ids, attempts): (Vec<Uuid>, Vec<i32>) = due
        .iter()
        .map(|due| (due.id.get(), due.attempt.cast_signed()))
        .unzip();
    sqlx::query!(
        "UPDATE delivery_attempts SET finished_at = now(), outcome = 'lost' \
         WHERE delivery_id = ANY($1) AND finished_at IS NULL",
        &ids,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO delivery_attempts (delivery_id, attempt) SELECT * FROM unnest($1::uuid[], $2::int[])",
        &ids,
        &attempts,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes how an attempt ended.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn finish(
    tx: &mut PgConnection,
    delivery: DeliveryId,
    attempt: u32,
    outcome: Outcome,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE delivery_attempts SET finished_at = now(), outcome = $3, cause = $4 \
         WHERE delivery_id = $1 AND attempt = $2 AND finished_at IS NULL",
        delivery.get(),
        attempt.cast_signed(),
        outcome.as_str(),
        outcome.cause().map(|cause| cause.to_string()),
    )
    .execute(tx)
    .await?;
    Ok(())
}

//! The numbers of accounts, and codes that were sent to them.

use chrono::{DateTime, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// An account's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneRow {
    /// The number's digest.
    pub number_digest: Vec<u8>,
    /// Since when it is known to be the account's.
    pub verified_at: Option<DateTime<Utc>>,
    /// The hash of the code that was sent.
    pub code_hash: Option<Vec<u8>>,
    /// When it was sent.
    pub code_sent_at: Option<DateTime<Utc>>,
    /// Wrong codes since.
    pub tries: i32,
}

/// An account's number, locked; whoever asks at the same time waits, also for one that is not there.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.lock", skip_all)]
pub async fn lock(tx: &mut PgConnection, user: UserId) -> Result<Option<PhoneRow>, StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('phone of ' || $1::bigint::text, 0))",
        user.get(),
    )
    .execute(&mut *tx)
    .await?;
    find(tx, user).await
}

/// An account's number.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.find", skip_all)]
pub async fn find(tx: &mut PgConnection, user: UserId) -> Result<Option<PhoneRow>, StoreError> {
    let row = sqlx::query_as!(
        PhoneRow,
        "SELECT number_digest, verified_at, code_hash, code_sent_at, tries FROM phones WHERE user_id = $1",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Returns whether a number is known to be the account's.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.is_verified", skip_all)]
pub async fn is_verified(
    tx: &mut PgConnection,
    user: UserId,
    digest: &[u8; 32],
) -> Result<bool, StoreError> {
    let is = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM phones WHERE user_id = $1 AND number_digest = $2 AND verified_at IS NOT NULL) AS "is!""#,
        user.get(),
        &digest[..],
    )
    .fetch_one(tx)
    .await?;
    Ok(is)
}

/// Counts the codes that an account has had sent in the last hour, and those that went to a number in the last day.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.codes", skip_all)]
pub async fn codes(
    tx: &mut PgConnection,
    user: UserId,
    digest: &[u8; 32],
) -> Result<(i64, i64), StoreError> {
    // Two accounts that ask for one number take turns.
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('codes to ' || encode($1, 'hex'), 0))",
        &digest[..],
    )
    .execute(&mut *tx)
    .await?;
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE user_id = $1 AND sent_at > now() - interval '1 hour') AS "of_account!",
               count(*) FILTER (WHERE number_digest = $2) AS "to_number!"
           FROM phone_codes WHERE (user_id = $1 OR number_digest = $2) AND sent_at > now() - interval '24 hours'"#,
        user.get(),
        &digest[..],
    )
    .fetch_one(tx)
    .await?;
    Ok((row.of_account, row.to_number))
}

/// Keeps a code that is being sent to an account's number, in place of what was before.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.send", skip_all)]
pub async fn send(
    tx: &mut PgConnection,
    user: UserId,
    digest: &[u8; 32],
    code_hash: &[u8; 32],
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO phones (user_id, number_digest, code_hash, code_sent_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET number_digest = excluded.number_digest, verified_at = NULL,
             code_hash = excluded.code_hash, code_sent_at = excluded.code_sent_at, tries = 0",
        user.get(),
        &digest[..],
        &code_hash[..],
        at,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO phone_codes (user_id, number_digest) VALUES ($1, $2)",
        user.get(),
        &digest[..],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts a wrong code.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.count_try", skip_all)]
pub async fn count_try(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE phones SET tries = tries + 1 WHERE user_id = $1",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that the number is the account's; the code is spent.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.phone.verify", skip_all)]
pub async fn verify(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE phones SET verified_at = $2, code_hash = NULL, code_sent_at = NULL, tries = 0 WHERE user_id = $1",
        user.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets an account's number.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn forget(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM phones WHERE user_id = $1", user.get())
        .execute(&mut *tx)
        .await?;
    sqlx::query!("DELETE FROM phone_codes WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}

/// Forgets codes that count no more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn forget_old_codes(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM phone_codes WHERE sent_at < now() - interval '24 hours'")
        .execute(tx)
        .await?;
    Ok(())
}

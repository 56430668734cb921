//! Mailed tokens and their codes.

use chrono::{DateTime, Utc};
use lintel_core::{EmailTokenId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::token::Purpose;

/// The account of a link's token.
pub async fn user_of_token(
    tx: &mut PgConnection,
    token_hash: &[u8; 32],
    purpose: Purpose,
) -> Result<Option<UserId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT user_by_token_hash($1, $2)",
        token_hash.as_slice(),
        purpose.as_str(),
    )
    .fetch_one(tx)
    .await?;
    Ok(id.map(UserId::new))
}

/// The account of a code.
pub async fn user_of_code(
    tx: &mut PgConnection,
    code_hash: &[u8; 32],
    purpose: Purpose,
) -> Result<Option<UserId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT user_by_code_hash($1, $2)",
        code_hash.as_slice(),
        purpose.as_str(),
    )
    .fetch_one(tx)
    .await?;
    Ok(id.map(UserId::new))
}

/// A new token. A code that equals another unused one breaks `email_tokens_code_hash_uq`.
#[derive(Debug)]
pub struct NewEmailToken<'a> {
    pub user: UserId,
    pub purpose: Purpose,
    pub token_hash: &'a [u8; 32],
    pub code_hash: Option<&'a [u8; 32]>,
    /// The new address, for a link that changes it.
    pub new_email: Option<&'a str>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// Inserts a token's hashes.
pub async fn insert(
    tx: &mut PgConnection,
    token: &NewEmailToken<'_>,
) -> Result<EmailTokenId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO email_tokens (user_id, purpose, token_hash, code_hash, created_at, expires_at, new_email)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING email_token_id",
        token.user.get(),
        token.purpose.as_str(),
        token.token_hash.as_slice(),
        token.code_hash.map(<[u8; 32]>::as_slice),
        token.created_at,
        token.expires_at,
        token.new_email,
    )
    .fetch_one(tx)
    .await?;
    Ok(EmailTokenId::new(id))
}

/// A token as it is stored.
#[derive(Debug)]
pub struct EmailToken {
    pub id: EmailTokenId,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}

/// The token of a link.
pub async fn find_by_token(
    tx: &mut PgConnection,
    user: UserId,
    token_hash: &[u8; 32],
    purpose: Purpose,
) -> Result<Option<EmailToken>, StoreError> {
    let row = sqlx::query_as!(
        EmailToken,
        "SELECT email_token_id AS id, expires_at, used_at FROM email_tokens
         WHERE user_id = $1 AND token_hash = $2 AND purpose = $3",
        user.get(),
        token_hash.as_slice(),
        purpose.as_str(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// The new address of a link that is unused and has not expired.
pub async fn new_email(
    tx: &mut PgConnection,
    user: UserId,
    token_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let email = sqlx::query_scalar!(
        "SELECT new_email FROM email_tokens
         WHERE user_id = $1 AND token_hash = $2 AND purpose = 'email-change' AND used_at IS NULL AND expires_at > $3",
        user.get(),
        token_hash.as_slice(),
        now,
    )
    .fetch_optional(tx)
    .await?;
    Ok(email.flatten())
}

/// The token of a code that is not retired.
pub async fn find_by_code(
    tx: &mut PgConnection,
    user: UserId,
    code_hash: &[u8; 32],
    purpose: Purpose,
) -> Result<Option<EmailToken>, StoreError> {
    let row = sqlx::query_as!(
        EmailToken,
        "SELECT email_token_id AS id, expires_at, used_at FROM email_tokens
         WHERE user_id = $1 AND code_hash = $2 AND purpose = $3",
        user.get(),
        code_hash.as_slice(),
        purpose.as_str(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Notes the first use of a token.
pub async fn mark_used(
    tx: &mut PgConnection,
    user: UserId,
    token: EmailTokenId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE email_tokens SET used_at = $3 WHERE user_id = $1 AND email_token_id = $2 AND used_at IS NULL",
        user.get(),
        token.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Marks every unused token of an account as used, whatever its purpose, because the account has another password or address now.
pub async fn spend_all(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE email_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL",
        user.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Retires every code of an account for one purpose; links stay valid.
pub async fn retire_codes(
    tx: &mut PgConnection,
    user: UserId,
    purpose: Purpose,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE email_tokens SET code_hash = NULL
         WHERE user_id = $1 AND purpose = $2 AND code_hash IS NOT NULL",
        user.get(),
        purpose.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts the tokens for one purpose that were sent to an account since `since`.
pub async fn count_since(
    tx: &mut PgConnection,
    user: UserId,
    purpose: Purpose,
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM email_tokens
           WHERE user_id = $1 AND purpose = $2 AND created_at > $3"#,
        user.get(),
        purpose.as_str(),
        since,
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// Deletes tokens that expired before `before`; for the worker.
pub async fn delete_expired(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM email_tokens WHERE expires_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}

/// Deletes every mailed token of an account.
pub async fn delete_all(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM email_tokens WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}

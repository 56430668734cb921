//! The copy of identity's accounts.

use lintel_core::{Role, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The verified address of an account in lower case; `None` while it is not verified or the account is not known. The transaction must
/// be the account's own.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.account.email_key", skip_all)]
pub async fn email_key(tx: &mut PgConnection, user: UserId) -> Result<Option<String>, StoreError> {
    let key = sqlx::query_scalar!(
        "SELECT email_key FROM accounts WHERE user_id = $1",
        user.get()
    )
    .fetch_optional(tx)
    .await?;
    Ok(key.flatten())
}

/// Keeps what was told of an account unless something as new is known; without a role it is deleted. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.account.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    user: UserId,
    role: Option<Role>,
    email_key: Option<&str>,
    version: i64,
) -> Result<bool, StoreError> {
    let kept = sqlx::query!(
        "INSERT INTO accounts (user_id, role, email_key, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE
         SET role = excluded.role, email_key = excluded.email_key, version = excluded.version
         WHERE accounts.version < excluded.version",
        user.get(),
        role.map(Role::as_str),
        email_key,
        version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}

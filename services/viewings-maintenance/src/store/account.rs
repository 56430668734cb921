//! The copy of identity's accounts: what each chose.

use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Returns whether new requests of the properties that `user` is responsible for are assigned to them. A request sees the members of
/// its own organisation and nobody else.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.account.auto_assigns", skip_all)]
pub async fn auto_assigns(tx: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let chosen = sqlx::query_scalar!(
        "SELECT maintenance_auto_assign FROM vm_accounts WHERE user_id = $1",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(chosen.flatten().unwrap_or(false))
}

/// Keeps what was told of an account unless something as new is known; `None` for one that was deleted. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.account.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    user: UserId,
    auto_assign: Option<bool>,
    version: i64,
) -> Result<bool, StoreError> {
    let kept = sqlx::query!(
        "INSERT INTO vm_accounts (user_id, maintenance_auto_assign, version) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE
         SET maintenance_auto_assign = excluded.maintenance_auto_assign, version = excluded.version
         WHERE vm_accounts.version < excluded.version",
        user.get(),
        auto_assign,
        version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}

//! How accounts are reached, and to which organisations they belong.

use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Keeps how an account is reached, unless something newer is known.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep(
    tx: &mut PgConnection,
    user: UserId,
    version: i64,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO contacts (user_id, version, sealed) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, sealed = excluded.sealed
         WHERE contacts.version < excluded.version",
        user.get(),
        version,
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets an account.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn forget(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM members WHERE user_id = $1", user.get())
        .execute(&mut *tx)
        .await?;
    sqlx::query!("DELETE FROM contacts WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}

/// Makes `users` the members of an organisation, and nobody else.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn set_members(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    users: &[i64],
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM members WHERE organisation_id = $1 AND user_id <> ALL ($2)",
        organisation.get(),
        users,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO members (organisation_id, user_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING",
        organisation.get(),
        users,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Adds a member.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn add_member(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO members (organisation_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organisation.get(),
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes a member.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn remove_member(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM members WHERE organisation_id = $1 AND user_id = $2",
        organisation.get(),
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The members of an organisation, each with what was sealed of them.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn of_members(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<(UserId, Vec<u8>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT user_id, sealed FROM members JOIN contacts USING (user_id) WHERE organisation_id = $1 ORDER BY user_id",
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (UserId::new(row.user_id), row.sealed))
        .collect())
}

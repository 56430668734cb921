//! Accounts.

use chrono::{DateTime, Utc};
use lintel_core::{EmailAddress, Grade, OrganisationId, Role, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::{known, one_row};
use crate::domain::user::{Organisation, User};

/// The account of a sign-in address.
pub async fn user_of_email(
    tx: &mut PgConnection,
    email_key: &str,
) -> Result<Option<UserId>, StoreError> {
    let id = sqlx::query_scalar!("SELECT user_by_email_key($1)", email_key)
        .fetch_one(tx)
        .await?;
    Ok(id.map(UserId::new))
}

/// Reserves the id of a new account, so that the transaction can act as it.
pub async fn reserve_id(tx: &mut PgConnection) -> Result<UserId, StoreError> {
    let id = sqlx::query_scalar!(r#"SELECT nextval('users_user_id_seq') AS "id!""#)
        .fetch_one(tx)
        .await?;
    Ok(UserId::new(id))
}

/// A new account.
#[derive(Debug)]
pub struct NewUser<'a> {
    pub id: UserId,
    pub name: &'a str,
    pub email: &'a EmailAddress,
    pub role: Role,
    pub password_hash: &'a str,
    pub created_at: DateTime<Utc>,
}

/// Inserts an account that is not verified. A used address breaks `users_email_key_uq`.
pub async fn insert(tx: &mut PgConnection, user: &NewUser<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO users (user_id, name, email, email_key, role, password_hash, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
        user.id.get(),
        user.name,
        user.email.as_typed(),
        user.email.key(),
        user.role.as_str(),
        user.password_hash,
        user.created_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// An account with the organisation in which it acts, if it is still a member of it.
pub async fn find(
    tx: &mut PgConnection,
    user: UserId,
    organisation: Option<OrganisationId>,
) -> Result<Option<User>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT u.user_id, u.name, u.email, u.role, u.verified_at, u.phone, u.created_at, u.version,
               o.organisation_id AS "organisation_id?", o.name AS "organisation_name?", m.grade AS "grade?"
           FROM users u
           LEFT JOIN (memberships m JOIN organisations o ON o.organisation_id = m.organisation_id)
               ON m.user_id = u.user_id AND m.organisation_id = $2
           WHERE u.user_id = $1 AND u.deleted_at IS NULL"#,
        user.get(),
        organisation.map(OrganisationId::get),
    )
    .fetch_optional(tx)
    .await?;
    row.map(|row| {
        let organisation = match (row.organisation_id, row.organisation_name, row.grade) {
            (Some(id), Some(name), Some(grade)) => Some(Organisation {
                id: id.into(),
                name,
                grade: known("memberships", "grade", id, Grade::parse(&grade))?,
            }),
            _ => None,
        };
        Ok(User {
            id: row.user_id.into(),
            name: row.name,
            email: row.email,
            role: known("users", "role", row.user_id, Role::parse(&row.role))?,
            verified_at: row.verified_at,
            phone: row.phone,
            created_at: row.created_at,
            version: row.version,
            organisation,
        })
    })
    .transpose()
}

/// The values by which a sign-in is judged.
#[derive(Debug)]
pub struct Credentials {
    pub email_key: String,
    pub password_hash: String,
    pub verified: bool,
    pub password_since: DateTime<Utc>,
    /// True when the password was changed or reset since sign-up.
    pub password_changed: bool,
}

/// Reads and locks what a sign-in is judged by.
pub async fn lock_credentials(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<Credentials>, StoreError> {
    let row = sqlx::query_as!(
        Credentials,
        r#"SELECT email_key, password_hash, verified_at IS NOT NULL AS "verified!",
               coalesce(password_changed_at, created_at) AS "password_since!",
               password_changed_at IS NOT NULL AS "password_changed!"
           FROM users WHERE user_id = $1 AND deleted_at IS NULL FOR UPDATE"#,
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Sets a new password and returns the key of the account's address.
pub async fn set_password(
    tx: &mut PgConnection,
    user: UserId,
    password_hash: &str,
    at: DateTime<Utc>,
) -> Result<String, StoreError> {
    let email_key = sqlx::query_scalar!(
        "UPDATE users SET password_hash = $2, password_changed_at = $3, updated_at = $3,
             version = version + 1
         WHERE user_id = $1 RETURNING email_key",
        user.get(),
        password_hash,
        at,
    )
    .fetch_one(tx)
    .await?;
    Ok(email_key)
}

/// Locks an account's row, which every transaction that verifies its address locks first.
pub async fn lock(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT user_id FROM users WHERE user_id = $1 FOR UPDATE",
        user.get()
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Marks the address as verified and returns the new version; `None` where it was verified already.
pub async fn verify(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<Option<i64>, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE users SET verified_at = $2, updated_at = $2, version = version + 1, snapshot_due = true
         WHERE user_id = $1 AND verified_at IS NULL RETURNING version",
        user.get(),
        at,
    )
    .fetch_optional(tx)
    .await?;
    Ok(version)
}

/// Sets another sign-in address. A used one breaks `users_email_key_uq`.
pub async fn change_email(
    tx: &mut PgConnection,
    user: UserId,
    email: &EmailAddress,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET email = $2, email_key = $3, updated_at = $4, version = version + 1, snapshot_due = true
         WHERE user_id = $1",
        user.get(),
        email.as_typed(),
        email.key(),
        at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Makes a landlord's account a tenant's.
pub async fn become_tenant(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET role = $2, updated_at = $3, version = version + 1, snapshot_due = true
         WHERE user_id = $1 AND role = $4",
        user.get(),
        Role::Tenant.as_str(),
        at,
        Role::Landlord.as_str(),
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Erases an account's personal data and credentials, frees its address, and returns its last version, which is greater than that of
/// everything told of the account: copies forget it whatever they heard last.
pub async fn erase(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    // No address looks like this key, so no look-up finds it.
    let version = sqlx::query_scalar!(
        "UPDATE users SET email = '', email_key = 'deleted:' || user_id, name = 'A former member', password_hash = '',
             phone = '', address = '', verified_at = NULL, password_changed_at = NULL, failed_logins = 0,
             locked_until = NULL, deleted_at = $2, updated_at = $2, version = greatest(version, snapshot_version) + 1,
             snapshot_due = false
         WHERE user_id = $1 RETURNING version",
        user.get(),
        at,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}

/// Deletes the security log of accounts that were deleted before `before`, and rows that late requests wrote for deleted accounts;
/// for the worker.
pub async fn forget_deleted(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM security_events USING users
         WHERE users.user_id = security_events.user_id AND users.deleted_at < $1",
        before,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM user_settings USING users
         WHERE users.user_id = user_settings.user_id AND users.deleted_at IS NOT NULL",
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM email_tokens USING users
         WHERE users.user_id = email_tokens.user_id AND users.deleted_at IS NOT NULL",
    )
    .execute(tx)
    .await?;
    Ok(())
}

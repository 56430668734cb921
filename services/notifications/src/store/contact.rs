//! The copies of identity's accounts and members. Versions decide: what is older than the copy changes nothing.

use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Keeps how an account is told of something, sealed; `None` where it is not to be told any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep(
    tx: &mut PgConnection,
    user: UserId,
    contact: Option<&[u8]>,
    version: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO contacts (user_id, contact, version) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET contact = excluded.contact, version = excluded.version
         WHERE contacts.version <= excluded.version",
        user.get(),
        contact,
        version,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What is told of one membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// Of which organisation.
    pub organisation: OrganisationId,
    /// The membership.
    pub membership: i64,
    /// Whose.
    pub user: UserId,
    /// Whether it is over.
    pub ended: bool,
    /// Its version.
    pub version: i64,
}

/// Keeps a membership.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep_member(tx: &mut PgConnection, member: Member) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO members (organisation_id, membership_id, user_id, ended, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organisation_id, membership_id) DO UPDATE SET ended = excluded.ended, version = excluded.version
         WHERE members.version <= excluded.version",
        member.organisation.get(),
        member.membership,
        member.user.get(),
        member.ended,
        member.version,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends every membership of an organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn end_members(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE members SET ended = true, version = version + 1 WHERE organisation_id = $1 AND NOT ended",
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The members of an organisation that can be told something, each with the sealed contact, by their accounts.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn of_organisation(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<(UserId, Vec<u8>)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT DISTINCT ON (user_id) user_id, contact AS "contact!"
           FROM members JOIN contacts USING (user_id)
           WHERE organisation_id = $1 AND NOT ended AND contact IS NOT NULL ORDER BY user_id"#,
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let contacts = rows
        .into_iter()
        .map(|row| (UserId::new(row.user_id), row.contact));
    Ok(contacts.collect())
}

/// Whether the copies were filled from identity.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn are_filled(tx: &mut PgConnection) -> Result<bool, StoreError> {
    let filled = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM filled_contacts) AS "filled!""#)
        .fetch_one(tx)
        .await?;
    Ok(filled)
}

/// Notes that they were.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn note_filled(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO filled_contacts DEFAULT VALUES ON CONFLICT (only_row) DO UPDATE SET filled_at = now()"
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that they are not up to date any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn note_unfilled(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM filled_contacts")
        .execute(tx)
        .await?;
    Ok(())
}

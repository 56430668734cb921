//! The copies of identity's accounts and members. Versions decide: what is older than the copy changes nothing.

use lintel_core::{Grade, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Keeps how an account is told of something, sealed, and what its verified address is found by; `None` where it is not to be told any
/// more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep(
    tx: &mut PgConnection,
    user: UserId,
    contact: Option<&[u8]>,
    address_digest: Option<&[u8]>,
    version: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO contacts (user_id, contact, address_digest, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE
         SET contact = excluded.contact, address_digest = excluded.address_digest, version = excluded.version
         WHERE contacts.version <= excluded.version",
        user.get(),
        contact,
        address_digest,
        version,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the digest of an account's address; `None` where none was kept.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn address_of(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let digest = sqlx::query_scalar!(
        "SELECT address_digest FROM contacts WHERE user_id = $1",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(digest.flatten())
}

/// The state of one membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The organisation.
    pub organisation: OrganisationId,
    /// The membership.
    pub membership: i64,
    /// The account.
    pub user: UserId,
    /// The grade; `None` where it is over.
    pub grade: Option<Grade>,
    /// True when it is over.
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
        "INSERT INTO members (organisation_id, membership_id, user_id, grade, ended, version) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (organisation_id, membership_id) DO UPDATE
         SET grade = excluded.grade, ended = excluded.ended, version = excluded.version
         WHERE members.version <= excluded.version",
        member.organisation.get(),
        member.membership,
        member.user.get(),
        member.grade.map(Grade::as_str),
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

/// Returns whether an account is a member of any organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn is_member_anywhere(tx: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let is = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM members WHERE user_id = $1 AND NOT ended) AS "is!""#,
        user.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(is)
}

/// The members who own an organisation and can be told something, each with the sealed contact, by their accounts.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn owners(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<(UserId, Vec<u8>)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT DISTINCT ON (user_id) user_id, contact AS "contact!"
           FROM members JOIN contacts USING (user_id)
           WHERE organisation_id = $1 AND grade = 'Owner' AND NOT ended AND contact IS NOT NULL ORDER BY user_id"#,
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let contacts = rows
        .into_iter()
        .map(|row| (UserId::new(row.user_id), row.contact));
    Ok(contacts.collect())
}

/// The sealed contact of an account.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn of_user(tx: &mut PgConnection, user: UserId) -> Result<Option<Vec<u8>>, StoreError> {
    let contact = sqlx::query_scalar!(
        "SELECT contact FROM contacts WHERE user_id = $1",
        user.get()
    )
    .fetch_optional(tx)
    .await?;
    Ok(contact.flatten())
}

/// The account whose verified address has this digest, with its sealed contact.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn of_address(
    tx: &mut PgConnection,
    address_digest: &[u8],
) -> Result<Option<(UserId, Vec<u8>)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT user_id, contact AS "contact!" FROM contacts
           WHERE address_digest = $1 AND contact IS NOT NULL ORDER BY user_id LIMIT 1"#,
        address_digest,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (UserId::new(row.user_id), row.contact)))
}

/// Returns whether the copies were filled from identity.
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

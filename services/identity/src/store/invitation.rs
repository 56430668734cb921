//! Invitations, and the mails that were sent for them.

use chrono::{DateTime, Utc};
use lintel_core::{EmailAddress, Grade, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::{known, one_row};
use crate::domain::invitation::Invitation;

/// The organisation that a link's token invites into.
pub async fn organisation_of(
    tx: &mut PgConnection,
    token_hash: &[u8; 32],
) -> Result<Option<OrganisationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT organisation_by_invitation($1)",
        token_hash.as_slice()
    )
    .fetch_one(tx)
    .await?;
    Ok(id.map(OrganisationId::new))
}

/// The invitations of an organisation to read.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// All of them.
    All,
    /// The one with this id.
    Id(i64),
    /// The one whose link has the token of this hash.
    Token(&'a [u8; 32]),
}

/// Invitations of an organisation, the newest first.
pub async fn read(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    which: Which<'_>,
) -> Result<Vec<Invitation>, StoreError> {
    let (id, token) = match which {
        Which::All => (None, None),
        Which::Id(id) => (Some(id), None),
        Which::Token(hash) => (None, Some(hash.as_slice())),
    };
    let rows = sqlx::query!(
        r#"SELECT i.invitation_id, i.email, i.email_key, i.grade, i.invited_by, i.created_at, i.expires_at, i.version,
               m.name AS "inviter?", m.grade AS "inviter_grade?"
           FROM invitations i LEFT JOIN organisation_members($1) m ON m.user_id = i.invited_by
           WHERE i.organisation_id = $1
               AND ($2::bigint IS NULL OR i.invitation_id = $2) AND ($3::bytea IS NULL OR i.token_hash = $3)
           ORDER BY i.created_at DESC, i.invitation_id DESC"#,
        organisation.get(),
        id,
        token,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let (grade, inviter_grade) = (
                Grade::parse(&row.grade),
                row.inviter_grade.map(|grade| Grade::parse(&grade)),
            );
            Ok(Invitation {
                id: row.invitation_id,
                organisation,
                email: row.email,
                email_key: row.email_key,
                grade: known("invitations", "grade", row.invitation_id, grade)?,
                invited_by: row.invited_by.into(),
                inviter: row.inviter,
                inviter_grade: inviter_grade
                    .map(|grade| known("memberships", "grade", row.invited_by, grade))
                    .transpose()?,
                created_at: row.created_at,
                expires_at: row.expires_at,
                version: row.version,
            })
        })
        .collect()
}

/// A new invitation. A second open invitation of one address breaks [`ADDRESS_UQ`].
#[derive(Debug)]
pub struct NewInvitation<'a> {
    pub organisation: OrganisationId,
    pub email: &'a EmailAddress,
    pub grade: Grade,
    pub invited_by: UserId,
    pub token_hash: &'a [u8; 32],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// The constraint that a second open invitation of one address breaks.
pub const ADDRESS_UQ: &str = "invitations_organisation_id_email_key_uq";

/// Inserts an invitation and returns its id.
pub async fn insert(
    tx: &mut PgConnection,
    invitation: &NewInvitation<'_>,
) -> Result<i64, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO invitations (organisation_id, email, email_key, grade, invited_by, token_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING invitation_id",
        invitation.organisation.get(),
        invitation.email.as_typed(),
        invitation.email.key(),
        invitation.grade.as_str(),
        invitation.invited_by.get(),
        invitation.token_hash.as_slice(),
        invitation.created_at,
        invitation.expires_at,
    )
    .fetch_one(tx)
    .await?;
    Ok(id)
}

/// Gives an invitation a new link and a new end.
pub async fn renew(
    tx: &mut PgConnection,
    invitation: &Invitation,
    token_hash: &[u8; 32],
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE invitations SET token_hash = $3, expires_at = $4, version = version + 1
         WHERE organisation_id = $1 AND invitation_id = $2",
        invitation.organisation.get(),
        invitation.id,
        token_hash.as_slice(),
        expires_at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Deletes an invitation.
pub async fn delete(tx: &mut PgConnection, invitation: &Invitation) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "DELETE FROM invitations WHERE organisation_id = $1 AND invitation_id = $2",
        invitation.organisation.get(),
        invitation.id,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Makes transactions that mail to one address take turns, in any organisation, so that each counts the mails of those before it.
pub async fn take_turn(tx: &mut PgConnection, email_hash: &[u8; 32]) -> Result<(), StoreError> {
    let [a, b, c, d, e, f, g, h, ..] = *email_hash;
    sqlx::query!(
        "SELECT pg_advisory_xact_lock($1)",
        i64::from_be_bytes([a, b, c, d, e, f, g, h])
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts the mails that an organisation has sent since `since`.
pub async fn mails_by(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM invitation_mails WHERE organisation_id = $1 AND sent_at > $2"#,
        organisation.get(),
        since,
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// Counts the mails that all organisations have sent to an address since `since`.
pub async fn mails_to(
    tx: &mut PgConnection,
    email_hash: &[u8; 32],
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT invitation_mails_to($1, $2) AS "count!""#,
        email_hash.as_slice(),
        since,
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// Notes that a mail is sent.
pub async fn note_mail(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    email_hash: &[u8; 32],
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO invitation_mails (organisation_id, email_hash, sent_at) VALUES ($1, $2, $3)",
        organisation.get(),
        email_hash.as_slice(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes invitations that expired before `expired`, and the record of mails sent before `sent`; for the worker.
pub async fn delete_old(
    tx: &mut PgConnection,
    expired: DateTime<Utc>,
    sent: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let invitations = sqlx::query!("DELETE FROM invitations WHERE expires_at < $1", expired)
        .execute(&mut *tx)
        .await?;
    sqlx::query!("DELETE FROM invitation_mails WHERE sent_at < $1", sent)
        .execute(tx)
        .await?;
    Ok(invitations.rows_affected())
}

//! Half-filled forms.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, InviteId, OrganisationId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// A half-filled form as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its id.
    pub id: i64,
    /// What was filled in, sealed; none once it was submitted.
    pub sealed_answers: Option<Vec<u8>>,
    /// At which step, 1 to 4.
    pub step: i16,
    /// What it became.
    pub application: Option<ApplicationId>,
    /// Its version.
    pub version: i64,
}

/// Which form.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// The one whose browser shows the token of this hash.
    Token(&'a [u8; 32]),
    /// The one with this id.
    Id(i64),
}

/// A form of an invite that has not expired, locked for a change.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.draft.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
    which: Which<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Draft>, StoreError> {
    let (id, token) = match which {
        Which::Token(hash) => (None, Some(hash.as_slice())),
        Which::Id(id) => (Some(id), None),
    };
    let row = sqlx::query!(
        "SELECT draft_id, sealed_answers, step, application_id, version FROM application_drafts
         WHERE organisation_id = $1 AND invite_id = $2 AND (token_hash = $3 OR draft_id = $4) AND expires_at > $5 FOR UPDATE",
        organisation.get(),
        invite.get(),
        token,
        id,
        now,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| Draft {
        id: row.draft_id,
        sealed_answers: row.sealed_answers,
        step: row.step,
        application: row.application_id.map(Into::into),
        version: row.version,
    }))
}

/// Gives a form to another browser: the token of the one before opens nothing any more.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such form: lock it first.
#[tracing::instrument(name = "db.draft.hand_over", skip_all)]
pub async fn hand_over(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    draft: i64,
    token_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE application_drafts SET token_hash = $3, updated_at = $4
         WHERE organisation_id = $1 AND draft_id = $2 RETURNING draft_id",
        organisation.get(),
        draft,
        token_hash.as_slice(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Adds a form without its content, which is sealed together with the id that this returns: see [`save`].
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.draft.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
    token_hash: &[u8; 32],
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO application_drafts (organisation_id, invite_id, token_hash, sealed_answers, step, expires_at, version,
             created_at, updated_at)
         VALUES ($1, $2, $3, '', 1, $5, 1, $4, $4) RETURNING draft_id",
        organisation.get(),
        invite.get(),
        token_hash.as_slice(),
        now,
        expires_at,
    )
    .fetch_one(tx)
    .await?)
}

/// Writes what is filled in, at version `version`.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such form: lock it first.
#[tracing::instrument(name = "db.draft.save", skip_all)]
pub async fn save(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    draft: &Draft,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE application_drafts SET sealed_answers = $3, step = $4, version = $5, updated_at = $6, expires_at = $7
         WHERE organisation_id = $1 AND draft_id = $2 RETURNING draft_id",
        organisation.get(),
        draft.id,
        draft.sealed_answers,
        draft.step,
        draft.version,
        now,
        expires_at,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Notes what a form became; what was filled in goes.
///
/// # Errors
/// As [`save`].
#[tracing::instrument(name = "db.draft.submitted", skip_all)]
pub async fn submitted(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    draft: i64,
    application: ApplicationId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE application_drafts SET sealed_answers = NULL, application_id = $3, version = version + 1, updated_at = $4
         WHERE organisation_id = $1 AND draft_id = $2 RETURNING draft_id",
        organisation.get(),
        draft,
        application.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// How many forms began under a link since then.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.draft.begun", skip_all)]
pub async fn begun(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM application_drafts
         WHERE organisation_id = $1 AND invite_id = $2 AND created_at > $3"#,
        organisation.get(),
        invite.get(),
        since,
    )
    .fetch_one(tx)
    .await?)
}

/// How many links to forms were mailed since then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mailed {
    /// To this form.
    pub of_draft: i64,
    /// To this address.
    pub to_address: i64,
    /// Under this link.
    pub by_invite: i64,
}

/// Counts mailed links since then.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.draft.mailed", skip_all)]
pub async fn mailed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
    draft: i64,
    email_hash: &[u8; 32],
    since: DateTime<Utc>,
) -> Result<Mailed, StoreError> {
    Ok(sqlx::query_as!(
        Mailed,
        r#"SELECT count(*) FILTER (WHERE draft_id = $3) AS "of_draft!",
             count(*) FILTER (WHERE email_hash = $4) AS "to_address!",
             count(*) FILTER (WHERE invite_id = $2) AS "by_invite!"
         FROM draft_mails WHERE organisation_id = $1 AND sent_at > $5"#,
        organisation.get(),
        invite.get(),
        draft,
        email_hash.as_slice(),
        since,
    )
    .fetch_one(tx)
    .await?)
}

/// Notes that a link to a form is mailed, whose token the caller keeps.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.draft.mail", skip_all)]
pub async fn mail(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
    draft: i64,
    email_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO draft_mails (organisation_id, invite_id, draft_id, email_hash, sent_at, has_own_link)
         VALUES ($1, $2, $3, $4, $5, true)",
        organisation.get(),
        invite.get(),
        draft,
        email_hash.as_slice(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

//! Tokens of private links, of every kind and in one shape. A token finds what it was made for; what it may still do is asked of that
//! subject at each use. Rows are kept by the triggers of the subjects' tables, or by [`add`].

use chrono::{DateTime, Duration, Utc};
use lintel_core::OrganisationId;
use sqlx::{PgConnection, PgPool};

use crate::StoreError;

/// The time for which a link that has ended is told from one that nobody made.
pub const KEPT_AFTER_END: Duration = Duration::days(90);

/// A link that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// Its row.
    pub id: i64,
    /// The organisation whose link it is.
    pub organisation: OrganisationId,
    /// The row that it was made for, whose kind its purpose says.
    pub subject: i64,
    /// True when no later one was made for the same subject.
    pub is_last: bool,
    /// When it ends; `None` where its subject alone says.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was used, if it works once.
    pub used_at: Option<DateTime<Utc>>,
}

impl Link {
    /// Returns whether no later one replaced it and its time is not over.
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.is_last && self.expires_at.is_none_or(|end| end > now)
    }
}

/// The link of a token, if one was made for `purpose`, whether it still works or not.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.link.find", skip_all)]
pub async fn find(
    db: &PgPool,
    purpose: &str,
    token_hash: &[u8; 32],
) -> Result<Option<Link>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT link AS "link!", organisation AS "organisation!", subject AS "subject!", is_last AS "is_last!", expires_at, used_at
           FROM link_of_token($1) WHERE purpose = $2"#,
        token_hash.as_slice(),
        purpose,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Link {
        id: row.link,
        organisation: row.organisation.into(),
        subject: row.subject,
        is_last: row.is_last,
        expires_at: row.expires_at,
        used_at: row.used_at,
    }))
}

/// Keeps a new token of a subject, which ends those before.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.link.add", skip_all)]
pub async fn add(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    purpose: &str,
    subject: i64,
    token_hash: &[u8; 32],
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO link_tokens (organisation_id, purpose, subject_id, generation, token_hash, expires_at)
         SELECT $1, $2, $3, coalesce(max(generation), 0) + 1, $4, $5 FROM link_tokens
         WHERE organisation_id = $1 AND purpose = $2 AND subject_id = $3",
        organisation.get(),
        purpose,
        subject,
        token_hash.as_slice(),
        expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes the use of a link that works once. Returns whether it had not been used.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.link.spend", skip_all)]
pub async fn spend(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    link: i64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let spent = sqlx::query!(
        "UPDATE link_tokens SET used_at = $3 WHERE organisation_id = $1 AND link_token_id = $2 AND used_at IS NULL",
        organisation.get(),
        link,
        now,
    )
    .execute(tx)
    .await?;
    Ok(spent.rows_affected() == 1)
}

/// Deletes links that ended [`KEPT_AFTER_END`] ago, at most so many. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.link.forget", skip_all)]
pub async fn forget(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    at_most: i64,
) -> Result<u64, StoreError> {
    let ended_before = now - KEPT_AFTER_END;
    let forgotten = sqlx::query!(
        "DELETE FROM link_tokens WHERE (organisation_id, link_token_id) IN (
             SELECT organisation_id, link_token_id FROM link_tokens WHERE expires_at <= $1 LIMIT $2)",
        ended_before,
        at_most,
    )
    .execute(tx)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Counts the links that were made for a subject within the last hour in place of an earlier one.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.link.renewed", skip_all)]
pub async fn renewed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    purpose: &str,
    subject: i64,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM link_tokens
         WHERE organisation_id = $1 AND purpose = $2 AND subject_id = $3 AND generation > 1
           AND made_at > now() - interval '1 hour'"#,
        organisation.get(),
        purpose,
        subject,
    )
    .fetch_one(tx)
    .await?)
}

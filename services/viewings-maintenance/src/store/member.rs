//! The copy of identity's memberships.

use lintel_core::{Grade, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Returns whether an account belongs to the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.member.exists", skip_all)]
pub async fn exists(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM vm_members
             WHERE organisation_id = $1 AND user_id = $2 AND grade IS NOT NULL) AS "found!""#,
        organisation.get(),
        user.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(found)
}

/// Keeps what was told of a membership unless something as new is known, or its organisation is gone; without a grade it ended. Gives
/// whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.member.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    membership: i64,
    user: UserId,
    grade: Option<Grade>,
    version: i64,
) -> Result<bool, StoreError> {
    let kept = sqlx::query!(
        "INSERT INTO vm_members (organisation_id, membership_id, user_id, grade, version)
         SELECT $1, $2, $3, $4, $5
         WHERE NOT EXISTS (SELECT FROM vm_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id, membership_id) DO UPDATE
         SET user_id = excluded.user_id, grade = excluded.grade, version = excluded.version
         WHERE vm_members.version < excluded.version",
        organisation.get(),
        membership,
        user.get(),
        grade.map(Grade::as_str),
        version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}

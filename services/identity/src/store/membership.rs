//! Members of organisations.

use chrono::{DateTime, Utc};
use lintel_core::{Grade, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::known;
use crate::domain::member::Member;

/// The members of the organisation in which the transaction acts, the first to join first.
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<Member>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT membership_id AS "membership_id!", user_id AS "user_id!", name AS "name!", email AS "email!",
               grade AS "grade!", joined_at AS "joined_at!", version AS "version!"
           FROM organisation_members($1) ORDER BY joined_at, user_id"#,
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let grade = Grade::parse(&row.grade);
            Ok(Member {
                membership: row.membership_id,
                user: row.user_id.into(),
                name: row.name,
                email: row.email,
                grade: known("memberships", "grade", row.membership_id, grade)?,
                joined_at: row.joined_at,
                version: row.version,
            })
        })
        .collect()
}

/// Makes `user` a member and returns the membership's id.
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    grade: Grade,
    created_at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO memberships (organisation_id, user_id, grade, created_at) VALUES ($1, $2, $3, $4)
         RETURNING membership_id",
        organisation.get(),
        user.get(),
        grade.as_str(),
        created_at,
    )
    .fetch_one(tx)
    .await?;
    Ok(id)
}

/// Returns whether `user` is a member; if so, the membership cannot change until the transaction ends. Lock it before the session in every
/// transaction that locks both.
pub async fn hold(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<bool, StoreError> {
    let held = sqlx::query_scalar!(
        "SELECT membership_id FROM memberships WHERE organisation_id = $1 AND user_id = $2 FOR SHARE",
        organisation.get(),
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(held.is_some())
}

/// The organisation in which a new session of `user` acts: the one joined first. The memberships cannot change until the
/// transaction ends, so that a transaction that ends one of them finds the new session.
pub async fn first_of(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<OrganisationId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "SELECT organisation_id FROM memberships WHERE user_id = $1
         ORDER BY created_at, organisation_id FOR SHARE",
        user.get(),
    )
    .fetch_all(tx)
    .await?;
    Ok(ids.first().copied().map(OrganisationId::new))
}

/// Gives a member another grade and returns the membership's new version.
pub async fn set_grade(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    grade: Grade,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE memberships SET grade = $3, version = version + 1
         WHERE organisation_id = $1 AND user_id = $2 RETURNING version",
        organisation.get(),
        user.get(),
        grade.as_str(),
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}

/// Ends a membership.
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "DELETE FROM memberships WHERE organisation_id = $1 AND user_id = $2",
        organisation.get(),
        user.get(),
    )
    .execute(tx)
    .await?;
    super::one_row(&done)
}

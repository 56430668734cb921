//! Organisations and who belongs to them.

use chrono::{DateTime, Utc};
use lintel_core::{Grade, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The id of an organisation that is about to be made, so that the transaction can act in it.
pub async fn reserve_id(tx: &mut PgConnection) -> Result<OrganisationId, StoreError> {
    let id = sqlx::query_scalar!(r#"SELECT nextval('organisations_organisation_id_seq') AS "id!""#)
        .fetch_one(tx)
        .await?;
    Ok(OrganisationId::new(id))
}

/// Makes an organisation.
pub async fn insert(
    tx: &mut PgConnection,
    id: OrganisationId,
    name: &str,
    created_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO organisations (organisation_id, name, created_at, updated_at) VALUES ($1, $2, $3, $3)",
        id.get(),
        name,
        created_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Makes `user` a member.
pub async fn add_member(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    grade: Grade,
    created_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO memberships (organisation_id, user_id, grade, created_at) VALUES ($1, $2, $3, $4)",
        organisation.get(),
        user.get(),
        grade.as_str(),
        created_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The organisation in which a new session of `user` acts: the one joined first.
pub async fn first_of(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<OrganisationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT organisation_id FROM memberships WHERE user_id = $1
         ORDER BY created_at, organisation_id LIMIT 1",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(OrganisationId::new))
}

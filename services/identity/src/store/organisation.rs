//! Organisations.

use chrono::{DateTime, Utc};
use lintel_core::{Grade, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::known;

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

/// An organisation, as one of its members sees it.
#[derive(Debug)]
pub struct Row {
    pub id: OrganisationId,
    pub name: String,
    pub grade: Grade,
    pub version: i64,
}

/// The organisations of `user`, the one joined first first.
pub async fn list(tx: &mut PgConnection, user: UserId) -> Result<Vec<Row>, StoreError> {
    let rows = sqlx::query!(
        "SELECT o.organisation_id, o.name, o.version, m.grade
         FROM memberships m JOIN organisations o ON o.organisation_id = m.organisation_id
         WHERE m.user_id = $1 ORDER BY m.created_at, o.organisation_id",
        user.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let grade = Grade::parse(&row.grade);
            Ok(Row {
                id: row.organisation_id.into(),
                name: row.name,
                grade: known("memberships", "grade", row.organisation_id, grade)?,
                version: row.version,
            })
        })
        .collect()
}

/// Locks an organisation, so that its members cannot change, and returns its version. Sessions that begin in it (their foreign key)
/// do not wait for the lock.
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<i64>, StoreError> {
    let version = sqlx::query_scalar!(
        "SELECT version FROM organisations WHERE organisation_id = $1 FOR NO KEY UPDATE",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(version)
}

/// The name of an organisation.
pub async fn name(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar!(
        "SELECT name FROM organisations WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(name)
}

/// Renames an organisation and returns its new version.
pub async fn rename(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    name: &str,
    at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE organisations SET name = $2, updated_at = $3, version = version + 1, snapshot_due = true
         WHERE organisation_id = $1 RETURNING version",
        organisation.get(),
        name,
        at,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}

/// Erases an organisation except for its id, and returns its last version.
pub async fn erase(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE organisations SET name = 'Deleted organisation', landlord_kind = NULL, landlord_names = NULL,
             landlord_company_number = NULL, landlord_trading_as = NULL, landlord_notice_address = NULL, landlord_contact_name = NULL,
             landlord_contact_phone = NULL, landlord_contact_email = NULL, deleted_at = $2, updated_at = $2, version = version + 1,
             snapshot_due = false
         WHERE organisation_id = $1 RETURNING version",
        organisation.get(),
        at,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}

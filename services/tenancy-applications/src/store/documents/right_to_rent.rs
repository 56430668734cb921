//! Checks of the right to rent, their files and who read those.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ApplicationId, OrganisationId, RightToRentCheckId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::documents::{NewRightToRent, RightToRentCheck, RightToRentMethod};

struct CheckRow {
    right_to_rent_check_id: i64,
    application_id: i64,
    display_name: Option<String>,
    method: String,
    document: String,
    check_date: NaiveDate,
    checker: String,
    expire_date: Option<NaiveDate>,
    media_type: Option<String>,
    created_at: DateTime<Utc>,
}

impl TryFrom<CheckRow> for RightToRentCheck {
    type Error = StoreError;

    fn try_from(row: CheckRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "right_to_rent_checks",
            id: row.right_to_rent_check_id,
        };
        Ok(Self {
            id: row.right_to_rent_check_id.into(),
            application: row.application_id.into(),
            seen: NewRightToRent {
                name: row.display_name,
                method: name.known("method", RightToRentMethod::parse(&row.method))?,
                document: row.document,
                checked: row.check_date,
                checker: row.checker,
                expires: row.expire_date,
            },
            media_type: row.media_type,
            created_at: row.created_at,
        })
    }
}

/// The checks of some applications, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.right_to_rent.of_applications", skip_all)]
pub async fn of_applications(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: &[i64],
) -> Result<Vec<RightToRentCheck>, StoreError> {
    let rows = sqlx::query_as!(
        CheckRow,
        r#"SELECT right_to_rent_check_id, application_id AS "application_id!", display_name, method, document, check_date, checker,
             expire_date, media_type, created_at
           FROM right_to_rent_checks WHERE organisation_id = $1 AND application_id = ANY ($2)
           ORDER BY right_to_rent_check_id DESC"#,
        organisation.get(),
        applications,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds a check; its file follows by [`keep_evidence`].
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.right_to_rent.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    new: &NewRightToRent,
    media_type: Option<&str>,
    by: UserId,
    at: DateTime<Utc>,
) -> Result<RightToRentCheckId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO right_to_rent_checks (organisation_id, application_id, display_name, method, document, check_date, checker,
                                           expire_date, follow_up_date, media_type, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING right_to_rent_check_id",
        organisation.get(),
        application.get(),
        new.name,
        new.method.as_str(),
        new.document,
        new.checked,
        new.checker,
        new.expires,
        new.follow_up(),
        media_type,
        by.get(),
        at,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Keeps the sealed file of a check.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.right_to_rent.keep_evidence", skip_all)]
pub async fn keep_evidence(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    check: RightToRentCheckId,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO right_to_rent_evidence (organisation_id, right_to_rent_check_id, sealed) VALUES ($1, $2, $3)",
        organisation.get(),
        check.get(),
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The sealed file of a check and what kind it is.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.right_to_rent.evidence", skip_all)]
pub async fn evidence(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    check: RightToRentCheckId,
) -> Result<Option<(String, Vec<u8>)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT media_type AS "media_type!", sealed FROM right_to_rent_checks c JOIN right_to_rent_evidence e
             ON e.organisation_id = c.organisation_id AND e.right_to_rent_check_id = c.right_to_rent_check_id
           WHERE c.organisation_id = $1 AND c.application_id = $2 AND c.right_to_rent_check_id = $3"#,
        organisation.get(),
        application.get(),
        check.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.media_type, row.sealed)))
}

/// Records that somebody reads the file of a check.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.right_to_rent.record_reading", skip_all)]
pub async fn record_reading(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    check: RightToRentCheckId,
    by: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO right_to_rent_readings (organisation_id, right_to_rent_check_id, user_id, read_at) VALUES ($1, $2, $3, $4)",
        organisation.get(),
        check.get(),
        by.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the checks of an application that is about to be erased and that led to a tenancy, until a year after that ended.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.right_to_rent.keep_without_application", skip_all)]
pub async fn keep_without_application(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    until: NaiveDate,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE right_to_rent_checks SET application_id = NULL, keep_until = $3
         WHERE organisation_id = $1 AND application_id = $2",
        organisation.get(),
        application.get(),
        until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

//! Whose application it is, before it is known in which organisation: by a tenant's account. And how many came from one place, so that
//! nobody floods anybody.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, InviteId, OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::applying::AppliedHome;

/// The applications that an account made, or that were made under its verified address, the newest first; at most 10,000.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.own_application.of_account", skip_all)]
pub async fn of_account(
    tx: &mut PgConnection,
    account: UserId,
    verified: Option<&str>,
) -> Result<Vec<(OrganisationId, ApplicationId)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT organisation AS "organisation!", application AS "application!" FROM applications_of_account($1, $2)"#,
        account.get(),
        verified,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.organisation.into(), row.application.into()))
        .collect())
}

/// The organisations for whose homes an account may apply.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.own_application.organisations", skip_all)]
pub async fn organisations(
    tx: &mut PgConnection,
    account: UserId,
    verified: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Vec<OrganisationId>, StoreError> {
    let ids = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM organisations_of_account($1, $2, $3) AS id"#,
        account.get(),
        verified,
        now,
    )
    .fetch_all(tx)
    .await?;
    Ok(ids.into_iter().map(Into::into).collect())
}

/// The first of the applications of an address for a home or a room that are neither rejected nor withdrawn and whose tenancy has not
/// begun; with `among`, of those alone.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.own_application.standing", skip_all)]
pub async fn standing(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    email: &str,
    home: &AppliedHome,
    among: Option<&[i64]>,
) -> Result<Option<ApplicationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT a.application_id FROM applications a
         LEFT JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id
         LEFT JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
         WHERE a.organisation_id = $1 AND a.email_key = lower($2) AND a.property_id = $3 AND a.room_id IS NOT DISTINCT FROM $4
             AND a.rejected_at IS NULL AND a.withdrawn_at IS NULL AND coalesce(y.state = 'Upcoming', true)
             AND ($5::bigint[] IS NULL OR a.application_id = ANY ($5))
         ORDER BY a.application_id LIMIT 1",
        organisation.get(),
        email,
        home.property.get(),
        home.room.as_ref().map(|(id, _)| id.get()),
        among,
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}

/// A number that no application has or will have.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.own_application.spare_number", skip_all)]
pub async fn spare_number(tx: &mut PgConnection) -> Result<i64, StoreError> {
    Ok(
        sqlx::query_scalar!(r#"SELECT spare_application_number() AS "number!""#)
            .fetch_one(tx)
            .await?,
    )
}

/// How many applications came by a link since then, and when the first of them did.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.own_application.by_invite", skip_all)]
pub async fn by_invite(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
    since: DateTime<Utc>,
) -> Result<(i64, Option<DateTime<Utc>>), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "count!", min(created_at) AS first FROM applications
         WHERE organisation_id = $1 AND invite_id = $2 AND created_at > $3"#,
        organisation.get(),
        invite.get(),
        since,
    )
    .fetch_one(tx)
    .await?;
    Ok((row.count, row.first))
}

/// How many applications an address made to the organisation since then, and when the first of them came. Others that count the same
/// address wait until this transaction has ended, so that no two of them use the same allowance.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.own_application.by_address", skip_all)]
pub async fn by_address(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    email: &str,
    since: DateTime<Utc>,
) -> Result<(i64, Option<DateTime<Utc>>), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended(lower($1), $2))",
        email,
        organisation.get(),
    )
    .execute(&mut *tx)
    .await?;
    let row = sqlx::query!(
        r#"SELECT count(*) AS "count!", min(created_at) AS first FROM applications
         WHERE organisation_id = $1 AND email_key = lower($2) AND created_at > $3"#,
        organisation.get(),
        email,
        since,
    )
    .fetch_one(tx)
    .await?;
    Ok((row.count, row.first))
}

//! What the way into the home hangs on: nations, and who rents together.

use chrono::NaiveDate;
use lintel_core::{ApplicationId, OrganisationId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;
use sqlx::PgConnection;

use crate::domain::letting::TenancyState;

/// A tenancy as far as it matters on the way into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservedTenancy {
    /// Its id.
    pub id: TenancyId,
    /// How far it is.
    pub state: TenancyState,
    /// Its first day.
    pub start: NaiveDate,
}

/// The tenancy of a tenant.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.move_in.tenancy_of", skip_all)]
pub async fn tenancy_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Option<ReservedTenancy>, StoreError> {
    let row = sqlx::query!(
        "SELECT y.tenancy_id, y.state, y.start_date FROM tenants t
         JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
         WHERE t.organisation_id = $1 AND t.tenant_id = $2",
        organisation.get(),
        tenant.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let name = RowName {
        table: "tenancies",
        id: row.tenancy_id,
    };
    Ok(Some(ReservedTenancy {
        id: row.tenancy_id.into(),
        state: name.known("state", TenancyState::parse(&row.state))?,
        start: row.start_date,
    }))
}

/// The nation of an application's home: as portfolio says it, else as its tenancy has it; England where neither is known any more.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.move_in.nation", skip_all)]
pub async fn nation(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Nation, StoreError> {
    let found = sqlx::query!(
        r#"SELECT coalesce(h.postcode, y.home_postcode, '') AS "postcode!",
               CASE WHEN h.postcode IS NULL THEN y.home_nation ELSE h.nation END AS nation
           FROM applications a
           LEFT JOIN homes h ON h.organisation_id = a.organisation_id AND h.property_id = a.property_id
           LEFT JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id
           LEFT JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
           WHERE a.organisation_id = $1 AND a.application_id = $2"#,
        organisation.get(),
        application.get(),
    )
    .fetch_optional(tx)
    .await?;
    let name = RowName {
        table: "applications",
        id: application.get(),
    };
    let (said, postcode) = found.map_or_else(Default::default, |row| (row.nation, row.postcode));
    crate::store::nation(&name, said.as_deref(), &postcode)
}

/// The applications of those who rent together in a tenancy and have not left, by the tenant's id.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.move_in.together", skip_all)]
pub async fn together(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Vec<(ApplicationId, String)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT application_id AS "application_id!", name FROM tenants
           WHERE organisation_id = $1 AND tenancy_id = $2 AND NOT has_left AND application_id IS NOT NULL ORDER BY tenant_id"#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.application_id.into(), row.name))
        .collect())
}

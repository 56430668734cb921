//! Tenancies locked for a change, and tenants as they are shown.

use lintel_core::{Error, OrganisationId, PropertyId, TenancyId, TenantId};
use sqlx::PgConnection;

use crate::{
    domain::letting::{Tenancy, Tenant},
    error::{tenancy_not_found, tenant_not_found},
    store,
};

/// The tenancy of a tenant, locked after its home.
///
/// # Errors
/// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
pub async fn lock_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Tenancy, Error> {
    let (property, tenancy) = store::letting::tenant::place_of(tx, organisation, tenant)
        .await?
        .ok_or_else(tenant_not_found)?;
    let tenancy = lock_with_home(tx, organisation, property, tenancy).await?;
    if tenancy.member(tenant).is_none() {
        return Err(tenant_not_found());
    }
    Ok(tenancy)
}

/// Locks a home and then a tenancy of it.
///
/// # Errors
/// `TENANCY_NOT_FOUND` for one that went meanwhile; [`Error::Unavailable`] while the database is away.
pub async fn lock_with_home(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    tenancy: TenancyId,
) -> Result<Tenancy, Error> {
    store::keeping::home::lock(tx, organisation, property).await?;
    lock(tx, organisation, tenancy).await
}

/// A tenant as it is shown.
///
/// # Errors
/// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
pub async fn shown(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Tenant, Error> {
    store::letting::tenant::find(tx, organisation, tenant)
        .await?
        .ok_or_else(tenant_not_found)
}

pub(super) async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Tenancy, Error> {
    store::letting::tenancy::lock(tx, organisation, tenancy)
        .await?
        .ok_or_else(tenancy_not_found)
}

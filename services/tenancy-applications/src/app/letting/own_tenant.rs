//! The tenant that a call is about: one of the landlord's organisation, or of a tenant's account the tenant that it is itself.

use chrono::NaiveDate;
use lintel_core::{Error, OrganisationId, Principal, Role, TenantId};
use lintel_db::Tx;

use super::{locked, own_tenancies};
use crate::{domain::letting::Tenant, error::tenant_not_found};

/// The tenant and whose it is; the transaction acts in that organisation from then on. An account has the tenants that it confirmed, to
/// read, as long as it sees their homes.
///
/// # Errors
/// `TENANT_NOT_FOUND`, for somebody else's as well; [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn named(
    tx: &mut Tx,
    caller: &Principal,
    tenant: TenantId,
    today: NaiveDate,
) -> Result<(OrganisationId, Tenant), Error> {
    if caller.role != Role::Tenant {
        let organisation = caller.organisation()?;
        let found = locked::shown(tx, organisation, tenant).await?;
        return Ok((organisation, found));
    }
    let found = own_tenancies::named(tx, caller, tenant, today).await?;
    found.ok_or_else(tenant_not_found)
}

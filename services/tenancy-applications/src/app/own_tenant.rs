//! The tenant that a call is about: one of the landlord's organisation, or of a tenant's account the tenant that it is itself.

use lintel_core::{Error, OrganisationId, Principal, Role, TenantId};
use lintel_db::Tx;

use super::{applications::act_in, tenancy};
use crate::{domain::Tenant, error::tenant_not_found, store};

/// The tenant and whose it is; the transaction acts in that organisation from then on. An account has the tenants of its verified
/// address who have not left.
///
/// # Errors
/// `TENANT_NOT_FOUND`, for somebody else's as well; [`Error::Unavailable`] while the database is away.
pub(super) async fn named(
    tx: &mut Tx,
    caller: &Principal,
    tenant: TenantId,
) -> Result<(OrganisationId, Tenant), Error> {
    if caller.role != Role::Tenant {
        let organisation = caller.organisation()?;
        let found = tenancy::shown(tx, organisation, tenant).await?;
        return Ok((organisation, found));
    }
    let key = store::account::email_key(tx, caller.user).await?;
    let key = key.ok_or_else(tenant_not_found)?;
    let own = store::tenant::of_email(tx, &key).await?;
    let own = own.into_iter().find(|(_, id)| *id == tenant);
    let (organisation, _) = own.ok_or_else(tenant_not_found)?;
    act_in(tx, caller, organisation).await?;
    let found = tenancy::shown(tx, organisation, tenant).await?;
    Ok((organisation, found))
}

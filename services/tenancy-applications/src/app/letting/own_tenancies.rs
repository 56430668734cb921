//! The tenants that a caller's account is: what it confirmed, and nothing that somebody typed.

use chrono::NaiveDate;
use lintel_core::{Error, OrganisationId, Principal, TenantId};
use lintel_db::Tx;

use crate::{
    app::applying::locked::act_in,
    domain::letting::{AccountTenancy, LeaseStatus, Tenant, account_tenancy},
    error::tenancy_not_linked,
    store,
};

/// The tenants with the account's verified address or of its own applications, and what it said of each. `tx` acts for the account.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn of_account(
    tx: &mut Tx,
    caller: &Principal,
) -> Result<Vec<AccountTenancy>, Error> {
    let verified = store::keeping::account::email_key(tx, caller.user).await?;
    let verified = verified.as_deref();
    Ok(store::letting::tenant_confirmation::of_account(tx, caller.user, verified).await?)
}

/// Those of `own` that the account confirmed and still sees on a day, the one to show first in front. The transaction acts in one of their
/// organisations from then on.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn seen(
    tx: &mut Tx,
    caller: &Principal,
    own: &[AccountTenancy],
    today: NaiveDate,
) -> Result<Vec<(OrganisationId, Tenant)>, Error> {
    let mut seen = Vec::new();
    for one in own.iter().filter(|one| one.mine == Some(true)) {
        act_in(tx, caller, one.organisation).await?;
        let tenant = store::letting::tenant::find(tx, one.organisation, one.tenant).await?;
        let tenant = tenant.filter(|tenant| account_tenancy::is_seen_on(tenant, today));
        seen.extend(tenant.map(|tenant| (one.organisation, tenant)));
    }
    account_tenancy::sort(&mut seen, |(_, tenant)| tenant);
    Ok(seen)
}

/// The tenant of a number, if the account confirmed it and still sees it on a day; the transaction acts in its organisation from then on.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn named(
    tx: &mut Tx,
    caller: &Principal,
    tenant: TenantId,
    today: NaiveDate,
) -> Result<Option<(OrganisationId, Tenant)>, Error> {
    let mut own = of_account(tx, caller).await?;
    own.retain(|one| one.tenant == tenant);
    Ok(seen(tx, caller, &own, today).await?.pop())
}

/// The tenant that the portal of the account shows first, and whose; one who has left where there is no other. The transaction acts in that
/// organisation from then on.
///
/// # Errors
/// `TENANCY_NOT_LINKED`; [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn first(
    tx: &mut Tx,
    caller: &Principal,
    today: NaiveDate,
) -> Result<(OrganisationId, Tenant), Error> {
    let own = of_account(tx, caller).await?;
    let seen = seen(tx, caller, &own, today).await?;
    let (organisation, tenant) = seen.into_iter().next().ok_or_else(tenancy_not_linked)?;
    act_in(tx, caller, organisation).await?;
    Ok((organisation, tenant))
}

/// The tenant that the account is now, and whose: the first that goes on. The transaction acts in that organisation from then on.
///
/// # Errors
/// `TENANCY_NOT_LINKED`; [`Error::Unavailable`] while the database is away.
pub(super) async fn current(
    tx: &mut Tx,
    caller: &Principal,
    today: NaiveDate,
) -> Result<(OrganisationId, Tenant), Error> {
    let own = of_account(tx, caller).await?;
    let seen = seen(tx, caller, &own, today).await?;
    let found = seen
        .into_iter()
        .find(|(_, tenant)| tenant.status != LeaseStatus::Ended);
    let (organisation, tenant) = found.ok_or_else(tenancy_not_linked)?;
    act_in(tx, caller, organisation).await?;
    Ok((organisation, tenant))
}

//! What a tenant sees of their own home.

use std::sync::Arc;

use lintel_core::{Clock, Error, OrganisationId, Principal, london_date};
use lintel_db::{Db, Scope, Tx};

use super::{applications::act_in, ledgers};
use crate::{
    domain::{LeaseStatus, Tenant},
    error::tenancy_not_linked,
    store,
};

/// The tenancy of the signed-in account.
#[derive(Debug, Clone)]
pub struct Portal {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// A tenant's home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnHome {
    /// The tenant; without the application and the reason of leaving.
    pub tenant: Tenant,
    /// The kind of the property; empty where it has left the portfolio.
    pub property_type: String,
    /// Who lets the home; empty where it is not known.
    pub organisation_name: String,
}

impl Portal {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The tenancy that the account's verified address is a tenant of: one in force, else the next to begin.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_portal", skip_all)]
    pub async fn get(&self, caller: &Principal) -> Result<OwnHome, Error> {
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let (organisation, tenant) = own_tenant(&mut tx, caller).await?;
        let home = store::home::find(&mut tx, organisation, tenant.property).await?;
        let name = store::organisation::name(&mut tx, organisation).await?;
        let today = london_date(self.clock.now());
        let own = ledgers::with_arrears(&mut tx, organisation, vec![tenant], today).await?;
        let mut tenant = own.into_iter().next().ok_or_else(tenancy_not_linked)?;
        tenant.application = None;
        if let Some(leaving) = &mut tenant.leaving {
            leaving.reason = None;
        }
        Ok(OwnHome {
            tenant,
            property_type: home.map(|home| home.property_type).unwrap_or_default(),
            organisation_name: name.unwrap_or_default(),
        })
    }
}

/// The tenant that the account's verified address is, and whose; the transaction acts in that organisation from then on.
///
/// # Errors
/// `TENANCY_NOT_LINKED`; [`Error::Unavailable`] while the database is away.
pub(super) async fn own_tenant(
    tx: &mut Tx,
    caller: &Principal,
) -> Result<(OrganisationId, Tenant), Error> {
    let key = store::account::email_key(tx, caller.user)
        .await?
        .ok_or_else(tenancy_not_linked)?;
    let mut own = Vec::new();
    for (organisation, tenant) in store::tenant::of_email(tx, &key).await? {
        act_in(tx, caller, organisation).await?;
        let tenant = store::tenant::find(tx, organisation, tenant).await?;
        own.extend(tenant.map(|tenant| (organisation, tenant)));
    }
    let (organisation, tenant) = own
        .into_iter()
        .filter(|(_, tenant)| tenant.status != LeaseStatus::Ended)
        .min_by_key(|(_, tenant)| {
            (
                tenant.status != LeaseStatus::Active,
                tenant.start,
                tenant.id,
            )
        })
        .ok_or_else(tenancy_not_linked)?;
    act_in(tx, caller, organisation).await?;
    Ok((organisation, tenant))
}

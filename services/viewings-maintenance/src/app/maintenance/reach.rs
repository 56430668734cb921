//! Whose requests a caller reaches: a member those of the organisation, a tenant's account those of where it lives.

use std::collections::BTreeMap;

use lintel_core::{Error, MaintenanceRequestId, OrganisationId, Principal, Role, TenantId, UserId};
use lintel_db::{Scope, Tx};
use lintel_sealing::Opener;

use crate::{
    domain::{LeaseStatus, TenantCopy, maintenance::MaintenanceActor},
    error::{maintenance_request_not_found, tenancy_not_linked},
    store::{self, maintenance::seen_by},
};

/// In whose name requests of an organisation are worked with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Landlord or Tenant.
    pub actor: MaintenanceActor,
    /// The account.
    pub user: UserId,
    /// The tenants that the account is there; of a member none.
    pub tenants: Vec<TenantId>,
    caller: Scope,
}

impl Reach {
    /// Of a member's own organisation.
    ///
    /// # Errors
    /// `NO_ORGANISATION`.
    pub fn of_member(caller: &Principal) -> Result<Self, Error> {
        Ok(Self {
            organisation: caller.organisation()?,
            actor: MaintenanceActor::Landlord,
            user: caller.user,
            tenants: Vec::new(),
            caller: Scope::of(caller),
        })
    }

    /// Of a tenant's account, for each organisation in one of whose homes it lives now.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn of_tenant(
        tx: &mut Tx,
        opener: &Opener,
        caller: &Principal,
    ) -> Result<Vec<Self>, Error> {
        let mut homes: BTreeMap<OrganisationId, Vec<TenantId>> = BTreeMap::new();
        for copy in own_copies(tx, opener).await? {
            homes
                .entry(copy.organisation)
                .or_default()
                .push(copy.tenant_id);
        }
        let reaches = homes.into_iter().map(|(organisation, tenants)| Self {
            organisation,
            actor: MaintenanceActor::Tenant,
            user: caller.user,
            tenants,
            caller: Scope::of(caller),
        });
        Ok(reaches.collect())
    }

    /// Whatever a caller reaches: one organisation of a member, perhaps several of a tenant.
    ///
    /// # Errors
    /// As [`Self::of_member`] and [`Self::of_tenant`].
    pub async fn all(tx: &mut Tx, opener: &Opener, caller: &Principal) -> Result<Vec<Self>, Error> {
        if caller.role == Role::Tenant {
            return Self::of_tenant(tx, opener, caller).await;
        }
        Ok(vec![Self::of_member(caller)?])
    }

    /// The reach in which a request is; the transaction shows its organisation's rows from then on.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND` for somebody else's; [`Error::Unavailable`] while the database is away.
    pub async fn to(
        tx: &mut Tx,
        opener: &Opener,
        caller: &Principal,
        request: MaintenanceRequestId,
    ) -> Result<Self, Error> {
        if caller.role != Role::Tenant {
            return Self::of_member(caller);
        }
        for reach in Self::of_tenant(tx, opener, caller).await? {
            reach.enter(tx).await?;
            let seeing = seen_by::of_request(tx, reach.organisation, request).await?;
            if seeing.iter().any(|tenant| reach.tenants.contains(tenant)) {
                return Ok(reach);
            }
        }
        Err(maintenance_request_not_found())
    }

    /// Lets the transaction show the organisation's rows.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn enter(&self, tx: &mut Tx) -> Result<(), Error> {
        if self.actor == MaintenanceActor::Tenant {
            let within = Scope {
                organisation: Some(self.organisation),
                user: Some(self.user),
            };
            tx.act_as(within).await?;
        }
        Ok(())
    }

    /// Lets the transaction act for the caller again, whose request id it keeps.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn leave(&self, tx: &mut Tx) -> Result<(), Error> {
        if self.actor == MaintenanceActor::Tenant {
            tx.act_as(self.caller).await?;
        }
        Ok(())
    }

    /// The tenants whose requests are shown; `None` for all.
    #[must_use]
    pub fn tenants(&self) -> Option<&[TenantId]> {
        (self.actor == MaintenanceActor::Tenant).then_some(self.tenants.as_slice())
    }

    /// Whether a member of the organisation asks.
    #[must_use]
    pub fn is_landlord(&self) -> bool {
        self.actor == MaintenanceActor::Landlord
    }
}

/// The tenants that the caller's account is where it lives now. The transaction acts for the account.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
async fn own_copies(tx: &mut Tx, opener: &Opener) -> Result<Vec<TenantCopy>, Error> {
    let mut copies = store::tenant::of_account(tx, opener).await?;
    copies.retain(|copy| copy.lease_status == LeaseStatus::Active);
    Ok(copies)
}

/// As [`own_copies`], of an account that lives somewhere.
///
/// # Errors
/// `TENANCY_NOT_LINKED`; [`Error::Unavailable`] while the database is away.
pub async fn own_homes(tx: &mut Tx, opener: &Opener) -> Result<Vec<TenantCopy>, Error> {
    let copies = own_copies(tx, opener).await?;
    if copies.is_empty() {
        return Err(tenancy_not_linked());
    }
    Ok(copies)
}

//! The requests that a caller reaches: a member the organisation's, a tenant's account those of where it lives, and to read for a year
//! those of where it lived.

use std::{cmp::Reverse, collections::BTreeMap};

use chrono::{DateTime, Days, NaiveDate, Utc};
use lintel_core::{
    Error, MaintenanceRequestId, OrganisationId, Principal, PropertyId, Role, TenantId, UserId,
    london_date, london_midnight,
};
use lintel_db::{Scope, Tx};
use lintel_sealing::Opener;

use crate::{
    domain::{TenantCopy, maintenance::MaintenanceActor},
    error::{home_not_found, maintenance_request_not_found, tenancy_ended, tenancy_not_linked},
    store::{
        self,
        maintenance::{request, seen_by},
    },
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
    /// The last day in a home that was left: what is from later is not seen, and nothing is written. `None` where the account lives, and of
    /// a member.
    pub left: Option<NaiveDate>,
    caller: Scope,
}

impl Reach {
    /// The reach of a member: its own organisation.
    ///
    /// # Errors
    /// `NO_ORGANISATION`.
    pub fn of_member(caller: &Principal) -> Result<Self, Error> {
        Ok(Self {
            organisation: caller.organisation()?,
            actor: MaintenanceActor::Landlord,
            user: caller.user,
            tenants: Vec::new(),
            left: None,
            caller: Scope::of(caller),
        })
    }

    /// The reach of a tenant's account: each organisation in whose homes it lives on `today`; then for each last day in one that it has left
    /// and still sees, the latest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn of_tenant(
        tx: &mut Tx,
        opener: &Opener,
        caller: &Principal,
        today: NaiveDate,
    ) -> Result<Vec<Self>, Error> {
        let mut homes: BTreeMap<_, Vec<TenantId>> = BTreeMap::new();
        for copy in store::tenant::of_account(tx, opener).await? {
            let left = copy.left_and_sees_on(today);
            if left.is_some() || copy.lives_there_on(today) {
                let place = (left.map(Reverse), copy.organisation);
                homes.entry(place).or_default().push(copy.tenant_id);
            }
        }
        let reaches = homes.into_iter();
        let reaches = reaches.map(|((left, organisation), tenants)| Self {
            organisation,
            actor: MaintenanceActor::Tenant,
            user: caller.user,
            tenants,
            left: left.map(|Reverse(last)| last),
            caller: Scope::of(caller),
        });
        Ok(reaches.collect())
    }

    /// Whatever a caller reaches: one organisation of a member, perhaps several of a tenant.
    ///
    /// # Errors
    /// As [`Self::of_member`] and [`Self::of_tenant`].
    pub async fn all(
        tx: &mut Tx,
        opener: &Opener,
        caller: &Principal,
        today: NaiveDate,
    ) -> Result<Vec<Self>, Error> {
        if caller.role == Role::Tenant {
            return Self::of_tenant(tx, opener, caller, today).await;
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
        today: NaiveDate,
    ) -> Result<Self, Error> {
        if caller.role != Role::Tenant {
            return Self::of_member(caller);
        }
        for reach in Self::of_tenant(tx, opener, caller, today).await? {
            reach.enter(tx).await?;
            let seeing = seen_by::of_request(tx, reach.organisation, request).await?;
            if seeing.iter().any(|tenant| reach.tenants.contains(tenant)) {
                let found = request::find(tx, reach.organisation, request).await?;
                if found.is_some_and(|found| reach.sees(found.reported_at)) {
                    return Ok(reach);
                }
            }
        }
        Err(maintenance_request_not_found())
    }

    /// Returns whether what happened at an instant is seen.
    #[must_use]
    pub fn sees(&self, at: DateTime<Utc>) -> bool {
        self.left.is_none_or(|last| london_date(at) <= last)
    }

    /// The instant from which on nothing is seen; `None` where there is none.
    #[must_use]
    pub fn until(&self) -> Option<DateTime<Utc>> {
        let next = self.left?.checked_add_days(Days::new(1))?;
        Some(london_midnight(next))
    }

    /// Refuses to write in a home that was left.
    ///
    /// # Errors
    /// `TENANCY_ENDED`.
    pub fn may_write(&self) -> Result<(), Error> {
        self.left.map_or(Ok(()), |_| Err(tenancy_ended()))
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

    /// Returns whether a member of the organisation asks.
    #[must_use]
    pub fn is_landlord(&self) -> bool {
        self.actor == MaintenanceActor::Landlord
    }
}

/// The tenants that the caller's account is where it lives on `today`: in the home that is named, else in any. The transaction acts for the
/// account.
///
/// # Errors
/// `TENANCY_ENDED` where it has left; `HOME_NOT_FOUND` for a home of somebody else's; `TENANCY_NOT_LINKED` where it lives and lived nowhere;
/// [`Error::Unavailable`] while the database is away.
pub async fn own_homes(
    tx: &mut Tx,
    opener: &Opener,
    named: Option<PropertyId>,
    today: NaiveDate,
) -> Result<Vec<TenantCopy>, Error> {
    let mut copies = store::tenant::of_account(tx, opener).await?;
    let lives_somewhere = copies.iter().any(|copy| copy.lives_there_on(today));
    copies.retain(|copy| named.is_none_or(|property| copy.property == property));
    let has_left = copies
        .iter()
        .any(|copy| copy.left_and_sees_on(today).is_some());
    copies.retain(|copy| copy.lives_there_on(today));
    if !copies.is_empty() {
        return Ok(copies);
    }
    Err(match (has_left, lives_somewhere) {
        (true, _) => tenancy_ended(),
        (false, true) => home_not_found(),
        (false, false) => tenancy_not_linked(),
    })
}

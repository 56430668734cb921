//! Invitations to the portal: a landlord mails a tenant a link, and the account that follows it signed in is the tenant.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error, Principal, RequestKey, TenancyId, TenantId};
use lintel_db::{Db, Scope, Tx, links as link_rows, links::Link, once};
use lintel_sealing::LinkToken;

use super::{TenancyMails, locked, portal};
use crate::{
    app::{
        allowance,
        applying::{invites, locked::act_in},
        keeping::owners::{Asking, know_account},
        links::{self, Purpose},
    },
    domain::letting::{ConfirmationBasis, LeaseStatus, PortalState, Tenant},
    error::{invitation_spent, link_closed, portal_confirmed, tenancy_ended},
    store::{self, letting::tenant_confirmation::Said},
};

/// New links of one tenant within an hour.
const AN_HOUR: u32 = 3;
/// Invitations of one organisation to one address within a day, however many of its tenants have it.
const TO_ADDRESS_A_DAY: u32 = 6;
/// How long an invitation works.
const LASTS: Duration = Duration::days(14);

/// Invitations to the portal.
#[derive(Debug, Clone)]
pub struct PortalInvitations {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: TenancyMails,
    asking: Arc<Asking>,
}

/// The home that an invitation is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedHome {
    /// The name of whoever says so; empty where it is not known.
    pub organisation_name: String,
    /// Where the home is.
    pub address: String,
    /// Its postcode.
    pub postcode: String,
}

impl PortalInvitations {
    /// Invitations of tenants kept in `db`, sent by `mails`.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        mails: TenancyMails,
        asking: Arc<Asking>,
    ) -> Self {
        Self {
            db,
            clock,
            mails,
            asking,
        }
    }

    /// Mails a tenant a link to the portal; the one before is dead. A repeat under the same request id mails nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANCY_ENDED` for one who has left; `PORTAL_CONFIRMED` where the home is in somebody's portal already;
    /// `RATE_LIMITED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.invite_to_portal", skip_all, fields(tenant.id = %tenant))]
    pub async fn invite(
        &self,
        caller: &Principal,
        tenant: TenantId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            // The lock lets one invitation at a time be counted.
            locked::lock_of(tx, organisation, tenant).await?;
            let found = locked::shown(tx, organisation, tenant).await?;
            if found.status == LeaseStatus::Ended {
                return Err(tenancy_ended());
            }
            if found.portal == PortalState::Confirmed {
                return Err(portal_confirmed());
            }
            let (purpose, id, end) = (Purpose::Portal.as_str(), tenant.get(), now + LASTS);
            let sent = link_rows::renewed(tx, organisation, purpose, id).await?;
            allowance::check(sent, AN_HOUR, None, Duration::hours(1), now)?;
            let day = Duration::days(1);
            let email = &found.person.email;
            let mailed = store::letting::tenant_invitation::mailed_to(tx, organisation, email);
            allowance::check(mailed.await?, TO_ADDRESS_A_DAY, None, day, now)?;
            let token = LinkToken::generate();
            link_rows::add(tx, organisation, purpose, id, &token.hash(), end).await?;
            store::letting::tenant_invitation::note(tx, organisation, tenant, now).await?;
            self.mails
                .invite_to_portal(tx, organisation, &found, &token, end)
                .await?;
            Ok(id)
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The home of an invitation that works.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `LINK_CLOSED`; `LINK_SPENT`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_portal_invitation", skip_all)]
    pub async fn open(&self, token: &str) -> Result<InvitedHome, Error> {
        let link = links::find(&self.db, Purpose::Portal, token).await?;
        let mut tx = self.db.begin(invites::of(link.organisation)).await?;
        let tenant = invited(&mut tx, &link, self.clock.now()).await?;
        let name = store::keeping::organisation::name(&mut tx, link.organisation).await?;
        Ok(InvitedHome {
            organisation_name: name.unwrap_or_default(),
            address: tenant.property_address,
            postcode: tenant.property_postcode,
        })
    }

    /// Keeps that the account which followed an invitation is its tenant, whatever the account's address is, and ends the invitation.
    /// Returns the tenancy. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// As [`Self::open`]; `REQUEST_ID_REUSED`.
    #[tracing::instrument(name = "app.accept_portal_invitation", skip_all)]
    pub async fn accept(
        &self,
        caller: &Principal,
        token: &str,
        request: Option<&RequestKey>,
    ) -> Result<TenancyId, Error> {
        know_account(&self.db, &self.asking, caller).await?;
        let link = links::find(&self.db, Purpose::Portal, token).await?;
        // A request id belongs to its caller, the rows to the organisation.
        let account = Scope::user(caller.user);
        let mut tx = self.db.begin(account).await?;
        let tenancy: i64 = once(&mut tx, request, async |tx| {
            act_in(tx, caller, link.organisation).await?;
            let tenancy = self.follow(tx, caller, &link).await?;
            tx.act_as(account).await?;
            Ok(tenancy.get())
        })
        .await?;
        tx.commit().await?;
        Ok(tenancy.into())
    }

    async fn follow(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        link: &Link,
    ) -> Result<TenancyId, Error> {
        let (organisation, now) = (link.organisation, self.clock.now());
        let tenant = invited(tx, link, now).await?.id;
        let before = locked::lock_of(tx, organisation, tenant).await?;
        // Asked once more under the lock, which whoever changes the tenant takes as well.
        invited(tx, link, now).await?;
        if !link_rows::spend(tx, organisation, link.id, now).await? {
            return Err(invitation_spent());
        }
        let said = Said {
            user: caller.user,
            mine: true,
            basis: ConfirmationBasis::Invitation,
        };
        portal::keep(tx, organisation, &before, &[tenant], said, now).await?;
        Ok(before.id)
    }
}

/// The tenant of an invitation, if it works still: the tenant lives there or is to, in nobody's portal yet, and under the invited address.
/// The transaction acts in the organisation.
async fn invited(tx: &mut Tx, link: &Link, now: DateTime<Utc>) -> Result<Tenant, Error> {
    if link.used_at.is_some() {
        return Err(invitation_spent());
    }
    let (organisation, tenant) = (link.organisation, TenantId::new(link.subject));
    let found = store::letting::tenant::find(tx, organisation, tenant).await?;
    let waits =
        |one: &Tenant| one.status != LeaseStatus::Ended && one.portal != PortalState::Confirmed;
    let found = found.filter(waits).ok_or_else(link_closed)?;
    if !store::letting::tenant_invitation::stands(tx, organisation, tenant).await? {
        return Err(link_closed());
    }
    // Asked last: a matter that is over says so, not that the link is old.
    links::require_live(link, now)?;
    Ok(found)
}

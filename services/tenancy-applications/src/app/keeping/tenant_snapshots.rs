//! Telling other services of tenants and tenancies, of which they keep copies.

use lintel_core::{Error, OrganisationId, Page, PageRequest, PageToken, PropertyId, UserId};
use lintel_db::{Db, Tx, outbox};
use lintel_proto::{PublicEvent as _, tenancy::v1};
use lintel_sealing::Sealer;

use crate::{
    domain::{
        keeping::{TenantNews, TenantSnapshot},
        letting::TenancyState,
    },
    error::bad_page_token,
    events,
    store::{keeping::tenant_snapshot, letting::tenancy},
};

/// Rows told in one transaction: few enough that it is short.
const AT_ONCE: i64 = 100;

/// Makes the snapshots; how a tenant is reached is sealed to viewings-maintenance.
#[derive(Debug, Clone)]
pub struct TenantSnapshots {
    db: Db,
    viewings: Sealer,
}

impl TenantSnapshots {
    /// Of what is kept in `db`; `viewings` seals to viewings-maintenance.
    #[must_use]
    pub const fn new(db: Db, viewings: Sealer) -> Self {
        Self { db, viewings }
    }

    /// Publishes what has changed and was not told yet. Returns whether more may be waiting.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn publish_due(&self) -> Result<bool, Error> {
        let mut tx = self.db.begin_worker().await?;
        let due = tenant_snapshot::take_due(&mut tx, AT_ONCE).await?;
        self.tell(&mut tx, &due).await?;
        tx.commit().await?;
        Ok(!due.is_empty())
    }

    /// Tells the rent of tenancies in force of which a program of before told none or another. Returns whether more may be waiting.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn tell_rents(&self) -> Result<bool, Error> {
        let mut tx = self.db.begin_worker().await?;
        let due = tenancy::take_untold(&mut tx, AT_ONCE).await?;
        for (organisation, id) in &due {
            let Some(tenancy) = tenancy::find(&mut tx, *organisation, *id).await? else {
                continue;
            };
            outbox::append(&mut tx, &events::tenancy_changed(*organisation, &tenancy)).await?;
            outbox::append(&mut tx, &events::tenancy_started(*organisation, &tenancy)).await?;
        }
        tx.commit().await?;
        Ok(!due.is_empty())
    }

    async fn tell(&self, tx: &mut Tx, due: &[TenantNews]) -> Result<(), Error> {
        for news in due {
            let event = match news {
                TenantNews::Is(tenant) => self.message(tenant)?.event(),
                TenantNews::Gone {
                    organisation,
                    tenant,
                    version,
                } => events::tenant_deleted(*organisation, *tenant, *version),
            };
            outbox::append(tx, &event).await?;
        }
        Ok(())
    }

    /// The tenants that an account is. What was not told of them yet is told first, so that their versions say what is newer.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.find_tenant_snapshots", skip_all)]
    pub async fn of_account(&self, user: UserId) -> Result<Vec<v1::TenantChanged>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let mine = tenant_snapshot::of_account(&mut tx, user).await?;
        let due = tenant_snapshot::take(&mut tx, &mine).await?;
        let due = tenant_snapshot::of(&mut tx, &due).await?;
        self.tell(&mut tx, &due).await?;
        let mine = tenant_snapshot::of(&mut tx, &mine).await?;
        tx.commit().await?;
        let tenants = mine.iter().rev().filter_map(|news| match news {
            TenantNews::Is(tenant) => Some(self.message(tenant)),
            TenantNews::Gone { .. } => None,
        });
        tenants.collect()
    }

    /// How the tenancies of a home stand: those in force, and the last 50 that ended.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.find_letting_snapshots", skip_all)]
    pub async fn of_home(
        &self,
        organisation: OrganisationId,
        property: PropertyId,
    ) -> Result<(Vec<v1::TenancyStarted>, Vec<v1::TenancyEnded>), Error> {
        let mut tx = self.db.begin_worker().await?;
        let (mut in_force, mut ended) = (Vec::new(), Vec::new());
        for id in tenancy::begun(&mut tx, organisation, property).await? {
            let Some(tenancy) = tenancy::find(&mut tx, organisation, id).await? else {
                continue;
            };
            match tenancy.state {
                TenancyState::Active => in_force.push(events::started(organisation, &tenancy)),
                TenancyState::Ended => ended.push(events::ended(organisation, &tenancy)),
                TenancyState::Upcoming => {}
            }
        }
        Ok((in_force, ended))
    }

    /// A page of the tenants of every organisation, by their ids.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; the store's errors.
    pub async fn list(
        &self,
        page: &PageRequest,
    ) -> Result<(Vec<v1::TenantChanged>, Option<PageToken>), Error> {
        let after = match &page.after {
            None => 0,
            Some(token) if token.sort.is_empty() => token.id,
            Some(_) => return Err(bad_page_token()),
        };
        let mut tx = self.db.begin_worker().await?;
        let rows =
            tenant_snapshot::page(&mut tx, after, Page::<TenantSnapshot>::limit(page)).await?;
        let rows: Vec<TenantSnapshot> = rows
            .into_iter()
            .filter_map(|news| match news {
                TenantNews::Is(tenant) => Some(*tenant),
                TenantNews::Gone { .. } => None,
            })
            .collect();
        let rows = Page::cut(rows, page, |tenant| PageToken {
            sort: String::new(),
            id: tenant.tenant.get(),
        });
        let messages: Result<_, Error> = rows
            .rows
            .iter()
            .map(|tenant| self.message(tenant))
            .collect();
        Ok((messages?, rows.next))
    }

    fn message(&self, tenant: &TenantSnapshot) -> Result<v1::TenantChanged, Error> {
        let contact = v1::TenantContact {
            display_name: tenant.name.clone(),
            email: tenant.email.clone(),
            phone: tenant.phone.clone(),
            mails_off: tenant.mails_off,
        };
        Ok(v1::TenantChanged {
            tenant_id: tenant.tenant.get(),
            organisation_id: tenant.organisation.get(),
            tenancy_id: tenant.tenancy.get(),
            property_id: tenant.property.get(),
            room_number: tenant.room.clone(),
            lease_status: v1::LeaseStatus::from(tenant.status).into(),
            user_ids: tenant.accounts.iter().map(|user| user.get()).collect(),
            version: tenant.version,
            contact: Some(self.viewings.seal(&contact)?),
            last_date: tenant.last_day.map(Into::into),
        })
    }
}

//! Telling other services of tenants, of whom they keep copies.

use lintel_core::{Error, Page, PageRequest, PageToken};
use lintel_db::{Db, outbox};
use lintel_proto::tenancy::v1;
use lintel_sealing::Sealer;

use crate::{
    domain::{TenantNews, TenantSnapshot},
    error::bad_page_token,
    events,
    store::tenant_snapshot,
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
        for news in &due {
            let event = match news {
                TenantNews::Is(tenant) => {
                    events::tenant_changed(tenant.organisation, &self.message(tenant)?)
                }
                TenantNews::Gone {
                    organisation,
                    tenant,
                    version,
                } => events::tenant_deleted(*organisation, *tenant, *version),
            };
            outbox::append(&mut tx, &event).await?;
        }
        tx.commit().await?;
        Ok(!due.is_empty())
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
        })
    }
}

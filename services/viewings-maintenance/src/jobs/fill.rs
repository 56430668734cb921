//! Fills the copies of properties, inspections, tenants, accounts and organisations from their owners.

use std::sync::Arc;

use anyhow::Context as _;
use lintel_core::Clock;
use lintel_db::{Db, Tx};
use lintel_proto::{
    identity::v1::{
        ListAccountSnapshotsRequest, ListOrganisationSnapshotsRequest, OrganisationSnapshot,
        snapshot_service_client::SnapshotServiceClient as IdentityClient,
    },
    portfolio::v1::{
        ListInspectionSnapshotsRequest, ListPropertySnapshotsRequest,
        snapshot_service_client::SnapshotServiceClient as PortfolioClient,
    },
    tenancy::v1::{
        ListTenantSnapshotsRequest, snapshot_service_client::SnapshotServiceClient as TenancyClient,
    },
};
use lintel_runtime::fill::{Copies, PAGE, request};
use lintel_sealing::Opener;

use crate::{
    app::{
        Peers,
        copies::{self, Copied},
    },
    events::inbound,
    store::{self, filled},
};

/// Fills the copies.
#[derive(Debug, Clone)]
pub struct Fill {
    /// Where the copies are kept.
    pub db: Db,
    /// When they were filled.
    pub clock: Arc<dyn Clock>,
    /// Who is asked.
    pub peers: Peers,
    /// Opens what others seal to this service.
    pub opener: Opener,
}

impl Copies for Fill {
    type Copy = Copied;
    const ALL: &'static [Copied] = &Copied::ALL;

    fn name(copied: Copied) -> &'static str {
        copied.as_str()
    }

    async fn is_filled(&self, copied: Copied) -> anyhow::Result<bool> {
        Ok(filled::is_filled(self.db.worker(), copied.as_str()).await?)
    }

    async fn note_filled(&self, copied: Copied) -> anyhow::Result<()> {
        Ok(filled::note(self.db.worker(), copied.as_str(), self.clock.now()).await?)
    }

    async fn keep_page(
        &self,
        copied: Copied,
        page_token: String,
    ) -> anyhow::Result<(usize, String)> {
        match copied {
            Copied::Homes => self.homes(page_token).await,
            Copied::Inspections => self.inspections(page_token).await,
            Copied::Tenants => self.tenants(page_token).await,
            Copied::Accounts => self.accounts(page_token).await,
            Copied::Organisations => self.organisations(page_token).await,
        }
    }

    async fn mark(&self, copied: Copied) -> anyhow::Result<()> {
        Ok(lintel_db::copies::mark(self.db.worker(), copied.tables()).await?)
    }

    async fn sweep(&self, copied: Copied) -> anyhow::Result<u64> {
        Ok(lintel_db::copies::sweep(self.db.worker(), copied.tables()).await?)
    }
}

impl Fill {
    async fn homes(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListPropertySnapshotsRequest {
            page_size,
            page_token,
            ..ListPropertySnapshotsRequest::default()
        };
        let mut client = PortfolioClient::new(self.peers.portfolio.clone().untraced());
        let page = client.list_property_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let rows = page.properties.len();
        let told = page.properties.into_iter().map(inbound::property);
        let told: Result<Vec<_>, _> = told.collect();
        let told = told.map_err(anyhow::Error::msg)?;
        let mut tx = self.db.begin_worker().await?;
        let news = store::home::keep(&mut tx, &told).await?;
        store::viewing::rename_homes(&mut tx, &news).await?;
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }

    async fn inspections(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListInspectionSnapshotsRequest {
            page_size,
            page_token,
        };
        let mut client = PortfolioClient::new(self.peers.portfolio.clone().untraced());
        let page = client.list_inspection_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let mut tx = self.db.begin_worker().await?;
        for inspection in &page.inspections {
            let (organisation, news) =
                inbound::inspection(inspection).map_err(anyhow::Error::msg)?;
            store::inspection::keep(&mut tx, organisation, &news).await?;
        }
        tx.commit().await?;
        Ok((page.inspections.len(), page.next_page_token))
    }

    async fn tenants(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListTenantSnapshotsRequest {
            page_size,
            page_token,
        };
        let mut client = TenancyClient::new(self.peers.tenancy.clone().untraced());
        let page = client.list_tenant_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let rows = page.tenants.len();
        let mut tx = self.db.begin_worker().await?;
        for tenant in page.tenants {
            let read = inbound::tenant(tenant, &self.opener);
            let (organisation, news) = read.map_err(anyhow::Error::msg)?;
            store::tenant::keep(&mut tx, organisation, &news).await?;
        }
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }

    async fn accounts(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListAccountSnapshotsRequest {
            page_size,
            page_token,
        };
        let mut client = IdentityClient::new(self.peers.identity.clone().untraced());
        let page = client.list_account_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let mut tx = self.db.begin_worker().await?;
        for account in &page.accounts {
            let news = inbound::account(account).map_err(anyhow::Error::msg)?;
            copies::account(&mut tx, &news).await?;
        }
        tx.commit().await?;
        Ok((page.accounts.len(), page.next_page_token))
    }

    async fn organisations(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListOrganisationSnapshotsRequest {
            page_size,
            page_token,
        };
        let mut client = IdentityClient::new(self.peers.identity.clone().untraced());
        let page = client.list_organisation_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let rows = page.organisations.len();
        let mut tx = self.db.begin_worker().await?;
        for told in page.organisations {
            self.organisation(&mut tx, told).await?;
        }
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }

    async fn organisation(&self, tx: &mut Tx, told: OrganisationSnapshot) -> anyhow::Result<()> {
        let organisation = told.organisation;
        let organisation = organisation.context("a snapshot without its organisation")?;
        let news = inbound::organisation(organisation, &self.opener).map_err(anyhow::Error::msg)?;
        let news = news.context("identity seals nothing to this service yet")?;
        copies::organisation(tx, &news).await?;
        for member in &told.members {
            let news = inbound::member(member).map_err(anyhow::Error::msg)?;
            copies::member(tx, &news).await?;
        }
        Ok(())
    }
}

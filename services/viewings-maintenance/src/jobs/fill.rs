//! Fills the copies from their owners, page by page: once at the first start, because an older installation has rows that no event will
//! ever tell of; and again when an operator says so. Events that come meanwhile are newer and win.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use lintel_auth::{SERVICE_KEY_HEADER, ServiceKey};
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
use lintel_sealing::Opener;
use tokio_util::sync::CancellationToken;
use tonic::{Request, metadata::AsciiMetadataValue, transport::Channel};

use crate::{
    app::copies::{self, Copied},
    store::{self, filled},
    told,
};

/// How long to wait for an owner that does not answer.
const AGAIN: Duration = Duration::from_secs(5);
/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The largest page that is served.
const PAGE: i32 = 200;

/// Fills the copies.
#[derive(Debug, Clone)]
pub struct Fill {
    /// Where the copies are kept.
    pub db: Db,
    /// When they were filled.
    pub clock: Arc<dyn Clock>,
    /// Portfolio.
    pub portfolio: Channel,
    /// Tenancy-applications.
    pub tenancy: Channel,
    /// Identity.
    pub identity: Channel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
    /// Opens what others seal to this service.
    pub opener: Opener,
}

impl Fill {
    /// Fills what was never filled; tries until its owner answers.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        for copied in Copied::ALL {
            loop {
                match self.fill_if_new(copied).await {
                    Ok(None) => break,
                    Ok(Some(rows)) => {
                        tracing::info!(copy = copied.as_str(), rows, "filled a copy");
                        break;
                    }
                    Err(error) => {
                        tracing::warn!(copy = copied.as_str(), error = %format!("{error:#}"), "a copy could not be filled yet");
                    }
                }
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    () = tokio::time::sleep(AGAIN) => {}
                }
            }
        }
        stop.cancelled().await;
        Ok(())
    }

    /// Fills every copy, whether it was filled before or not. Returns how many rows were told of.
    ///
    /// # Errors
    /// When an owner or the database does not answer.
    pub async fn all(&self) -> anyhow::Result<usize> {
        let mut rows = 0;
        for copied in Copied::ALL {
            let filled = self.fill(copied).await;
            rows += filled.with_context(|| format!("filling {}", copied.as_str()))?;
        }
        Ok(rows)
    }

    async fn fill_if_new(&self, copied: Copied) -> anyhow::Result<Option<usize>> {
        if filled::is_filled(self.db.worker(), copied.as_str()).await? {
            return Ok(None);
        }
        self.fill(copied).await.map(Some)
    }

    async fn fill(&self, copied: Copied) -> anyhow::Result<usize> {
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let (more, next) = match copied {
                Copied::Homes => self.homes(page_token).await?,
                Copied::Inspections => self.inspections(page_token).await?,
                Copied::Tenants => self.tenants(page_token).await?,
                Copied::Accounts => self.accounts(page_token).await?,
                Copied::Organisations => self.organisations(page_token).await?,
            };
            rows += more;
            page_token = next;
            if page_token.is_empty() {
                filled::note(self.db.worker(), copied.as_str(), self.clock.now()).await?;
                return Ok(rows);
            }
        }
    }

    async fn homes(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListPropertySnapshotsRequest {
            page_size,
            page_token,
        };
        let mut client = PortfolioClient::new(self.portfolio.clone());
        let page = client.list_property_snapshots(self.request(wanted)?);
        let page = page.await?.into_inner();
        let rows = page.properties.len();
        let mut tx = self.db.begin_worker().await?;
        for property in page.properties {
            let (organisation, news) = told::property(property).map_err(anyhow::Error::msg)?;
            if store::home::keep(&mut tx, organisation, &news).await?
                && let Some(home) = &news.home
            {
                store::viewing::rename_home(&mut tx, organisation, home).await?;
            }
        }
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }

    async fn inspections(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let page_size = PAGE;
        let wanted = ListInspectionSnapshotsRequest {
            page_size,
            page_token,
        };
        let mut client = PortfolioClient::new(self.portfolio.clone());
        let page = client.list_inspection_snapshots(self.request(wanted)?);
        let page = page.await?.into_inner();
        let mut tx = self.db.begin_worker().await?;
        for inspection in &page.inspections {
            let (organisation, news) = told::inspection(inspection).map_err(anyhow::Error::msg)?;
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
        let mut client = TenancyClient::new(self.tenancy.clone());
        let page = client.list_tenant_snapshots(self.request(wanted)?);
        let page = page.await?.into_inner();
        let rows = page.tenants.len();
        let mut tx = self.db.begin_worker().await?;
        for tenant in page.tenants {
            let read = told::tenant(tenant, &self.opener);
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
        let mut client = IdentityClient::new(self.identity.clone());
        let page = client.list_account_snapshots(self.request(wanted)?);
        let page = page.await?.into_inner();
        let mut tx = self.db.begin_worker().await?;
        for account in &page.accounts {
            let news = told::account(account).map_err(anyhow::Error::msg)?;
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
        let mut client = IdentityClient::new(self.identity.clone());
        let page = client.list_organisation_snapshots(self.request(wanted)?);
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
        let news = told::organisation(organisation, &self.opener).map_err(anyhow::Error::msg)?;
        let news = news.context("identity seals nothing to this service yet")?;
        copies::organisation(tx, &news).await?;
        for member in &told.members {
            let news = told::member(member).map_err(anyhow::Error::msg)?;
            copies::member(tx, &news).await?;
        }
        Ok(())
    }

    fn request<T>(&self, message: T) -> anyhow::Result<Request<T>> {
        let mut request = Request::new(message);
        request.set_timeout(PATIENCE);
        let key = AsciiMetadataValue::try_from(self.key.expose());
        let key = key.context("the service key is no header")?;
        request.metadata_mut().insert(SERVICE_KEY_HEADER, key);
        Ok(request)
    }
}

//! Fills the copies from their owners, page by page: once at the first start, because an older installation has properties, accounts and
//! organisations that no event will ever tell of; and again when an operator says so. Events that come meanwhile are newer and win.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use lintel_auth::{SERVICE_KEY_HEADER, ServiceKey};
use lintel_core::Clock;
use lintel_db::Db;
use lintel_proto::{
    identity::v1::{
        ListAccountSnapshotsRequest, ListOrganisationSnapshotsRequest,
        snapshot_service_client::SnapshotServiceClient as IdentityClient,
    },
    portfolio::v1::{
        ListPropertySnapshotsRequest,
        snapshot_service_client::SnapshotServiceClient as PortfolioClient,
    },
};
use lintel_sealing::Opener;
use tokio_util::sync::CancellationToken;
use tonic::{Request, metadata::AsciiMetadataValue, transport::Channel};

use crate::{
    app::copies::{self, Copied},
    store::filled,
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
    /// Identity.
    pub identity: Channel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
    /// Opens what identity seals to this service.
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
        let rows = match copied {
            Copied::Homes => self.homes().await?,
            Copied::Accounts => self.accounts().await?,
            Copied::Organisations => self.organisations().await?,
        };
        filled::note(self.db.worker(), copied.as_str(), self.clock.now()).await?;
        Ok(rows)
    }

    async fn homes(&self) -> anyhow::Result<usize> {
        let mut client = PortfolioClient::new(self.portfolio.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let page = ListPropertySnapshotsRequest {
                page_size: PAGE,
                page_token,
            };
            let page = client.list_property_snapshots(self.request(page)?).await?;
            let page = page.into_inner();
            rows += page.properties.len();
            let mut tx = self.db.begin_worker().await?;
            for property in page.properties {
                let (organisation, news) = told::property(property).map_err(anyhow::Error::msg)?;
                copies::home(&mut tx, organisation, &news).await?;
            }
            tx.commit().await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(rows);
            }
        }
    }

    async fn accounts(&self) -> anyhow::Result<usize> {
        let mut client = IdentityClient::new(self.identity.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let page = ListAccountSnapshotsRequest {
                page_size: PAGE,
                page_token,
            };
            let page = client.list_account_snapshots(self.request(page)?).await?;
            let page = page.into_inner();
            rows += page.accounts.len();
            let mut tx = self.db.begin_worker().await?;
            for account in page.accounts {
                let news = told::account(account, &self.opener).map_err(anyhow::Error::msg)?;
                let told::AccountNews {
                    user,
                    role,
                    verified_email,
                    version,
                } = news;
                copies::account(&mut tx, user, role, &verified_email, version).await?;
            }
            tx.commit().await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(rows);
            }
        }
    }

    async fn organisations(&self) -> anyhow::Result<usize> {
        let mut client = IdentityClient::new(self.identity.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let page = ListOrganisationSnapshotsRequest {
                page_size: PAGE,
                page_token,
            };
            let page = client.list_organisation_snapshots(self.request(page)?);
            let page = page.await?.into_inner();
            rows += page.organisations.len();
            let mut tx = self.db.begin_worker().await?;
            for told in page.organisations {
                let organisation = told
                    .organisation
                    .context("a snapshot without its organisation")?;
                let news = told::organisation(organisation, &self.opener);
                let news = news.map_err(anyhow::Error::msg)?;
                copies::organisation(&mut tx, news.organisation, &news.name, news.version).await?;
            }
            tx.commit().await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(rows);
            }
        }
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

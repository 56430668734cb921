//! Fills the copies of properties, accounts and organisations from their owners.

use std::sync::Arc;

use anyhow::Context as _;
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
use lintel_runtime::fill::{Copies, PAGE, request};
use lintel_sealing::Opener;

use crate::{
    app::keeping::{
        Peers,
        copies::{self, Copied},
    },
    events::inbound,
    store::keeping::filled,
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
    /// Opens what identity seals to this service.
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
        let wanted = ListPropertySnapshotsRequest {
            page_size: PAGE,
            page_token,
            ..ListPropertySnapshotsRequest::default()
        };
        let mut client = PortfolioClient::new(self.peers.portfolio.clone().untraced());
        let page = client.list_property_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let rows = page.properties.len();
        let told = page.properties.into_iter().map(inbound::property);
        let told: Result<Vec<_>, _> = told.collect();
        let mut tx = self.db.begin_worker().await?;
        copies::homes(&mut tx, &told.map_err(anyhow::Error::msg)?).await?;
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }

    async fn accounts(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let wanted = ListAccountSnapshotsRequest {
            page_size: PAGE,
            page_token,
        };
        let mut client = IdentityClient::new(self.peers.identity.clone().untraced());
        let page = client.list_account_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let rows = page.accounts.len();
        let mut tx = self.db.begin_worker().await?;
        for account in page.accounts {
            let news = inbound::account(account, &self.opener).map_err(anyhow::Error::msg)?;
            let inbound::AccountNews {
                user,
                role,
                verified_email,
                version,
                ..
            } = news;
            copies::account(&mut tx, user, role, &verified_email, version).await?;
        }
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }

    async fn organisations(&self, page_token: String) -> anyhow::Result<(usize, String)> {
        let wanted = ListOrganisationSnapshotsRequest {
            page_size: PAGE,
            page_token,
        };
        let mut client = IdentityClient::new(self.peers.identity.clone().untraced());
        let page = client.list_organisation_snapshots(request(&self.peers.key, wanted)?);
        let page = page.await?.into_inner();
        let rows = page.organisations.len();
        let mut tx = self.db.begin_worker().await?;
        for told in page.organisations {
            let organisation = told
                .organisation
                .context("a snapshot without its organisation")?;
            let news = inbound::organisation(organisation, &self.opener);
            let news = news.map_err(anyhow::Error::msg)?;
            copies::organisation(&mut tx, news.organisation, &news.lessor, news.version).await?;
        }
        tx.commit().await?;
        Ok((rows, page.next_page_token))
    }
}

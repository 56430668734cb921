//! Fills the copies of accounts, members and landlords from identity and those of homes from portfolio, page by page: once at the first start, because an older installation has
//! accounts that no event will ever tell of; and again when an operator says so, after which they hold what their owners have and nothing
//! else. Events that come meanwhile are newer and win.

use std::time::Duration;

use lintel_auth::ServiceKey;
use lintel_db::{Db, StoreError, copies, in_time};
use lintel_proto::{
    identity::v1::{
        ListAccountSnapshotsRequest, ListOrganisationSnapshotsRequest,
        snapshot_service_client::SnapshotServiceClient,
    },
    portfolio::v1::{
        ListPropertySnapshotsRequest,
        snapshot_service_client::SnapshotServiceClient as PortfolioClient,
    },
};
use lintel_runtime::fill::{Filled, PAGE, patiently, request};
use tokio_util::sync::CancellationToken;
use tonic::transport::Channel;

use crate::{
    app::contacts,
    mail::SealedBox,
    store::{contact, home, landlord},
};

/// How long to wait while identity or the database does not answer.
const AGAIN: Duration = Duration::from_secs(5);
/// How long the first filling may take; 100,000 rows take a minute.
const THE_FIRST: Duration = Duration::from_secs(3600);
/// Where the copies are kept.
const TABLES: [&str; 4] = ["contacts", "members", "nt_homes", "nt_landlords"];

/// Fills the copies.
#[derive(Debug, Clone)]
pub struct Fill {
    /// Where the copies are kept.
    pub db: Db,
    /// Identity.
    pub identity: Channel,
    /// Portfolio.
    pub portfolio: Channel,
    /// Opens contacts, so that accounts are found by their addresses.
    pub sealed_box: SealedBox,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

impl Fill {
    /// The subcommand's name.
    pub const COMMAND: &str = "fill-copies";

    /// Fills the copies if they never were; tries until identity answers or `stop`.
    pub async fn at_first_start(&self, stop: &CancellationToken) {
        loop {
            let filling = in_time(THE_FIRST, self.fill_if_new());
            match stop.run_until_cancelled(filling).await {
                None | Some(Ok(None)) => return,
                Some(Ok(Some(rows))) => {
                    tracing::info!(
                        rows,
                        "filled the copies of accounts, members, landlords and homes"
                    );
                    return;
                }
                Some(Err(error)) => {
                    let error = format!("{error:#}");
                    tracing::warn!(
                        error,
                        "the copies of accounts, members, landlords and homes are not filled yet"
                    );
                }
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(AGAIN) => {}
            }
        }
    }

    async fn fill_if_new(&self) -> anyhow::Result<Option<usize>> {
        let (contacts, homes) = {
            let mut tx = self.db.begin_worker().await?;
            (
                contact::are_filled(&mut tx).await? && landlord::are_filled(&mut tx).await?,
                home::are_filled(&mut tx).await?,
            )
        };
        Ok(match (contacts, homes) {
            (true, true) => None,
            (true, false) => Some(self.fill_homes().await?),
            (false, true) => Some(self.fill_contacts().await?),
            (false, false) => Some(self.fill_contacts().await? + self.fill_homes().await?),
        })
    }

    /// Makes the copies what identity and portfolio say, whether they were filled before or not.
    ///
    /// # Errors
    /// When identity, portfolio or the database does not answer. Nothing is deleted then, and the next try does the whole.
    pub async fn again(&self) -> anyhow::Result<Filled> {
        copies::mark(self.db.worker(), &TABLES).await?;
        let rows = self.fill_contacts().await? + self.fill_homes().await?;
        let gone = copies::sweep(self.db.worker(), &TABLES).await?;
        Ok(Filled { rows, gone })
    }

    async fn fill_homes(&self) -> anyhow::Result<usize> {
        let client = PortfolioClient::new(self.portfolio.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let wanted = ListPropertySnapshotsRequest {
                page_size: PAGE,
                page_token,
                ..ListPropertySnapshotsRequest::default()
            };
            let page = patiently(|| async {
                let wanted = request(&self.key, wanted.clone())?;
                Ok(client.clone().list_property_snapshots(wanted).await?)
            });
            let page = page.await?.into_inner();
            rows += page.properties.len();
            let mut tx = self.db.begin_worker().await?;
            let told = page.properties.iter().map(|told| home::HomeState {
                organisation: told.organisation_id.into(),
                property: told.property_id.into(),
                name: Some(&told.display_name),
                version: told.version,
            });
            home::keep(&mut tx, &told.collect::<Vec<_>>()).await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                home::note_filled(&mut tx).await?;
                tx.commit().await?;
                return Ok(rows);
            }
            tx.commit().await?;
        }
    }

    async fn fill_contacts(&self) -> anyhow::Result<usize> {
        let rows = self.accounts().await? + self.members().await?;
        let mut tx = self.db.begin_worker().await?;
        contact::note_filled(&mut tx).await?;
        landlord::note_filled(&mut tx).await?;
        tx.commit().await?;
        Ok(rows)
    }

    async fn accounts(&self) -> anyhow::Result<usize> {
        let client = SnapshotServiceClient::new(self.identity.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let wanted = ListAccountSnapshotsRequest {
                page_size: PAGE,
                page_token,
            };
            let page = patiently(|| async {
                let wanted = request(&self.key, wanted.clone())?;
                Ok(client.clone().list_account_snapshots(wanted).await?)
            });
            let page = page.await?.into_inner();
            rows += page.accounts.len();
            let mut tx = self.db.begin_worker().await?;
            for account in page.accounts {
                contacts::account(&mut tx, account, Some(&self.sealed_box)).await?;
            }
            tx.commit().await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(rows);
            }
        }
    }

    async fn members(&self) -> anyhow::Result<usize> {
        let client = SnapshotServiceClient::new(self.identity.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let wanted = ListOrganisationSnapshotsRequest {
                page_size: PAGE,
                page_token,
            };
            let page = patiently(|| async {
                let wanted = request(&self.key, wanted.clone())?;
                Ok(client.clone().list_organisation_snapshots(wanted).await?)
            });
            let page = page.await?.into_inner();
            let mut tx = self.db.begin_worker().await?;
            for told in page.organisations {
                for member in &told.members {
                    rows += 1;
                    contacts::member(&mut tx, member).await?;
                }
                if let Some(organisation) = told.organisation {
                    contacts::organisation(&mut tx, organisation).await?;
                }
            }
            tx.commit().await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(rows);
            }
        }
    }
}

/// Notes that the copies grow old, as they do without mails: the next start with mails fills them again. Tries until `stop`.
pub async fn note_unfilled(db: &Db, stop: &CancellationToken) {
    loop {
        match unfilled(db).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%error, "it cannot be noted yet that the copies grow old");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(AGAIN) => {}
        }
    }
}

async fn unfilled(db: &Db) -> Result<(), StoreError> {
    let mut tx = db.begin_worker().await?;
    contact::note_unfilled(&mut tx).await?;
    tx.commit().await
}

//! Fills the copies of accounts and members from identity, page by page: once at the first start, because an older installation has
//! accounts that no event will ever tell of, and again when an operator says so. Events that come meanwhile are newer and win.

use std::time::Duration;

use anyhow::Context as _;
use lintel_auth::{SERVICE_KEY_HEADER, ServiceKey};
use lintel_db::{Db, StoreError};
use lintel_proto::identity::v1::{
    ListAccountSnapshotsRequest, ListOrganisationSnapshotsRequest,
    snapshot_service_client::SnapshotServiceClient,
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, metadata::AsciiMetadataValue, transport::Channel};

use crate::{app::contacts, store::contact};

/// How long to wait while identity or the database does not answer.
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
    /// Identity.
    pub identity: Channel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

impl Fill {
    /// The subcommand's name.
    pub const COMMAND: &str = "fill-copies";

    /// Fills the copies if they never were; tries until identity answers or `stop`.
    pub async fn at_first_start(&self, stop: &CancellationToken) {
        loop {
            match self.fill_if_new().await {
                Ok(None) => return,
                Ok(Some(rows)) => {
                    tracing::info!(rows, "filled the copies of accounts and members");
                    return;
                }
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::warn!(
                        error,
                        "the copies of accounts and members are not filled yet"
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
        if contact::are_filled(&mut *self.db.begin_worker().await?).await? {
            return Ok(None);
        }
        self.fill().await.map(Some)
    }

    /// Fills the copies, whether they were filled before or not. Returns how many rows identity told of.
    ///
    /// # Errors
    /// When identity or the database does not answer.
    pub async fn fill(&self) -> anyhow::Result<usize> {
        let rows = self.accounts().await? + self.members().await?;
        let mut tx = self.db.begin_worker().await?;
        contact::note_filled(&mut tx).await?;
        tx.commit().await?;
        Ok(rows)
    }

    async fn accounts(&self) -> anyhow::Result<usize> {
        let mut client = SnapshotServiceClient::new(self.identity.clone());
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
                contacts::account(&mut tx, account).await?;
            }
            tx.commit().await?;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(rows);
            }
        }
    }

    async fn members(&self) -> anyhow::Result<usize> {
        let mut client = SnapshotServiceClient::new(self.identity.clone());
        let (mut rows, mut page_token) = (0, String::new());
        loop {
            let page = ListOrganisationSnapshotsRequest {
                page_size: PAGE,
                page_token,
            };
            let page = client.list_organisation_snapshots(self.request(page)?);
            let page = page.await?.into_inner();
            let mut tx = self.db.begin_worker().await?;
            for member in page.organisations.iter().flat_map(|told| &told.members) {
                rows += 1;
                contacts::member(&mut tx, member).await?;
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

//! A running listings-import service, and callers of it.

mod caller;
mod feed;
mod host;
mod refusal;

pub use caller::Caller;
pub use feed::{Home, bulk, csv};
pub use host::Host;
pub use refusal::{fields, reason, refusal};

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use lintel_auth::{AccessLayer, ServiceKey};
use lintel_core::{FixedClock, Principal};
use lintel_listings_import::{
    app::{ImportWork, Worked},
    bootstrap::{Parts, routes},
    config::{PicturesConfig, SourceConfig},
    grpc::Sources,
    sources::PictureFetcher,
    store::MIGRATOR,
};
use lintel_proto::{
    PublicEvent as _,
    listings::v1::{ListingFormat, ListingImport, WatchedListingChanged},
};
use lintel_runtime::{Health, Lifecycle};
use lintel_testkit::{
    TestDatabase,
    tokens::{TokenMint, landlord},
};
use prost::Message as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

/// The moment at which every test begins, unless it moves the clock.
pub const START: &str = "2026-11-25T10:00:00Z";

/// The pictures that are kept: a megabyte, for thirty days.
pub const PICTURES: PicturesConfig = PicturesConfig {
    megabytes: 1,
    days: 30,
};

/// A service of one test's own.
pub struct World {
    pub database: TestDatabase,
    pub clock: Arc<FixedClock>,
    pub mint: TokenMint,
    channel: Channel,
    lifecycle: Lifecycle,
}

impl World {
    /// A service with an empty database, at [`START`]. The source called Demo may show its pictures.
    pub async fn start() -> anyhow::Result<Self> {
        lintel_testkit::install_tls();
        Self::fetching_by(PictureFetcher::new()?).await
    }

    /// The same, whose pictures are fetched by `fetcher`.
    pub async fn fetching_by(fetcher: PictureFetcher) -> anyhow::Result<Self> {
        let database = TestDatabase::new("listings-import", &MIGRATOR).await?;
        let mint = TokenMint::new()?;
        let clock = Arc::new(FixedClock::new(START.parse::<DateTime<Utc>>()?));
        let key = ServiceKey::new("the key of our own processes".into());
        let access = AccessLayer::new(mint.verifier.clone(), key)?;
        let health = Health::starting().await;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let routes = routes(&Parts {
            db: database.db.clone(),
            clock: clock.clone(),
            verifier: mint.verifier.clone(),
            sources: Sources::new(vec![SourceConfig {
                name: "Demo".to_owned(),
                pictures: true,
                licence: "For everybody.".to_owned(),
            }]),
            fetcher,
            pictures: PICTURES,
        });
        let lifecycle = Lifecycle::default();
        lifecycle.spawn("grpc", {
            let lifecycle = lifecycle.clone();
            async move {
                lintel_runtime::grpc::serve_on(listener, routes, access, health, &lifecycle).await
            }
        });
        Ok(Self {
            database,
            clock,
            mint,
            channel: Endpoint::from_shared(address)?.connect_lazy(),
            lifecycle,
        })
    }

    /// The owner of organisation 1.
    pub fn landlord(&self) -> anyhow::Result<Caller> {
        self.caller(&landlord(11, 1))
    }

    /// The owner of organisation 2.
    pub fn other_landlord(&self) -> anyhow::Result<Caller> {
        self.caller(&landlord(22, 2))
    }

    /// Whoever `principal` says.
    pub fn caller(&self, principal: &Principal) -> anyhow::Result<Caller> {
        Ok(self.bearer(Some(&self.mint.token(principal)?))?.into())
    }

    /// The connection with `token`, if any, on every call.
    pub fn bearer(&self, token: Option<&str>) -> anyhow::Result<Connection> {
        let token = token.map(|token| format!("Bearer {token}").parse());
        let bearer = Bearer(token.transpose()?);
        Ok(InterceptedService::new(self.channel.clone(), bearer))
    }

    /// Returns a worker on imports, like a process of its own.
    pub fn work(&self) -> ImportWork {
        ImportWork::new(self.database.db.clone(), self.clock.clone())
    }

    /// Works on imports until none waits.
    pub async fn work_on_all(&self) -> anyhow::Result<()> {
        let stop = CancellationToken::new();
        while let Some(worked) = self.work().work(&stop).await? {
            anyhow::ensure!(worked == Worked::Ended, "{worked:?}");
        }
        Ok(())
    }

    /// Imports a file of a caller's to its end.
    pub async fn import(
        &self,
        caller: &Caller,
        format: ListingFormat,
        source: &str,
        content: &str,
    ) -> anyhow::Result<ListingImport> {
        let id = caller.send(format, source, content.as_bytes()).await?;
        self.work_on_all().await?;
        Ok(caller.import(id).await?)
    }

    /// Imports a file of the operator's. Returns what the command says.
    pub async fn share(&self, format: &str, source: &str, content: &str) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("feed");
        std::fs::write(&path, content)?;
        let path = path.display().to_string();
        let arguments = ["--format", format, "--source", source, &path];
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        self.work().command(&arguments).await
    }

    /// A day passes.
    pub fn next_day(&self) {
        self.clock.advance(TimeDelta::days(1));
    }

    /// Returns the news about listings, in the order in which it was written.
    pub async fn told(&self) -> anyhow::Result<Vec<WatchedListingChanged>> {
        let mut connection = self.database.superuser().await?;
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
                .bind(WatchedListingChanged::TYPE)
                .fetch_all(&mut connection)
                .await?;
        let facts = payloads
            .iter()
            .map(|payload| WatchedListingChanged::decode(payload.as_slice()));
        Ok(facts.collect::<Result<_, _>>()?)
    }

    /// One value out of the database, seen by the superuser.
    pub async fn scalar<T>(&self, sql: &str) -> anyhow::Result<T>
    where
        T: Send + Unpin + sqlx::Type<sqlx::Postgres> + for<'r> sqlx::Decode<'r, sqlx::Postgres>,
    {
        let mut connection = self.database.superuser().await?;
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        Ok(sqlx::query_scalar(sql).fetch_one(&mut connection).await?)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.lifecycle.stop.cancel();
    }
}

pub type Connection = InterceptedService<Channel, Bearer>;

/// Puts one token, if any, on every call.
#[derive(Clone)]
pub struct Bearer(Option<MetadataValue<Ascii>>);

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(token) = &self.0 {
            request
                .metadata_mut()
                .insert("authorization", token.clone());
        }
        Ok(request)
    }
}

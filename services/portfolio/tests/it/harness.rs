//! A running portfolio service, and callers of it.

mod caller;
mod change;
mod refusal;

pub use caller::Caller;
pub use change::change;
pub use refusal::{fields, reason, refusal, violations};

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_auth::{AccessLayer, ServiceKey};
use lintel_core::{FixedClock, Principal};
use lintel_files::{Contents, FileId, FileStore, Owner, digest, photo::Work};
use lintel_portfolio::{app::Peers, bootstrap::routes, store::MIGRATOR};
use lintel_runtime::{Health, Lifecycle, SharedConfig, client};
use lintel_testkit::{
    OwnersServer, TestDatabase,
    tokens::{TokenMint, landlord},
};
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

/// The moment at which every test begins, unless it moves the clock.
pub const START: &str = "2026-11-21T10:00:00Z";

/// A service of one test's own.
pub struct World {
    pub database: TestDatabase,
    pub clock: Arc<FixedClock>,
    pub mint: TokenMint,
    pub files: FileStore,
    /// Whom the service asks what is let.
    pub owners: OwnersServer,
    _folder: TempDir,
    channel: Channel,
    lifecycle: Lifecycle,
}

impl World {
    /// A service with an empty database, at [`START`].
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_at(START).await
    }

    /// A service with an empty database, at `now`.
    pub async fn start_at(now: &str) -> anyhow::Result<Self> {
        let database = TestDatabase::new("portfolio", &MIGRATOR).await?;
        let mint = TokenMint::new()?;
        let clock = Arc::new(FixedClock::new(now.parse::<DateTime<Utc>>()?));
        let key = ServiceKey::new("the key of our own processes".into());
        let access = AccessLayer::new(mint.verifier.clone(), key)?;
        let health = Health::starting().await;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let folder = tempfile::tempdir()?;
        let files = FileStore::open(&format!("file://{}", folder.path().display()))?;
        let owners = OwnersServer::start().await?;
        let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
        let peers = Peers {
            tenancy: client::channel("LINTEL_TENANCY_APPLICATIONS_URL", owners.url(), &shared)?,
            key: ServiceKey::new("the key of our own processes".into()),
        };
        let routes = routes(
            &database.db,
            files.clone(),
            clock.clone(),
            mint.verifier.clone(),
            peers,
        );
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
            files,
            owners,
            _folder: folder,
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

    /// The address of a new photo of `organisation`.
    pub async fn photo(&self, organisation: i64) -> anyhow::Result<String> {
        let mut sent = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(4, 3).write_to(&mut sent, image::ImageFormat::Png)?;
        let sent = sent.into_inner();
        let photo = Contents::Photo(Work::of(sent.clone())?.finish()?);
        self.keep(organisation, &sent, photo).await
    }

    /// The address of a new document of `organisation`.
    pub async fn document(&self, organisation: i64) -> anyhow::Result<String> {
        let sent = b"%PDF-1.7";
        self.keep(organisation, sent, Contents::Document(sent.to_vec()))
            .await
    }

    async fn keep(
        &self,
        organisation: i64,
        sent: &[u8],
        contents: Contents,
    ) -> anyhow::Result<String> {
        let (owner, id) = (Owner::Organisation(organisation.into()), FileId::generate());
        self.files.keep(owner, id, digest(sent), contents).await?;
        Ok(id.address())
    }

    /// One number out of the database, seen by the superuser.
    pub async fn number(&self, sql: &'static str) -> anyhow::Result<i64> {
        let mut connection = self.database.superuser().await?;
        Ok(sqlx::query_scalar(sql).fetch_one(&mut connection).await?)
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

    /// Returns PostgreSQL's plan for a query of organisation 1.
    pub async fn plan(&self, sql: &'static str) -> anyhow::Result<String> {
        let scope = lintel_db::Scope {
            organisation: Some(1.into()),
            user: None,
        };
        let mut tx = self.database.db.begin(scope).await?;
        let explain = sqlx::AssertSqlSafe(format!("EXPLAIN {sql}"));
        let lines: Vec<String> = sqlx::query_scalar(explain).fetch_all(&mut *tx).await?;
        Ok(lines.join("\n"))
    }

    /// Statements of the superuser's.
    pub async fn execute(&self, sql: &'static str) -> anyhow::Result<()> {
        let mut connection = self.database.superuser().await?;
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        Ok(())
    }

    /// Gives every property a certificate and settings of its inspections, in the database itself.
    pub async fn equip(&self) -> anyhow::Result<()> {
        self.execute(
            "INSERT INTO property_certificates
                 (organisation_id, property_id, certificate_type, issue_date, expiry_date, created_at, updated_at)
             SELECT organisation_id, property_id, 'EPC', '2026-01-31', '2036-01-31', now(), now() FROM properties;
             INSERT INTO inspection_settings (organisation_id, property_id, frequency_months, reminder_days, auto_schedule)
             SELECT organisation_id, property_id, 6, 7, true FROM properties",
        )
        .await
    }

    /// Counts the rows of each table of a property's change: properties, rooms, history, outbox, request ids.
    pub async fn rows(&self) -> anyhow::Result<[i64; 5]> {
        Ok([
            self.number("SELECT count(*) FROM properties").await?,
            self.number("SELECT count(*) FROM rooms").await?,
            self.number("SELECT count(*) FROM property_history").await?,
            self.number("SELECT count(*) FROM outbox WHERE aggregate_type = 'property'")
                .await?,
            self.number("SELECT count(*) FROM request_ids").await?,
        ])
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

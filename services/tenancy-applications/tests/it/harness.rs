//! A running tenancy-applications service, and callers of it.

mod caller;
mod refusal;

pub use caller::Caller;
pub use refusal::{fields, reason, refusal, violations};

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_auth::{AccessLayer, ServiceKey};
use lintel_core::{FixedClock, Principal, Role};
use lintel_runtime::{Health, Lifecycle, SharedConfig, client, limits::Stored};
use lintel_sealing::Opener;
use lintel_tenancy_applications::{
    app::{keeping::Peers, mail_requests::Mails},
    bootstrap::{Parts, routes},
    config::Allowances,
    store::MIGRATOR,
};
use lintel_testkit::{
    OwnersServer, TestDatabase,
    tokens::{TokenMint, landlord, outsider},
};
use serde_json::json;
use tokio::net::TcpListener;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

/// The secret half of viewings-maintenance's key.
/// Space that a test can fill.
pub const STORED: Stored = Stored {
    organisation: 40_000_000,
    link: 30_000_000,
};

pub const VIEWINGS_KEY: [u8; 32] = [9; 32];
/// The moment at which every test begins, unless it moves the clock.
pub const START: &str = "2026-11-24T10:00:00Z";

/// The owners at `url`.
pub fn peers(url: &str) -> anyhow::Result<Peers> {
    let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
    Ok(Peers {
        portfolio: client::channel("LINTEL_PORTFOLIO_URL", url, &shared)?,
        identity: client::channel("LINTEL_IDENTITY_URL", url, &shared)?,
        key: ServiceKey::new(OwnersServer::KEY.into()),
    })
}

/// A service of one test's own.
pub struct World {
    pub database: TestDatabase,
    pub clock: Arc<FixedClock>,
    pub mint: TokenMint,
    /// Opens what is sealed to this service.
    pub opener: Opener,
    /// Opens what this service seals to notifications.
    pub mail_opener: Opener,
    /// Whom the service asks for what its copies lack.
    pub owners: OwnersServer,
    channel: Channel,
    lifecycle: Lifecycle,
}

impl World {
    /// A service with an empty database, at [`START`].
    pub async fn start() -> anyhow::Result<Self> {
        let database = TestDatabase::new("tenancy-applications", &MIGRATOR).await?;
        let mint = TokenMint::new()?;
        let clock = Arc::new(FixedClock::new(START.parse::<DateTime<Utc>>()?));
        let key = ServiceKey::new("the key of our own processes".into());
        let access = AccessLayer::new(mint.verifier.clone(), key)?;
        let health = Health::starting().await;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let (opener, mail_opener) = (Opener::new(&[7; 32]), Opener::new(&[8; 32]));
        let owners = OwnersServer::start().await?;
        let routes = routes(&Parts {
            db: database.db.clone(),
            clock: clock.clone(),
            verifier: mint.verifier.clone(),
            opener: opener.clone(),
            mails: Mails::new(Some(mail_opener.sealer())),
            viewings: Opener::new(&VIEWINGS_KEY).sealer(),
            allowances: Allowances {
                by_link_an_hour: 20,
                of_address_a_day: 3,
                drafts_by_link_an_hour: 100,
                draft_mails_an_hour: 3,
                invites_to_address_a_day: 5,
            },
            stored: STORED,
            peers: peers(owners.url())?,
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
            opener,
            mail_opener,
            owners,
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

    /// The account of a tenant says that a tenancy is its own.
    pub async fn confirm(&self, account: i64, tenancy: i64) -> anyhow::Result<()> {
        let caller = self.caller(&outsider(account, Role::Tenant))?;
        Ok(caller.answer(tenancy, true).await?)
    }

    /// The connection with `token`, if any, on every call.
    pub fn bearer(&self, token: Option<&str>) -> anyhow::Result<Connection> {
        let token = token.map(|token| format!("Bearer {token}").parse());
        let bearer = Bearer(token.transpose()?);
        Ok(InterceptedService::new(self.channel.clone(), bearer))
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

    /// How PostgreSQL would answer a query of organisation 1.
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

    /// Asserts that the program's role may not run any of these for organisation 1: what they would change stays as it was written.
    pub async fn is_kept_from(&self, statements: &[&'static str]) -> anyhow::Result<()> {
        let scope = lintel_db::Scope {
            organisation: Some(1.into()),
            user: None,
        };
        for &sql in statements {
            let mut tx = self.database.db.begin(scope).await?;
            let refused = sqlx::query(sql).execute(&mut *tx).await;
            assert!(
                refused.is_err_and(|error| error.to_string().contains("permission denied")),
                "{sql}"
            );
        }
        Ok(())
    }

    /// The types of the events about tenancies so far, in the order in which they were written.
    pub async fn told(&self) -> anyhow::Result<Vec<String>> {
        let mut connection = self.database.superuser().await?;
        let told = sqlx::query_scalar(
            "SELECT event_type FROM outbox WHERE aggregate_type = 'tenancy' ORDER BY seq",
        );
        Ok(told.fetch_all(&mut connection).await?)
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

/// A request as Lintel's own programs send it.
pub fn internal<T>(message: T) -> Result<tonic::Request<T>, tonic::Status> {
    let mut request = tonic::Request::new(message);
    let key = "the key of our own processes".parse();
    let key = key.map_err(|_| tonic::Status::unknown("no header"))?;
    let metadata = request.metadata_mut();
    metadata.insert(lintel_auth::SERVICE_KEY_HEADER, key);
    Ok(request)
}

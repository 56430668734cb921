//! A running viewings-maintenance service, and callers of it.

mod mails;
mod refusal;

pub use mails::{Mail, calendar};
pub use refusal::{fields, reason, refusal, violations};

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_auth::{AccessLayer, ServiceKey};
use lintel_core::{FixedClock, Grade, Principal};
use lintel_proto::{
    tenancy::v1::TenantContact,
    viewings::v1::{
        viewer_service_client::ViewerServiceClient, viewing_service_client::ViewingServiceClient,
    },
};
use lintel_rules::Nation;
use lintel_runtime::{Health, Lifecycle, SharedConfig, client, limits::Stored};
use lintel_sealing::Opener;
use lintel_testkit::{
    OwnersServer, TestDatabase,
    tokens::{TokenMint, landlord},
};
use lintel_viewings_maintenance::{
    app::Peers,
    app::mail_requests::Mails,
    bootstrap::{Parts, routes},
    domain::{Home, HomeNews, HomeRoom, LeaseStatus, TenantNews, TenantState},
    store::{self, MIGRATOR},
};
use serde_json::json;
use tokio::net::TcpListener;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

/// The moment at which every test begins, unless it moves the clock.
/// Space that a test can fill.
pub const STORED: Stored = Stored {
    organisation: 40_000_000,
    link: 30_000_000,
};

pub const START: &str = "2026-11-25T10:00:00Z";
/// A flat of organisation 1, in which nobody lives.
pub const FLAT: i64 = 101;
/// A house of organisation 1 with the rooms 1 and 2b, in which nobody lives.
pub const HOUSE: i64 = 102;
/// A flat of organisation 2.
pub const OTHER_FLAT: i64 = 201;

/// A service of one test's own.
pub struct World {
    pub database: TestDatabase,
    pub clock: Arc<FixedClock>,
    pub mint: TokenMint,
    /// The parts that the service's RPCs and jobs use.
    pub parts: Parts,
    /// Whom the service asks for what its copies lack.
    pub owners: OwnersServer,
    /// Opens what this service seals to notifications.
    pub mail_opener: Opener,
    channel: Channel,
    lifecycle: Lifecycle,
}

impl World {
    /// A service at [`START`] that knows the two organisations and their homes.
    pub async fn start() -> anyhow::Result<Self> {
        let database = TestDatabase::new("viewings-maintenance", &MIGRATOR).await?;
        let mint = TokenMint::new()?;
        let clock = Arc::new(FixedClock::new(START.parse::<DateTime<Utc>>()?));
        let key = ServiceKey::new("the key of our own processes".into());
        let access = AccessLayer::new(mint.verifier.clone(), key)?;
        let health = Health::starting().await;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let (opener, mail_opener) = (Opener::new(&[7; 32]), Opener::new(&[8; 32]));
        let owners = OwnersServer::start().await?;
        let parts = parts(
            &database,
            clock.clone(),
            &mint,
            &opener,
            &mail_opener,
            &owners,
        )?;
        let routes = routes(&parts);
        let lifecycle = Lifecycle::default();
        lifecycle.spawn("grpc", {
            let lifecycle = lifecycle.clone();
            async move {
                lintel_runtime::grpc::serve_on(listener, routes, access, health, &lifecycle).await
            }
        });
        let world = Self {
            database,
            clock,
            mint,
            parts,
            owners,
            mail_opener,
            channel: Endpoint::from_shared(address)?.connect_lazy(),
            lifecycle,
        };
        world.furnish().await?;
        Ok(world)
    }

    async fn furnish(&self) -> anyhow::Result<()> {
        self.home(1, FLAT, "Garden Flat", &[]).await?;
        self.home(1, HOUSE, "The Mill", &["1", "2b"]).await?;
        self.home(2, OTHER_FLAT, "Elsewhere", &[]).await?;
        let mut tx = self.database.db.begin_worker().await?;
        store::organisation::keep(&mut tx, 1.into(), ("Acme, Lettings", &[]), 1).await?;
        store::organisation::keep(&mut tx, 2.into(), ("Others", &[]), 1).await?;
        store::member::keep(&mut tx, 1.into(), 1, 11.into(), Some(Grade::Owner), 1).await?;
        tx.commit().await?;
        Ok(())
    }

    /// A home as portfolio would tell of it.
    pub async fn home(
        &self,
        organisation: i64,
        property: i64,
        name: &str,
        rooms: &[&str],
    ) -> anyhow::Result<()> {
        let rooms = rooms.iter().zip(1..).map(|(number, id)| HomeRoom {
            id: (property * 10 + id).into(),
            number: (*number).to_owned(),
            occupied: false,
        });
        let home = Home {
            property: property.into(),
            name: name.to_owned(),
            address: "1 Mill Lane, York".to_owned(),
            postcode: "YO1 7HZ".to_owned(),
            nation: Nation::England,
            occupied: false,
            rooms: rooms.collect(),
            responsible_user: Some(11.into()),
        };
        let news = HomeNews {
            property: property.into(),
            home: Some(home),
            version: 1,
        };
        self.owners.have_home(organisation, property);
        let mut tx = self.database.db.begin_worker().await?;
        store::home::keep(&mut tx, &[(organisation.into(), news)]).await?;
        tx.commit().await?;
        Ok(())
    }

    /// A tenant of organisation 1 as tenancy-applications would tell of them; `user` is their account, 0 for none.
    pub async fn tenant(
        &self,
        tenant: i64,
        property: i64,
        room: Option<&str>,
        name: &str,
        user: i64,
    ) -> anyhow::Result<()> {
        let contact = TenantContact {
            display_name: name.to_owned(),
            email: format!("{}@example.org", name.to_lowercase()),
            phone: "07700 900123".to_owned(),
            mails_off: false,
        };
        let news = TenantNews {
            tenant: tenant.into(),
            state: Some(TenantState {
                property: property.into(),
                room_number: room.map(str::to_owned),
                lease_status: LeaseStatus::Active,
                last_date: None,
                user_ids: Some(user).filter(|user| *user != 0).into_iter().collect(),
                contact: self.parts.opener.sealer().seal(&contact)?.ciphertext,
            }),
            version: 1,
        };
        let mut tx = self.database.db.begin_worker().await?;
        store::tenant::keep(&mut tx, 1.into(), &news).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The owner of organisation 1.
    pub fn landlord(&self) -> anyhow::Result<ViewingServiceClient<Connection>> {
        self.caller(&landlord(11, 1))
    }

    /// Whoever `principal` says, who calls about viewings.
    pub fn caller(
        &self,
        principal: &Principal,
    ) -> anyhow::Result<ViewingServiceClient<Connection>> {
        let connection = self.bearer(Some(&self.mint.token(principal)?))?;
        Ok(ViewingServiceClient::new(connection))
    }

    /// Somebody without an account.
    pub fn viewer(&self) -> anyhow::Result<ViewerServiceClient<Connection>> {
        Ok(ViewerServiceClient::new(self.bearer(None)?))
    }

    /// The connection with `token`, if any, on every call.
    pub fn bearer(&self, token: Option<&str>) -> anyhow::Result<Connection> {
        let token = token.map(|token| format!("Bearer {token}").parse());
        let bearer = Bearer(token.transpose()?);
        Ok(InterceptedService::new(self.channel.clone(), bearer))
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

    /// Statements of the superuser's.
    pub async fn execute(&self, sql: &str) -> anyhow::Result<()> {
        let mut connection = self.database.superuser().await?;
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        Ok(())
    }
}

/// The owners at `url`.
pub fn peers(url: &str) -> anyhow::Result<Peers> {
    let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
    let owner = |key| client::channel(key, url, &shared);
    Ok(Peers {
        portfolio: owner("LINTEL_PORTFOLIO_URL")?,
        tenancy: owner("LINTEL_TENANCY_APPLICATIONS_URL")?,
        identity: owner("LINTEL_IDENTITY_URL")?,
        key: ServiceKey::new(OwnersServer::KEY.into()),
    })
}

fn parts(
    database: &TestDatabase,
    clock: Arc<FixedClock>,
    mint: &TokenMint,
    opener: &Opener,
    mail_opener: &Opener,
    owners: &OwnersServer,
) -> anyhow::Result<Parts> {
    Ok(Parts {
        db: database.db.clone(),
        clock,
        opener: opener.clone(),
        mails: Mails::new(Some(mail_opener.sealer())),
        verifier: mint.verifier.clone(),
        organiser: "no-reply@example.com".to_owned(),
        public_url: "https://lintel.example".to_owned(),
        stored: STORED,
        peers: peers(owners.url())?,
    })
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

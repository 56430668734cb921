//! A running portfolio service, and callers of it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_auth::{AccessLayer, ServiceKey};
use lintel_core::{FixedClock, Principal};
use lintel_portfolio::{bootstrap::routes, store::MIGRATOR};
use lintel_proto::portfolio::v1::{
    CreatePropertyRequest, DashboardAnalytics, DeletePropertyRequest, GetDashboardAnalyticsRequest,
    GetPropertyRequest, ListPropertiesRequest, ListPropertiesResponse, ListPropertyHistoryRequest,
    ListPropertyHistoryResponse, ListRoomsRequest, Property, Room,
    analytics_service_client::AnalyticsServiceClient,
    property_service_client::PropertyServiceClient,
};
use lintel_runtime::{Health, Lifecycle};
use lintel_testkit::{
    TestDatabase,
    tokens::{TokenMint, landlord},
};
use tokio::net::TcpListener;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};
use tonic_types::StatusExt as _;

/// The moment at which every test begins, unless it moves the clock.
pub const START: &str = "2026-11-21T10:00:00Z";

/// A service of one test's own.
pub struct World {
    pub database: TestDatabase,
    pub clock: Arc<FixedClock>,
    pub mint: TokenMint,
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
        let routes = routes(&database.db, clock.clone());
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

    /// One number out of the database, seen by the superuser.
    pub async fn number(&self, sql: &'static str) -> anyhow::Result<i64> {
        let mut connection = self.database.superuser().await?;
        Ok(sqlx::query_scalar(sql).fetch_one(&mut connection).await?)
    }

    /// Statements of the superuser's.
    pub async fn execute(&self, sql: &'static str) -> anyhow::Result<()> {
        let mut connection = self.database.superuser().await?;
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        Ok(())
    }

    /// How many rows each table of a change holds: properties, rooms, history, outbox, request ids.
    pub async fn rows(&self) -> anyhow::Result<[i64; 5]> {
        Ok([
            self.number("SELECT count(*) FROM properties").await?,
            self.number("SELECT count(*) FROM rooms").await?,
            self.number("SELECT count(*) FROM property_history").await?,
            self.number("SELECT count(*) FROM outbox").await?,
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

/// Somebody who calls the service.
#[derive(Clone)]
pub struct Caller {
    properties: PropertyServiceClient<Connection>,
    analytics: AnalyticsServiceClient<Connection>,
}

impl From<Connection> for Caller {
    fn from(connection: Connection) -> Self {
        Self {
            properties: PropertyServiceClient::new(connection.clone()),
            analytics: AnalyticsServiceClient::new(connection),
        }
    }
}

impl Caller {
    pub async fn create(&self, property: Property) -> Result<Property, Status> {
        self.create_once(property, "").await
    }

    pub async fn create_once(
        &self,
        property: Property,
        request_id: &str,
    ) -> Result<Property, Status> {
        let request = CreatePropertyRequest {
            property: Some(property),
            request_id: request_id.to_owned(),
        };
        let reply = self.properties.clone().create_property(request).await?;
        Ok(reply.into_inner().property.unwrap_or_default())
    }

    pub async fn get(&self, property_id: i64) -> Result<Property, Status> {
        let request = GetPropertyRequest { property_id };
        let reply = self.properties.clone().get_property(request).await?;
        Ok(reply.into_inner().property.unwrap_or_default())
    }

    pub async fn delete(&self, property_id: i64) -> Result<(), Status> {
        self.delete_once(property_id, "", "").await
    }

    pub async fn delete_once(
        &self,
        property_id: i64,
        etag: &str,
        request_id: &str,
    ) -> Result<(), Status> {
        let request = DeletePropertyRequest {
            property_id,
            etag: etag.to_owned(),
            request_id: request_id.to_owned(),
        };
        self.properties.clone().delete_property(request).await?;
        Ok(())
    }

    pub async fn list(
        &self,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListPropertiesResponse, Status> {
        let request = ListPropertiesRequest {
            page_size,
            page_token: page_token.to_owned(),
        };
        let reply = self.properties.clone().list_properties(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn rooms(&self, property_id: i64) -> Result<Vec<Room>, Status> {
        let request = ListRoomsRequest { property_id };
        let reply = self.properties.clone().list_rooms(request).await?;
        Ok(reply.into_inner().rooms)
    }

    pub async fn history(
        &self,
        property_id: i64,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListPropertyHistoryResponse, Status> {
        let request = ListPropertyHistoryRequest {
            property_id,
            page_size,
            page_token: page_token.to_owned(),
        };
        let reply = self
            .properties
            .clone()
            .list_property_history(request)
            .await?;
        Ok(reply.into_inner())
    }

    pub async fn dashboard(&self) -> Result<DashboardAnalytics, Status> {
        let request = GetDashboardAnalyticsRequest {};
        let reply = self
            .analytics
            .clone()
            .get_dashboard_analytics(request)
            .await?;
        Ok(reply.into_inner().analytics.unwrap_or_default())
    }
}

/// The status that a call must have been refused with.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, Status>) -> anyhow::Result<Status> {
    match result {
        Err(status) => Ok(status),
        Ok(reply) => anyhow::bail!("was not refused: {reply:?}"),
    }
}

/// The reason in a status.
pub fn reason(status: &Status) -> String {
    let info = status.get_details_error_info();
    info.map(|info| info.reason).unwrap_or_default()
}

/// The fields that a status names, with their texts.
pub fn violations(status: &Status) -> Vec<(String, String)> {
    let bad = status.get_details_bad_request();
    let fields = bad.into_iter().flat_map(|bad| bad.field_violations);
    fields
        .map(|found| (found.field, found.description))
        .collect()
}

/// The fields that a status names.
pub fn fields(status: &Status) -> Vec<String> {
    violations(status)
        .into_iter()
        .map(|(field, _)| field)
        .collect()
}

//! tonic and sqlx: each statement on a pooled connection by itself, as a role that row-level security does not concern.

use std::{future::Future, pin::pin};

use anyhow::Context as _;
use axum::{Router, body::Body, routing::post};
use futures::TryStreamExt as _;
use lintel_core::{OrganisationId, SystemClock, london_today};
use lintel_portfolio::{
    domain::{Dashboard, Filter, Sort},
    grpc::reply,
    store,
};
use lintel_proto::portfolio::v1::{
    GetDashboardAnalyticsRequest, GetDashboardAnalyticsResponse, GetPropertyRequest,
    GetPropertyResponse, ListPropertiesRequest, ListPropertiesResponse,
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use tonic::{
    Request, Response, Status,
    server::Grpc,
    service::Routes,
    transport::{Server, server::TcpIncoming},
};
use tonic_prost::ProstCodec;

use crate::setting;

/// The same number as portfolio has by default.
const CONNECTIONS: u32 = 8;

#[derive(Clone)]
struct Probe {
    pool: PgPool,
    organisation: OrganisationId,
}

/// Serves until it is killed.
pub async fn serve() -> anyhow::Result<()> {
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .connect(&setting("PROBE_DATABASE_URL")?)
        .await?;
    let organisation = setting("PROBE_ORGANISATION")?.parse::<i64>()?;
    let probe = Probe {
        pool,
        organisation: OrganisationId::new(organisation),
    };
    let listener = tokio::net::TcpListener::bind(setting("PROBE_SERVICE")?).await?;
    let routes = Router::new()
        .route(
            "/lintel.portfolio.v1.PropertyService/GetProperty",
            rpc(&probe, Probe::get_property),
        )
        .route(
            "/lintel.portfolio.v1.PropertyService/ListProperties",
            rpc(&probe, Probe::list_properties),
        )
        .route(
            "/lintel.portfolio.v1.AnalyticsService/GetDashboardAnalytics",
            rpc(&probe, Probe::get_dashboard_analytics),
        );
    Server::builder()
        .add_routes(Routes::from(routes))
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)))
        .await
        .context("the probe's gRPC server")
}

/// Does for one RPC what the generated servers do; by hand, so that the probe need not know the RPCs that it does not
/// serve.
fn rpc<M, T, F>(probe: &Probe, handler: fn(Probe, M) -> F) -> axum::routing::MethodRouter
where
    M: prost::Message + Default + Send + 'static,
    T: prost::Message + Send + 'static,
    F: Future<Output = anyhow::Result<T>> + Send + 'static,
{
    let probe = probe.clone();
    post(async move |request: http::Request<Body>| {
        let service = tower::service_fn(move |request: Request<M>| {
            let answer = handler(probe.clone(), request.into_inner());
            async move {
                answer
                    .await
                    .map(Response::new)
                    .map_err(|error| Status::internal(format!("{error:#}")))
            }
        });
        Grpc::new(ProstCodec::<T, M>::default())
            .unary(service, request)
            .await
    })
}

impl Probe {
    async fn get_property(
        self,
        request: GetPropertyRequest,
    ) -> anyhow::Result<GetPropertyResponse> {
        let mut connection = self.pool.acquire().await?;
        let id = request.property_id.into();
        let property = store::property::find(&mut connection, self.organisation, id)
            .await?
            .context("there is no such property")?;
        Ok(GetPropertyResponse {
            property: Some(reply::property(property, london_today(&SystemClock))?),
        })
    }

    async fn list_properties(
        self,
        request: ListPropertiesRequest,
    ) -> anyhow::Result<ListPropertiesResponse> {
        let mut connection = self.pool.acquire().await?;
        let limit = i64::from(request.page_size) + 1;
        let (all, newest) = (Filter::default(), Sort::default());
        let connection = &mut *connection;
        let ids =
            store::listing::ids(connection, self.organisation, &all, newest, None, limit).await?;
        let rows = store::property::of_ids(connection, self.organisation, &ids).await?;
        let today = london_today(&SystemClock);
        let properties: Result<_, _> = rows
            .into_iter()
            .map(|row| reply::property(row, today))
            .collect();
        Ok(ListPropertiesResponse {
            properties: properties?,
            next_page_token: String::new(),
            total_size: None,
        })
    }

    async fn get_dashboard_analytics(
        self,
        _: GetDashboardAnalyticsRequest,
    ) -> anyhow::Result<GetDashboardAnalyticsResponse> {
        let mut connection = self.pool.acquire().await?;
        let mut holdings = pin!(store::dashboard::holdings(
            &mut connection,
            self.organisation
        ));
        let mut dashboard = Dashboard::default();
        while let Some(holding) = holdings.try_next().await? {
            dashboard = dashboard.with(&holding)?;
        }
        Ok(GetDashboardAnalyticsResponse {
            analytics: Some(reply::dashboard(&dashboard)?),
        })
    }
}

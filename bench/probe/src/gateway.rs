//! axum and tonic's client: one call of the service for one request, as JSON.

use axum::{
    Json, Router,
    extract::{Path, State},
    response::{IntoResponse, Response},
    routing::get,
    serve::ListenerExt as _,
};
use http::StatusCode;
use lintel_gateway::{DashboardAnalytics, Property};
use lintel_proto::portfolio::v1::{
    GetDashboardAnalyticsRequest, GetPropertyRequest, ListPropertiesRequest,
    analytics_service_client::AnalyticsServiceClient,
    property_service_client::PropertyServiceClient,
};
use tokio::net::TcpListener;
use tonic::transport::{Channel, Endpoint};

use crate::setting;

/// The page size of Lintel's gateway where the client asks for no page.
const PAGE: i32 = 200;

/// Serves until it is killed.
pub async fn serve() -> anyhow::Result<()> {
    let service = Endpoint::from_shared(format!("http://{}", setting("PROBE_SERVICE")?))?
        .tcp_nodelay(true)
        .connect_lazy();
    let listener = TcpListener::bind(setting("PROBE_HTTP")?)
        .await?
        .tap_io(|stream| {
            // A connection that cannot be set up is slow, not wrong.
            let _ = stream.set_nodelay(true);
        });
    let routes = Router::new()
        .route("/api/properties", get(list))
        .route("/api/properties/{id}", get(read))
        .route("/api/dashboard/analytics", get(analytics))
        .with_state(service);
    Ok(axum::serve(listener, routes).await?)
}

/// Anything that goes wrong; the measurement refuses a run with a single one of these.
struct Failed;

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }
}

async fn list(State(service): State<Channel>) -> Result<Json<Vec<Property>>, Failed> {
    let request = ListPropertiesRequest {
        page_size: PAGE,
        page_token: String::new(),
        listing: None,
    };
    let reply = PropertyServiceClient::new(service)
        .list_properties(request)
        .await
        .map_err(|_| Failed)?;
    let properties = reply.into_inner().properties;
    let properties: Result<_, _> = properties.into_iter().map(Property::try_from).collect();
    properties.map(Json).map_err(|_| Failed)
}

async fn read(
    State(service): State<Channel>,
    Path(property_id): Path<i64>,
) -> Result<Json<Property>, Failed> {
    let reply = PropertyServiceClient::new(service)
        .get_property(GetPropertyRequest { property_id })
        .await
        .map_err(|_| Failed)?;
    let property = reply.into_inner().property.ok_or(Failed)?;
    Property::try_from(property).map(Json).map_err(|_| Failed)
}

async fn analytics(State(service): State<Channel>) -> Result<Json<DashboardAnalytics>, Failed> {
    let reply = AnalyticsServiceClient::new(service)
        .get_dashboard_analytics(GetDashboardAnalyticsRequest {})
        .await
        .map_err(|_| Failed)?;
    let figures = reply.into_inner().analytics.ok_or(Failed)?;
    DashboardAnalytics::try_from(figures)
        .map(Json)
        .map_err(|_| Failed)
}

//! The dashboard's figures.

use axum::Json;
use lintel_proto::portfolio::v1::GetDashboardAnalyticsRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::present;
use crate::{
    Gateway,
    call::Call,
    model::analytics::DashboardAnalytics,
    openapi::{Refusals, SignedIn},
    problem::Problem,
    rpc::GetDashboardAnalytics,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(analytics))
}

/// Sums over all properties of the organisation
#[utoipa::path(
    get, path = "/api/dashboard/analytics", tag = "Dashboard",
    operation_id = "getDashboardAnalytics",
    responses(
        (status = 200, description = "The figures", body = DashboardAnalytics),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn analytics(call: Call<GetDashboardAnalytics>) -> Result<Json<DashboardAnalytics>, Problem> {
    let analytics = call.gateway().clients.analytics();
    let reply = call
        .send(GetDashboardAnalyticsRequest {}, |message| {
            let mut analytics = analytics.clone();
            async move { analytics.get_dashboard_analytics(message).await }
        })
        .await?;
    Ok(Json(DashboardAnalytics::try_from(present(
        reply.analytics,
    )?)?))
}

//! The dashboard's figures.

use axum::Json;
use lintel_proto::portfolio::v1::{GetDashboardAnalyticsRequest, GetPortfolioSeriesRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::{present, rows};
use crate::{
    Gateway,
    call::Call,
    input::MonthsQuery,
    model::{analytics::DashboardAnalytics, series::PortfolioMonth},
    openapi::{BadQuery, MonthsParam, Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(analytics))
        .routes(routes!(series))
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
async fn analytics(
    call: Call<GetDashboardAnalyticsRequest>,
) -> Result<Json<DashboardAnalytics>, Problem> {
    let reply = call.send(GetDashboardAnalyticsRequest {}).await?;
    Ok(Json(DashboardAnalytics::try_from(present(
        reply.analytics,
    )?)?))
}

/// The portfolio month by month, the oldest first
///
/// Each month as it ended, the current one as it stands. Months before the first property are left out.
#[utoipa::path(
    get, path = "/api/dashboard/series", tag = "Dashboard",
    operation_id = "getPortfolioSeries", params(MonthsParam),
    responses(
        (status = 200, description = "The months", body = [PortfolioMonth]),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn series(
    call: Call<GetPortfolioSeriesRequest>,
    MonthsQuery(months): MonthsQuery,
) -> Result<Json<Vec<PortfolioMonth>>, Problem> {
    let reply = call.send(GetPortfolioSeriesRequest { months }).await?;
    Ok(Json(rows(reply.months)?))
}

//! What is urgent, and how the inspections of a property schedule themselves.

use axum::Json;
use lintel_proto::portfolio::v1::GetComplianceSummaryRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::present;
use crate::{
    Gateway,
    call::Call,
    model::compliance_summary::ComplianceSummary,
    openapi::{Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(summary))
}

/// What is urgent, and what comes
///
/// Counted by the database over all properties; the items are the most pressing ones.
#[utoipa::path(
    get, path = "/api/compliance/summary", tag = "Compliance", operation_id = "getComplianceSummary",
    responses(
        (status = 200, description = "The counts and the most pressing items", body = ComplianceSummary),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn summary(
    call: Call<GetComplianceSummaryRequest>,
) -> Result<Json<ComplianceSummary>, Problem> {
    let reply = call.send(GetComplianceSummaryRequest {}).await?;
    Ok(Json(present(reply.summary)?.try_into()?))
}

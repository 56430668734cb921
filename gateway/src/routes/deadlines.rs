//! Days by which a landlord has to have done something for a tenancy.

use axum::Json;
use lintel_proto::tenancy::v1::ListDeadlinesRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::rows;
use crate::{
    Gateway,
    call::Call,
    model::deposit::Deadline,
    openapi::{Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// What is open and due within 60 days or late, the next first
#[utoipa::path(
    get, path = "/api/tenancy-deadlines", tag = "Tenancies", operation_id = "listDeadlines",
    responses(
        (status = 200, description = "The deadlines, at most 200", body = [Deadline]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListDeadlinesRequest>) -> Result<Json<Vec<Deadline>>, Problem> {
    let reply = call.send(ListDeadlinesRequest {}).await?;
    Ok(Json(rows(reply.deadlines)?))
}

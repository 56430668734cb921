//! What happened to the caller's account.

use axum::response::Response;
use lintel_proto::identity::v1::ListSecurityEventsRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{pages, reply::rows};
use crate::{
    Gateway,
    call::Call,
    input::{PageParams, Query},
    model::security_event::SecurityEvent,
    openapi::{BadQuery, Refusals, SignedIn},
    problem::Problem,
};

const PATH: &str = "/api/security-log";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// What happened to the caller's account, the newest first
#[utoipa::path(
    get, path = "/api/security-log", tag = "Session", operation_id = "listSecurityEvents",
    params(PageParams),
    responses(
        (status = 200, description = "The entries", body = [SecurityEvent], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListSecurityEventsRequest>,
    page: Query<PageParams>,
) -> Result<Response, Problem> {
    pages::answer(PATH, page.message, async |page_size, page_token| {
        let message = ListSecurityEventsRequest {
            page_size,
            page_token,
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, SecurityEvent>(reply.events)?,
            reply.next_page_token,
        ))
    })
    .await
}

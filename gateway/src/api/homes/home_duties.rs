//! The duties of each home: the list, the landlord's word that something is not needed, and facts that nobody has said.

use axum::Json;
use lintel_proto::portfolio::v1::ListHomeDutiesRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        HomeDutyPage, HomeDutyParams,
        input::{PageParams, Query},
        openapi::{BadQuery, Refusals, SignedIn},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// The homes with what they need, and the totals over all of them
///
/// Paged: 50 homes unless `pageSize` says otherwise, at most 200. What misses most comes first.
#[utoipa::path(
    get, path = "/api/compliance/homes", tag = "Compliance", operation_id = "listHomeDuties",
    params(HomeDutyParams, PageParams),
    responses(
        (status = 200, description = "A page of homes", body = HomeDutyPage),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListHomeDutiesRequest>,
    page: Query<PageParams>,
    wanted: Query<HomeDutyParams>,
) -> Result<Json<HomeDutyPage>, Problem> {
    let message = ListHomeDutiesRequest {
        page_size: page.message.page_size,
        page_token: page.message.page_token,
        ..wanted.message
    };
    Ok(Json(call.send(message).await?.try_into()?))
}

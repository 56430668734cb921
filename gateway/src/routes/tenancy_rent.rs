//! What the tenants of a tenancy owe together.

use std::sync::OnceLock;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::header;
use lintel_proto::tenancy::v1::GetTenancyRentRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::TenancyId,
    pages,
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{PageParams, Query},
    model::tenancy_rent::TenancyRent,
    openapi::{BadQuery, NoSuchTenancy, Refusals, SignedIn},
    problem::Problem,
    rest::TenancyRentParams,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// What the tenants of a tenancy owe together as of a day, who has which share and who paid what
///
/// Joint tenants owe together: days, months of rent and ground 8 are the tenancy's. 50 entries where no page is asked for; at most 200.
/// The figures are of all entries.
#[utoipa::path(
    get, path = "/api/tenancies/{id}/rent", tag = "Rent", operation_id = "getTenancyRent",
    params(("id" = i64, Path, description = "The tenancy's id", minimum = 1), TenancyRentParams, PageParams),
    responses(
        (status = 200, description = "The rent and a page of the entries", body = TenancyRent, headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more entries follow")
        )),
        NoSuchTenancy, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetTenancyRentRequest>,
    TenancyId(tenancy_id): TenancyId,
    page: Query<PageParams>,
    wanted: Query<TenancyRentParams>,
) -> Result<Response, Problem> {
    let path = wanted.of(&format!("/api/tenancies/{tenancy_id}/rent"));
    // The page is one: its reply holds what is not of the entries, too.
    let replied = OnceLock::new();
    let page = page.message.always();
    let (entries, link) = pages::gather(&path, page, async |page_size, page_token| {
        let message = GetTenancyRentRequest {
            tenancy_id,
            page_size,
            page_token,
            ..wanted.message
        };
        let mut reply = call.send(message).await?;
        let entries = rows(std::mem::take(&mut reply.entries))?;
        let next = std::mem::take(&mut reply.next_page_token);
        replied.get_or_init(|| reply);
        Ok((entries, next))
    })
    .await?;
    let reply = present(replied.into_inner())?;
    let mut response = Json(TenancyRent::new(reply, entries)?).into_response();
    if let Some(link) = link {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

//! What all tenants owe.

use std::sync::OnceLock;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::header;
use lintel_proto::tenancy::v1::ListArrearsRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    pages,
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{PageParams, Query},
    model::arrears::{ArrearsList, ArrearsTotals, TenantArrears},
    openapi::{BadQuery, Refusals, SignedIn},
    problem::Problem,
    rest::ArrearsParams,
};

/// Where the list is.
const LIST: &str = "/api/arrears";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// What tenants owe as of a day, the oldest arrears first unless another order is asked for, with the sums of all
///
/// Without parameters up to 10,000; with `pageSize` or `pageToken` one page. The sums are of all pages.
#[utoipa::path(
    get, path = "/api/arrears", tag = "Rent", operation_id = "listArrears",
    params(ArrearsParams, PageParams),
    responses(
        (status = 200, description = "The tenants and the sums", body = ArrearsList, headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListArrearsRequest>,
    page: Query<PageParams>,
    wanted: Query<ArrearsParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    // Each page has the sums of all; those of the first are answered.
    let sums = OnceLock::new();
    let (tenants, link) = pages::gather(&path, page.message, async |page_size, page_token| {
        let message = ListArrearsRequest {
            page_size,
            page_token,
            ..wanted.message
        };
        let reply = call.send(message).await?;
        let totals = ArrearsTotals::try_from(&reply)?;
        sums.get_or_init(|| totals);
        Ok((
            rows::<_, TenantArrears>(reply.tenants)?,
            reply.next_page_token,
        ))
    })
    .await?;
    let totals = present(sums.into_inner())?;
    let mut response = Json(ArrearsList { tenants, totals }).into_response();
    if let Some(link) = link {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

//! The inspections of the caller's properties.

use axum::response::Response;
use lintel_proto::portfolio::v1::{self as portfolio, ListInspectionsRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        Inspection, InspectionParams,
        input::{Id, PageParams, PageQuery, Query, fields},
        openapi::{BadQuery, Refusals, SignedIn},
        pages,
        problem::Problem,
        reply::rows,
    },
};

/// The path of the list.
const LIST: &str = "/api/property-inspections";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(overdue))
        .routes(routes!(upcoming))
}

/// Lists what is `wanted`, at `path`.
async fn listed(
    call: Call<ListInspectionsRequest>,
    page: PageQuery,
    wanted: ListInspectionsRequest,
    path: &str,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page);
    pages::answer(path, page, async |page_size, page_token| {
        let message = ListInspectionsRequest {
            page_size,
            page_token,
            ..wanted
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Inspection>(reply.inspections)?,
            reply.next_page_token,
        ))
    })
    .await
}

fields! {
    /// The parameter that narrows a list to one property.
    PropertyParam for ListInspectionsRequest {
        /// Only inspections of this property.
        property_id: Option<Id>,
    }
}

/// The inspections, the soonest first
///
/// Inspections that are over (`Completed`, `Cancelled`) come latest first. Without parameters up to 10,000; with
/// `pageSize` or `pageToken` one page.
#[utoipa::path(
    get, path = "/api/property-inspections", tag = "Compliance", operation_id = "listInspections",
    params(InspectionParams, PageParams),
    responses(
        (status = 200, description = "The inspections", body = [Inspection], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListInspectionsRequest>,
    page: Query<PageParams>,
    wanted: Query<InspectionParams>,
) -> Result<Response, Problem> {
    let path = wanted.of(LIST);
    listed(call, page.message, wanted.message, &path).await
}

/// The inspections that were due before today and are still to be done, the longest overdue first
#[utoipa::path(
    get, path = "/api/property-inspections/overdue", tag = "Compliance", operation_id = "listOverdueInspections",
    params(PropertyParam, PageParams),
    responses(
        (status = 200, description = "The inspections", body = [Inspection], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn overdue(
    call: Call<ListInspectionsRequest>,
    page: Query<PageParams>,
    wanted: Query<PropertyParam>,
) -> Result<Response, Problem> {
    let path = wanted.of("/api/property-inspections/overdue");
    let wanted = ListInspectionsRequest {
        view: portfolio::InspectionView::Overdue.into(),
        ..wanted.message
    };
    listed(call, page.message, wanted, &path).await
}

/// The inspections that are due today or later, the next one first
#[utoipa::path(
    get, path = "/api/property-inspections/upcoming", tag = "Compliance", operation_id = "listUpcomingInspections",
    params(PropertyParam, PageParams),
    responses(
        (status = 200, description = "The inspections", body = [Inspection], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn upcoming(
    call: Call<ListInspectionsRequest>,
    page: Query<PageParams>,
    wanted: Query<PropertyParam>,
) -> Result<Response, Problem> {
    let path = wanted.of("/api/property-inspections/upcoming");
    let wanted = ListInspectionsRequest {
        view: portfolio::InspectionView::Upcoming.into(),
        ..wanted.message
    };
    listed(call, page.message, wanted, &path).await
}

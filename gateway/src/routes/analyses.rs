//! Returns of listings, and those that the caller keeps.

use axum::{Json, response::Response};
use http::{HeaderValue, StatusCode, header};
use lintel_proto::listings::v1::{
    self as listings, AnalyseListingRequest, ListAnalysesRequest, SaveAnalysisRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::ListingId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{AssumptionsBody, Body, Change, Id, Nested, PageParams, Query, fields},
    model::analysis::Analysis,
    openapi::{
        BadQuery, IdempotencyKey, NoSuchAnalysis, NoSuchListing, Refusals, SignedIn, WithBody,
    },
    problem::Problem,
};

/// Where the kept ones are.
const LIST: &str = "/api/roi-analyses";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(analyse))
        .routes(routes!(list, save))
}

/// Computes the return of a listing
///
/// Every figure, with the inputs that were used. Stores nothing.
#[utoipa::path(
    post, path = "/api/investment-properties/{id}/roi", tag = "Property search", operation_id = "analyseListing",
    params(("id" = i64, Path, description = "The listing's id", minimum = 1)),
    request_body = AssumptionsBody,
    responses(
        (status = 200, description = "The figures", body = Analysis),
        NoSuchListing, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn analyse(
    call: Call<AnalyseListingRequest>,
    ListingId(listing_id): ListingId,
    body: Body<AssumptionsBody>,
) -> Result<Json<Analysis>, Problem> {
    let message = AnalyseListingRequest {
        listing_id,
        assumptions: Some(body.message),
    };
    let reply = call.send(message).await;
    // The inputs are the body itself.
    let reply = reply.map_err(|problem| problem.without("assumptions."))?;
    Ok(Json(present(reply.analysis)?.try_into()?))
}

/// The analyses that the caller keeps, the newest first
#[utoipa::path(
    get, path = "/api/roi-analyses", tag = "Property search", operation_id = "listAnalyses",
    params(PageParams),
    responses(
        (status = 200, description = "The analyses", body = [Analysis], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListAnalysesRequest>,
    page: Query<PageParams>,
) -> Result<Response, Problem> {
    pages::answer(LIST, page.message, async |page_size, page_token| {
        let message = ListAnalysesRequest {
            page_size,
            page_token,
        };
        let reply = call.send(message).await?;
        Ok((rows::<_, Analysis>(reply.analyses)?, reply.next_page_token))
    })
    .await
}

fields! {
    /// An analysis to keep.
    AnalysisBody for listings::Analysis {
        /// The kept one that it replaces; absent for a new one.
        analysis_id: Option<Id>,
        /// The listing.
        listing_id: Id { example: 9 },
        /// What the caller calls it, up to 100 characters.
        display_name: Option<String> { max_length: 100 },
        /// The inputs that are not the defaults.
        assumptions: Option<Nested<AssumptionsBody>>,
    }
}

/// Keeps an analysis, and puts its listing on the caller's list
///
/// One with an `analysisId` replaces the kept one. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/roi-analyses", tag = "Property search", operation_id = "saveAnalysis",
    params(IdempotencyKey), request_body = AnalysisBody,
    responses(
        (status = 201, description = "The analysis as it was stored", body = Analysis, headers(
            ("Location" = String, description = "Where it is listed"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAnalysis, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn save(
    call: Call<SaveAnalysisRequest>,
    change: Change<AnalysisBody>,
) -> Result<Response, Problem> {
    let message = SaveAnalysisRequest {
        analysis: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let analysis = Analysis::try_from(present(reply.analysis)?)?;
    let mut response = row(StatusCode::CREATED, analysis.version, analysis);
    let location = HeaderValue::from_static(LIST);
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

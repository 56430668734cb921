//! Returns of listings, and those that the caller keeps.

use axum::{Json, response::Response};
use chrono::{DateTime, Utc};
use http::{HeaderValue, StatusCode, header};
use lintel_proto::listings::v1::{
    self as listings, AnalyseListingRequest, ListAnalysesRequest, SaveAnalysisRequest,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::listings::assumptions::Assumptions,
    call::Call,
    rest::{
        AssumptionSource, Returns,
        convert::{instant, required, some, text},
        ids::ListingId,
        input::{AssumptionsBody, Body, Change, Id, Nested, PageParams, Query, fields},
        openapi::{
            BadQuery, IdempotencyKey, NoSuchAnalysis, NoSuchListing, Refusals, SignedIn, WithBody,
        },
        pages,
        problem::Problem,
        reply::{present, row, rows},
    },
};

/// The path of the saved analyses.
const LIST: &str = "/api/roi-analyses";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(analyse))
        .routes(routes!(list, save))
}

/// Computes the return of a listing
///
/// The reply has every figure, with the inputs that were used. Nothing is stored.
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
        /// The caller's name for it, up to 100 characters.
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

/// The return of a listing, with what it was computed from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// Its id; null for one that is not saved.
    #[schema(required)]
    pub id: Option<i64>,
    /// The listing.
    #[schema(example = 9)]
    pub listing_id: i64,
    /// Its title.
    #[schema(example = "2 bed terraced house, Leeds")]
    pub listing_title: String,
    /// Its address.
    pub listing_address: String,
    /// The owner's name for it; null where there is none.
    #[schema(required)]
    pub name: Option<String>,
    /// The inputs, all of them.
    pub assumptions: Assumptions,
    /// The source of each input that was not typed.
    pub sources: Vec<AssumptionSource>,
    /// The figures.
    pub returns: Returns,
    /// The time at which it was saved; null for one that is not.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows by one with every change; 0 for one that is not saved.
    pub version: i64,
}

impl TryFrom<listings::Analysis> for Analysis {
    type Error = Problem;

    fn try_from(analysis: listings::Analysis) -> Result<Self, Problem> {
        Ok(Self {
            id: some(analysis.analysis_id),
            listing_id: analysis.listing_id,
            listing_title: analysis.listing_title,
            listing_address: analysis.listing_address,
            name: text(analysis.display_name),
            assumptions: required(analysis.assumptions, "assumptions")?.try_into()?,
            sources: analysis
                .sources
                .into_iter()
                .map(TryInto::try_into)
                .collect::<Result<_, _>>()?,
            returns: required(analysis.returns, "returns")?.try_into()?,
            updated_at: instant(analysis.update_time)?,
            version: analysis.version,
        })
    }
}

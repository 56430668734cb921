//! Searches for homes to buy that the caller keeps.

use axum::{
    Json,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, StatusCode, header};
use lintel_core::Money;
use lintel_proto::listings::v1::{self as listings, SaveSearchRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::present;
use crate::{
    Gateway,
    call::Call,
    input::{Change, UnlessAll, fields},
    model::names::ListingType,
    openapi::{IdempotencyKey, Refusals, SearchesFull, SignedIn, WithBody},
    problem::Problem,
    rest::SavedSearch,
};

/// Where the list is.
const LIST: &str = "/api/saved-searches";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(save))
}

fields! {
    /// A search to keep. Blank values, and `all`, restrict nothing.
    SavedSearchBody for listings::SavedSearch {
        /// What the caller calls it; 1 to 100 characters.
        display_name: String { example: "Terraces in Leeds", min_length: 1, max_length: 100 },
        /// As in the search.
        location: Option<UnlessAll<String>> { max_length: 200 },
        /// Of this type.
        listing_type: Option<UnlessAll<ListingType>>,
        /// At least.
        min_price: Option<UnlessAll<Money>>,
        /// At most.
        max_price: Option<UnlessAll<Money>>,
    }
}

/// Keeps a search: a new listing that it finds is told
///
/// At most 20.
#[utoipa::path(
    post, path = "/api/saved-searches", tag = "Property search", operation_id = "saveSearch",
    params(IdempotencyKey), request_body = SavedSearchBody,
    responses(
        (status = 201, description = "The search as it was stored", body = SavedSearch, headers(
            ("Location" = String, description = "Where it is listed")
        )),
        SearchesFull, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn save(
    call: Call<SaveSearchRequest>,
    change: Change<SavedSearchBody>,
) -> Result<Response, Problem> {
    let message = SaveSearchRequest {
        saved_search: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let search = SavedSearch::try_from(present(reply.saved_search)?)?;
    let location = [(header::LOCATION, HeaderValue::from_static(LIST))];
    Ok((StatusCode::CREATED, location, Json(search)).into_response())
}

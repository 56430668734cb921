//! Searches for homes to buy that the caller keeps.

use axum::{
    Json,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_core::Money;
use lintel_proto::listings::v1::{
    self as listings, DeleteSavedSearchRequest, ListSavedSearchesRequest, SaveSearchRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::SavedSearchId,
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, UnlessAll, fields, request_id},
    model::{names::ListingType, saved_search::SavedSearch},
    openapi::{
        IdempotencyKey, KeyRefused, NoSuchSearch, Refusals, SearchesFull, SignedIn, WithBody,
    },
    problem::Problem,
};

/// Where the list is.
const LIST: &str = "/api/saved-searches";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, save))
        .routes(routes!(delete))
}

/// The searches that the caller keeps, the newest first
#[utoipa::path(
    get, path = "/api/saved-searches", tag = "Property search", operation_id = "listSavedSearches",
    responses(
        (status = 200, description = "The searches", body = [SavedSearch]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListSavedSearchesRequest>) -> Result<Json<Vec<SavedSearch>>, Problem> {
    let reply = call.send(ListSavedSearchesRequest {}).await?;
    Ok(Json(rows(reply.saved_searches)?))
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

/// Deletes a search that the caller keeps
#[utoipa::path(
    delete, path = "/api/saved-searches/{id}", tag = "Property search", operation_id = "deleteSavedSearch",
    params(("id" = i64, Path, description = "The search's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 204, description = "It is gone"),
        NoSuchSearch, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn delete(
    call: Call<DeleteSavedSearchRequest>,
    SavedSearchId(saved_search_id): SavedSearchId,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let message = DeleteSavedSearchRequest {
        saved_search_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

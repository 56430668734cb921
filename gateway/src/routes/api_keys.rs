//! The API keys of the caller's organisation.

use axum::Json;
use chrono::{DateTime, Utc};
use http::StatusCode;
use lintel_proto::identity::v1::CreateApiKeyRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::present;
use crate::{
    Gateway,
    call::Call,
    input::{Body, fields},
    model::api_key::MadeApiKey,
    openapi::{ApiKeysFull, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(create))
}

fields! {
    /// A key to make.
    ApiKeyBody for CreateApiKeyRequest {
        /// 1 to 100 characters.
        display_name: String { example: "Bookkeeping", min_length: 1, max_length: 100 },
        /// At least one: `account`, `identity-documents`, `listings`, `maintenance`, `notifications`, `organisation`, `portfolio`, `tenancy`
        /// or `viewings`, each with `.read` or `.write`. `tenancy` alone reads no file that an applicant sent.
        scopes: Vec<String> { example: serde_json::json!(["portfolio.read"]), min_items: 1 },
        /// When it stops working; absent for never.
        expire_time: Option<DateTime<Utc>>,
    }
}

/// Makes a key
///
/// It is shown this once. A key calls REST and gRPC as `Authorization: Bearer lk_…`: in this organisation, with its scopes, and with
/// the grade that its maker has at that moment. No key signs, erases, exports, or manages members, sessions and keys. An
/// Idempotency-Key is ignored: the reply holds a secret.
#[utoipa::path(
    post, path = "/api/api-keys", tag = "Organisation", operation_id = "createApiKey",
    request_body = ApiKeyBody,
    responses(
        (status = 201, description = "The key", body = MadeApiKey),
        ApiKeysFull, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateApiKeyRequest>,
    body: Body<ApiKeyBody>,
) -> Result<(StatusCode, Json<MadeApiKey>), Problem> {
    let reply = call.send(body.message).await?;
    let made = MadeApiKey {
        api_key: present(reply.api_key)?.try_into()?,
        key: reply.key,
    };
    Ok((StatusCode::CREATED, Json(made)))
}

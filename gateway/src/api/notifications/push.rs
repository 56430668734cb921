//! The browsers that the caller's news goes to.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::notifications::v1::{
    CreatePushSubscriptionRequest, DeletePushSubscriptionRequest,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::accounts::session::user_agent,
    call::Call,
    rest::{
        PushKeysBody,
        input::{Change, FieldReader, Fields as _, Nested, Percent, fields},
        openapi::{IdempotencyKey, PushUnavailable, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(add, remove))
}

fields! {
    /// A browser's PushSubscription.
    PushSubscriptionBody for CreatePushSubscriptionRequest {
        /// The address at which the push service takes messages: https, a public host.
        endpoint: String { max_length: 1000 },
        /// Its keys.
        keys: Nested<PushKeysBody>,
    } then skip_expiry {
        /// The time at which the browser gives it up; it does not count, since the push service says so itself.
        expiration_time: Option<Percent>,
    }
}

fn skip_expiry<M>(reader: &mut FieldReader<'_>, _: &mut M) {
    let expiry = reader.raw("expirationTime");
    if expiry.is_some_and(|moment| serde_json::from_str::<f64>(moment.get()).is_err()) {
        reader.refuse("expirationTime", "Enter a number of milliseconds, or null.");
    }
}

/// The result of keeping a browser's subscription.
#[derive(Debug, Serialize, ToSchema)]
struct KeptPushSubscription {
    /// The browser's number.
    id: i64,
}

/// Sends the caller's news to a browser
///
/// The body is the browser's PushSubscription. The same endpoint again replaces its keys, its owner and its session.
#[utoipa::path(
    post, path = "/api/push-subscriptions", tag = "Notifications", operation_id = "addPushSubscription",
    params(IdempotencyKey), request_body = PushSubscriptionBody,
    responses((status = 201, description = "It is kept", body = KeptPushSubscription), PushUnavailable, WithBody, SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn add(
    call: Call<CreatePushSubscriptionRequest>,
    headers: HeaderMap,
    change: Change<PushSubscriptionBody>,
) -> Result<(StatusCode, Json<KeptPushSubscription>), Problem> {
    let message = CreatePushSubscriptionRequest {
        user_agent: user_agent(&headers),
        ..change.request()
    };
    let id = call.send(message).await?.push_subscription_id;
    Ok((StatusCode::CREATED, Json(KeptPushSubscription { id })))
}

fields! {
    /// A browser's PushSubscription; only the endpoint counts.
    PushEndpointBody for DeletePushSubscriptionRequest {
        /// The address at which the push service takes messages.
        endpoint: String { max_length: 1000 },
    } then skip_rest {
        /// Its keys; they do not count.
        keys: Option<Nested<PushKeysBody>>,
        /// The time at which the browser gives it up; it does not count.
        expiration_time: Option<Percent>,
    }
}

fn skip_rest<M>(reader: &mut FieldReader<'_>, message: &mut M) {
    reader.object("keys", PushKeysBody::read);
    skip_expiry(reader, message);
}

/// Sends no more news to a browser
#[utoipa::path(
    delete, path = "/api/push-subscriptions", tag = "Notifications", operation_id = "removePushSubscription",
    params(IdempotencyKey), request_body = PushEndpointBody,
    responses((status = 204, description = "It is forgotten"), WithBody, SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn remove(
    call: Call<DeletePushSubscriptionRequest>,
    change: Change<PushEndpointBody>,
) -> Result<StatusCode, Problem> {
    call.send(change.request()).await?;
    Ok(StatusCode::NO_CONTENT)
}

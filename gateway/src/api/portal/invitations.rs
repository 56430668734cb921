//! Invitations to the tenant portal.

use axum::Json;
use http::HeaderMap;
use lintel_proto::tenancy::v1::AcceptPortalInvitationRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::portal::tenancy::OwnHome,
    call::Call,
    rest::{
        input::request_id,
        link::Link,
        openapi::{IdempotencyKey, InvitationSpent, KeyRefused, LinkEnded, Refusals, SignedIn},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(accept))
}

/// Says that the home of an invitation is the signed-in account's
///
/// The account's own address does not matter: the link went to the tenant's. The home shows in its portal from then on,
/// and the link is spent.
#[utoipa::path(
    post, path = "/api/portal-invitations/{token}/accept", tag = "Tenants", operation_id = "acceptPortalInvitation",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses(
        (status = 200, description = "The home is the account's", body = OwnHome),
        LinkEnded, InvitationSpent, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn accept(
    call: Call<AcceptPortalInvitationRequest>,
    Link(token): Link,
    headers: HeaderMap,
) -> Result<Json<OwnHome>, Problem> {
    let message = AcceptPortalInvitationRequest {
        token,
        request_id: request_id(&headers)?,
    };
    let tenancy_id = call.send(message).await?.tenancy_id;
    Ok(Json(OwnHome { tenancy_id }))
}

//! Invitations to the tenant portal.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    AcceptPortalInvitationRequest, InviteToPortalRequest, OpenPortalInvitationRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::TenantId, link::Link};
use crate::{
    Gateway,
    call::Call,
    input::request_id,
    model::{
        account::MessageReply,
        portal::{InvitedHome, OwnHome},
    },
    openapi::{
        IdempotencyKey, InvitationSpent, KeyRefused, LinkEnded, NoSuchTenant, NotInvitable,
        Refusals, SignedIn,
    },
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(invite))
        .routes(routes!(open))
        .routes(routes!(accept))
}

/// Invites a tenant to the portal
///
/// By a link that is mailed to the tenant's address and works for 14 days. The one before is dead. At most three more within an hour.
#[utoipa::path(
    post, path = "/api/tenants/{id}/portal-invitation", tag = "Tenants", operation_id = "inviteToPortal",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 202, description = "The invitation is on its way", body = MessageReply),
        NoSuchTenant, NotInvitable, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn invite(
    call: Call<InviteToPortalRequest>,
    TenantId(tenant_id): TenantId,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = InviteToPortalRequest {
        tenant_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    let reply = MessageReply {
        message: "The invitation is on its way by email.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)))
}

/// The home of an invitation to the portal
///
/// Changes nothing: what an invitation does comes with a POST, because mail scanners follow links.
#[utoipa::path(
    get, path = "/api/portal-invitations/{token}", tag = "Tenants", operation_id = "openPortalInvitation",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "Where it is and who lets it", body = InvitedHome),
        LinkEnded, InvitationSpent, Refusals
    )
)]
async fn open(
    call: Call<OpenPortalInvitationRequest>,
    Link(token): Link,
) -> Result<Json<InvitedHome>, Problem> {
    let reply = call.send(OpenPortalInvitationRequest { token }).await?;
    Ok(Json(reply.into()))
}

/// Says that the home of an invitation is the signed-in account's
///
/// Whatever the account's own address is: the link went to the tenant's. The home shows in its portal from then on, and the link is spent.
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

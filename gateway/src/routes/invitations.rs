//! Inviting people into the caller's organisation, and accepting.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::identity::v1::{
    AcceptInvitationRequest, CreateInvitationRequest, ListInvitationsRequest,
    ResendInvitationRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::InvitationId,
    reply::{present, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, request_id},
    model::invitation::{AcceptedInvitation, Invitation, SentInvitation},
    openapi::{
        AcceptRefused, IdempotencyKey, InviteRefused, KeyRefused, LinkInvalid, NoSuchInvitation,
        Refusals, SignedIn, WithBody,
    },
    problem::Problem,
    rest::{AcceptInviteBody, InvitationBody},
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(resend))
        .routes(routes!(accept))
}

/// The invitations that were not accepted, the newest first
#[utoipa::path(
    get, path = "/api/invitations", tag = "Organisation", operation_id = "listInvitations",
    responses(
        (status = 200, description = "All of them", body = [Invitation]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListInvitationsRequest>) -> Result<Json<Vec<Invitation>>, Problem> {
    let reply = call.send(ListInvitationsRequest {}).await?;
    Ok(Json(rows(reply.invitations)?))
}

/// Invites an address into the organisation
///
/// A mail with a link goes out, good for 14 days and one acceptance. A repeat with the same key and body invites once.
#[utoipa::path(
    post, path = "/api/invitations", tag = "Organisation", operation_id = "createInvitation",
    params(IdempotencyKey), request_body = InvitationBody,
    responses(
        (status = 201, description = "The invitation", body = SentInvitation),
        InviteRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateInvitationRequest>,
    change: Change<InvitationBody>,
) -> Result<(StatusCode, Json<SentInvitation>), Problem> {
    let gateway = call.gateway();
    let reply = call.send(change.request()).await?;
    let invitation = present(reply.invitation)?;
    let url = &gateway.public_url;
    let sent = SentInvitation::new(invitation, reply.email_sent, reply.token, url)?;
    Ok((StatusCode::CREATED, Json(sent)))
}

/// Sends an invitation again
///
/// With a new link, good for 14 days from now; the one before stops working.
#[utoipa::path(
    post, path = "/api/invitations/{id}/resend", tag = "Organisation", operation_id = "resendInvitation",
    params(("id" = i64, Path, description = "The invitation's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 200, description = "The invitation with its new end", body = SentInvitation),
        NoSuchInvitation, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn resend(
    call: Call<ResendInvitationRequest>,
    InvitationId(invitation_id): InvitationId,
    headers: HeaderMap,
) -> Result<Json<SentInvitation>, Problem> {
    let message = ResendInvitationRequest {
        invitation_id,
        request_id: request_id(&headers)?,
    };
    let gateway = call.gateway();
    let reply = call.send(message).await?;
    let invitation = present(reply.invitation)?;
    let url = &gateway.public_url;
    let sent = SentInvitation::new(invitation, reply.email_sent, reply.token, url)?;
    Ok(Json(sent))
}

/// Accepts an invitation, once
///
/// Who has an account with the invited address is signed in with it; name and password are not looked at, then. For another
/// address they make a verified landlord's account.
#[utoipa::path(
    post, path = "/api/auth/accept-invite", tag = "Accounts", operation_id = "acceptInvitation",
    params(IdempotencyKey), request_body = AcceptInviteBody,
    responses(
        (status = 200, description = "The organisation is joined", body = AcceptedInvitation),
        AcceptRefused, LinkInvalid, WithBody, Refusals
    ),
    security((), ("bearer" = []))
)]
async fn accept(
    call: Call<AcceptInvitationRequest>,
    headers: HeaderMap,
    change: Change<AcceptInviteBody>,
) -> Result<Json<AcceptedInvitation>, Problem> {
    let message = AcceptInvitationRequest {
        access_token: lintel_auth::bearer(&headers).unwrap_or_default().to_owned(),
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    Ok(Json(AcceptedInvitation {
        message: "You are a member now.",
        organisation_id: reply.organisation_id,
    }))
}

//! Inviting people into the caller's organisation, and accepting.

use axum::Json;
use chrono::{DateTime, Utc};
use http::{HeaderMap, StatusCode};
use lintel_proto::identity::v1::{
    self as identity, AcceptInvitationRequest, CreateInvitationRequest, ListInvitationsRequest,
    ResendInvitationRequest,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::names::{Grade, InvitationState},
    call::Call,
    rest::{
        AcceptInviteBody, InvitationBody,
        convert::{instant, required, text},
        ids::InvitationId,
        input::{Change, request_id},
        openapi::{
            AcceptRefused, IdempotencyKey, InviteRefused, KeyRefused, LinkInvalid,
            NoSuchInvitation, Refusals, SignedIn, WithBody,
        },
        problem::Problem,
        reply::{present, rows},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
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
/// The new link is good for 14 days from now; the one before stops working.
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
/// A person who already has an account with the invited address is signed in with it; name and password are then not
/// looked at. For another address they make a verified landlord's account.
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

/// An invitation that was not accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The invitation's id.
    #[schema(example = 5)]
    pub id: i64,
    /// The invited address, as typed.
    #[schema(example = "ben@example.com")]
    pub email: String,
    /// The grade that whoever accepts gets.
    pub grade: Grade,
    /// The name of the member who invited; null when they are no member any more.
    #[schema(required, example = "Ada Lovelace")]
    pub invited_by: Option<String>,
    /// The time at which the invitation was made.
    pub created_at: DateTime<Utc>,
    /// The time until which its link is good.
    pub expires_at: DateTime<Utc>,
    /// The state of the link.
    pub state: InvitationState,
}

impl TryFrom<identity::Invitation> for Invitation {
    type Error = Problem;

    fn try_from(invitation: identity::Invitation) -> Result<Self, Problem> {
        Ok(Self {
            id: invitation.invitation_id,
            email: invitation.email,
            grade: required(Grade::from_number(invitation.grade), "grade")?,
            invited_by: text(invitation.inviter_name),
            created_at: required(instant(invitation.create_time)?, "create_time")?,
            expires_at: required(instant(invitation.expire_time)?, "expire_time")?,
            state: if invitation.expired {
                InvitationState::Expired
            } else {
                InvitationState::Pending
            },
        })
    }
}

/// An invitation whose link is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentInvitation {
    /// The invitation.
    #[serde(flatten)]
    pub invitation: Invitation,
    /// True where a mail is on its way; false only where no mail transport is configured.
    pub email_sent: bool,
    /// The link to hand over oneself, only where no mail transport is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link: Option<String>,
}

impl SentInvitation {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// Fails like [`Invitation::try_from`].
    pub fn new(
        invitation: identity::Invitation,
        email_sent: bool,
        token: Option<String>,
        public_url: &str,
    ) -> Result<Self, Problem> {
        Ok(Self {
            invitation: invitation.try_into()?,
            email_sent,
            link: token.map(|token| format!("{public_url}/accept-invite?token={token}")),
        })
    }
}

/// An accepted invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedInvitation {
    /// The message for the person.
    #[schema(example = "You are a member now.")]
    pub message: &'static str,
    /// The organisation that was joined.
    #[schema(example = 3)]
    pub organisation_id: i64,
}

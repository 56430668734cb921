//! Applications: a landlord's organisation's, or a tenant account's own.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{self as tenancy, ListOpenHomesRequest, SendStatusLinkRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        accounts::account::MessageReply,
        applying::{
            applicant::NEW_LINK,
            invite::{OpenHome, open_homes},
        },
        landlord_contact::LandlordContact,
        names::ApplicationStatus,
    },
    call::Call,
    rest::{
        ApplicationFields,
        convert::required,
        ids::ApplicationId,
        input::request_id,
        openapi::{
            IdempotencyKey, KeyRefused, NoLinkToSend, NoSuchApplication, Refusals, SignedIn,
        },
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(homes))
        .routes(routes!(send_link))
}

/// The homes that this account may apply for
///
/// The homes with a vacancy of the organisations that have invited the account's verified address or hold an
/// application under it. `isInvited` marks the home that it was invited to last.
#[utoipa::path(
    get, path = "/api/tenant-applications/homes", tag = "Applications", operation_id = "listOpenHomes",
    responses(
        (status = 200, description = "The homes", body = [OpenHome]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn homes(call: Call<ListOpenHomesRequest>) -> Result<Json<Vec<OpenHome>>, Problem> {
    let reply = call.send(ListOpenHomesRequest {}).await?;
    let invited = (reply.invited_property_id, reply.invited_room_id);
    Ok(Json(open_homes(reply.homes, invited)?))
}

/// Mails the applicant a new private link to the application
///
/// The call is allowed three times an hour. The link before is dead then.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/status-link", tag = "Applications", operation_id = "sendStatusLink",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 202, description = "The link is on its way", body = MessageReply),
        NoSuchApplication, NoLinkToSend, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn send_link(
    call: Call<SendStatusLinkRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = SendStatusLinkRequest {
        application_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok((StatusCode::ACCEPTED, Json(NEW_LINK)))
}

/// An application as its applicant reads it by the private link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnApplication {
    /// The application.
    #[serde(flatten)]
    pub application: ApplicationFields,
    /// The landlord's contact details; null while they are not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

/// An application that was just submitted by a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submitted {
    /// The application's id.
    #[schema(example = 77)]
    pub id: i64,
    /// The application's progress.
    pub status: ApplicationStatus,
    /// 1 to 5.
    #[schema(example = 1)]
    pub current_step: i32,
    /// The applicant's private link to its status.
    #[schema(example = "https://lintel.example/tenant-status?token=…")]
    pub status_url: String,
}

impl Submitted {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a reply without its application.
    pub fn new(reply: tenancy::SubmitSignupResponse, public_url: &str) -> Result<Self, Problem> {
        let application = required(reply.application, "application")?;
        let status = ApplicationStatus::from_number(application.status);
        let token = reply.status_token;
        Ok(Self {
            id: application.application_id,
            status: required(status, "status")?,
            current_step: application.current_step,
            status_url: format!("{public_url}/tenant-status?token={token}"),
        })
    }
}

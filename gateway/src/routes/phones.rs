//! The number that the caller's text messages go to.

use axum::Json;
use lintel_proto::notifications::v1::{GetPhoneRequest, GetPhoneResponse, SendPhoneCodeRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    openapi::{PhoneCodeRefused, Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .routes(routes!(send_code))
}

/// How the number of the settings stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Phone {
    /// Its last three digits; empty where the settings hold none that text messages are sent to.
    #[schema(example = "456")]
    ends_with: String,
    /// Whether its owner has shown that it is theirs: text messages go to no other.
    verified: bool,
}

impl From<GetPhoneResponse> for Phone {
    fn from(phone: GetPhoneResponse) -> Self {
        Self {
            ends_with: phone.ends_with,
            verified: phone.is_verified,
        }
    }
}

/// Where a code went.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SentPhoneCode {
    /// The number's last three digits.
    #[schema(example = "456")]
    ends_with: String,
}

/// How the number for the caller's text messages stands
#[utoipa::path(
    get, path = "/api/phone", tag = "Notifications", operation_id = "getPhone",
    responses((status = 200, description = "The number of the settings", body = Phone), SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn read(call: Call<GetPhoneRequest>) -> Result<Json<Phone>, Problem> {
    let reply = call.send(GetPhoneRequest {}).await?;
    Ok(Json(reply.into()))
}

/// Sends a code to the number of the settings
///
/// Within a minute of the last one it sends no other; three an hour, and five a day to one number.
#[utoipa::path(
    post, path = "/api/phone/code", tag = "Notifications", operation_id = "sendPhoneCode",
    responses((status = 200, description = "It is on its way", body = SentPhoneCode), PhoneCodeRefused, SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn send_code(call: Call<SendPhoneCodeRequest>) -> Result<Json<SentPhoneCode>, Problem> {
    let reply = call.send(SendPhoneCodeRequest {}).await?;
    Ok(Json(SentPhoneCode {
        ends_with: reply.ends_with,
    }))
}

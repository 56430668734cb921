//! The caller's settings.

use axum::response::Response;
use http::StatusCode;
use lintel_proto::identity::v1::GetUserSettingsRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::{present, row};
use crate::{
    Gateway,
    call::Call,
    model::settings::UserSettings,
    openapi::{Refusals, SignedIn},
    problem::Problem,
    rpc::GetUserSettings,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// The caller's settings, whole, defaults filled
#[utoipa::path(
    get, path = "/api/user-settings", tag = "Settings", operation_id = "getUserSettings",
    responses(
        (status = 200, description = "The settings", body = UserSettings, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(call: Call<GetUserSettings>) -> Result<Response, Problem> {
    let settings = call.gateway().clients.settings();
    let reply = call
        .send(GetUserSettingsRequest {}, |message| {
            let mut settings = settings.clone();
            async move { settings.get_user_settings(message).await }
        })
        .await?;
    let settings = present(reply.settings)?;
    Ok(row(
        StatusCode::OK,
        settings.version,
        UserSettings::try_from(settings)?,
    ))
}

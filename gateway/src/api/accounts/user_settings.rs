//! The caller's settings.

use axum::response::Response;
use http::StatusCode;
use lintel_proto::identity::v1::{self as identity, UpdateUserSettingsRequest};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        UserSettings, UserSettingsBody,
        input::Change,
        openapi::{IdempotencyKey, IfMatch, Refusals, SignedIn, Stale, WithBody},
        problem::{Problem, rest_name},
        reply::{present, row},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(save))
}

/// Saves settings, whole or in part
///
/// Absent fields stay as they are; fields that Lintel owns are ignored, `twoFactorAuth` among them. A repeat with the
/// same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/user-settings", tag = "Settings", operation_id = "updateUserSettings",
    params(IfMatch, IdempotencyKey), request_body = UserSettingsBody,
    responses(
        (status = 200, description = "The settings as they are now, whole", body = UserSettings, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn save(
    call: Call<UpdateUserSettingsRequest>,
    change: Change<UserSettingsBody>,
) -> Result<Response, Problem> {
    let given = |path: &String| change.object.get(&rest_name(path)).is_some();
    let message = UpdateUserSettingsRequest {
        settings: change.message.settings,
        update_mask: Some(FieldMask {
            paths: change.named.into_iter().filter(given).collect(),
        }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(reply.settings)
}

fn answer(settings: Option<identity::UserSettings>) -> Result<Response, Problem> {
    let settings = present(settings)?;
    Ok(row(
        StatusCode::OK,
        settings.version,
        UserSettings::try_from(settings)?,
    ))
}

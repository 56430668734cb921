//! Backups of the caller's organisation.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::notifications::v1::{ReadBackupRequest, ReadBackupResponse, StartBackupRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{csv, ids::BackupId, reply::present};
use crate::{
    Gateway,
    call::Call,
    download,
    input::request_id,
    openapi::{IdempotencyKey, KeyRefused, NoSuchBackup, Refusals, SignedIn},
    problem::Problem,
    rest::Backup,
};

/// Where the list is.
const LIST: &str = "/api/backups";
/// How long reading a whole backup may take.
const READING: Duration = Duration::from_secs(15 * 60);

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(start))
        .routes(routes!(read))
}

/// Begins a backup of the caller's organisation
///
/// While one is being made, the answer is that one.
#[utoipa::path(
    post, path = "/api/backups", tag = "Notifications", operation_id = "startBackup",
    params(IdempotencyKey),
    responses(
        (status = 201, description = "The backup", body = Backup, headers(
            ("Location" = String, description = "Where it is listed")
        )),
        KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn start(call: Call<StartBackupRequest>, headers: HeaderMap) -> Result<Response, Problem> {
    let message = StartBackupRequest {
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    let backup = Backup::try_from(present(reply.backup)?)?;
    let location = [(header::LOCATION, HeaderValue::from_static(LIST))];
    Ok((StatusCode::CREATED, location, Json(backup)).into_response())
}

/// A backup, as a ZIP file
#[utoipa::path(
    get, path = "/api/backups/{id}", tag = "Notifications", operation_id = "readBackup",
    params(("id" = i64, Path, description = "The backup's id", minimum = 1)),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/zip", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchBackup, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<ReadBackupRequest>,
    BackupId(backup_id): BackupId,
) -> Result<Response, Problem> {
    let call = call.within(READING);
    let first = piece(&call, backup_id, String::new()).await?;
    let (gateway, session) = (call.gateway().clone(), call.session()?);
    let call = Arc::new(call);
    let parts = csv::parts((first.piece, first.next_page_token), move |token| {
        let call = call.clone();
        Box::pin(async move {
            let next = piece(&call, backup_id, token).await?;
            Ok((next.piece, next.next_page_token))
        })
    });
    let name = format!("attachment; filename=\"lintel-backup-{backup_id}.zip\"");
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/zip"),
        ),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_str(&name).map_err(Problem::internal)?,
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    let body = download::body(&gateway.sessions, session, parts);
    Ok((headers, body).into_response())
}

async fn piece(
    call: &Call<ReadBackupRequest>,
    backup_id: i64,
    page_token: String,
) -> Result<ReadBackupResponse, Problem> {
    let message = ReadBackupRequest {
        backup_id,
        page_token,
    };
    call.send(message).await
}

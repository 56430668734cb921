//! Backups of the caller's organisation.

use std::{sync::Arc, time::Duration};

use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, header};
use lintel_proto::notifications::v1::{ReadBackupRequest, ReadBackupResponse};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway, archive,
    call::Call,
    rest::{
        csv,
        ids::BackupId,
        openapi::{NoSuchBackup, Refusals, SignedIn},
        problem::Problem,
    },
};

/// Time limit for reading a whole backup.
const READING: Duration = Duration::from_secs(15 * 60);

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
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
    let body = archive::body(&gateway.sessions, session, parts);
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

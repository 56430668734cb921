//! The way from an approved application into the home: references that are not needed, the right to rent, and moving in.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    CompleteMoveInRequest, ReadRightToRentEvidenceRequest, RecordRightToRentRequest,
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{names::RightToRentMethod, tenants::photos},
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        MoveInParams, RightToRentCheck, Tenant,
        ids::ApplicationId,
        input::{Query, request_id},
        link::CheckPath,
        openapi::{
            BadQuery, CheckRefused, IdempotencyKey, KeyRefused, MoveInRefused, NoSuchApplication,
            NoSuchCheck, Refusals, SignedIn,
        },
        problem::Problem,
        reply,
        reply::present,
    },
    uploads::form,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(record))
        .routes(routes!(evidence))
        .routes(routes!(move_in))
}

/// A form with a check of somebody's right to rent.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "describes the form; Uploads::right_to_rent reads it"
)]
struct RightToRentForm {
    /// The adult who was checked; absent for the applicant.
    #[schema(nullable = false)]
    name: Option<String>,
    /// The method of the check.
    method: RightToRentMethod,
    /// The document or status that was seen, 2 to 100 characters.
    document: String,
    /// The day of the check.
    check_date: chrono::NaiveDate,
    /// The name of the person who checked, 2 to 100 characters.
    checker: String,
    /// The day on which the permission ends; absent for a right without end.
    #[schema(nullable = false)]
    expire_date: Option<chrono::NaiveDate>,
    /// A photo or a PDF of at most 10 MB of what was seen. It is kept encrypted.
    #[schema(format = Binary, content_media_type = "application/octet-stream", nullable = false)]
    evidence: Option<String>,
}

/// Records a check of an adult's right to rent
///
/// It is never changed; another one is added. A repeat with the same key and form gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/right-to-rent", tag = "Agreements", operation_id = "recordRightToRent",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body(content = RightToRentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The check as it was stored", body = RightToRentCheck),
        NoSuchApplication, CheckRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn record(
    call: Call<RecordRightToRentRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<(StatusCode, Json<RightToRentCheck>), Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let uploads = &call.gateway().uploads;
    let mut message = uploads
        .right_to_rent(form::boundary(&headers)?, &body)
        .await?;
    message.request_id = request_id;
    message.check.get_or_insert_default().application_id = application_id;
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await?;
    let check = present(reply.check)?;
    Ok((StatusCode::CREATED, Json(check.try_into()?)))
}

/// The file of a check
///
/// Each reading is recorded.
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/right-to-rent/{checkId}/evidence", tag = "Agreements",
    operation_id = "readRightToRentEvidence",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("checkId" = i64, Path, description = "The check's id", minimum = 1)
    ),
    responses(
        (status = 200, description = "Its bytes", content(
            (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf")
        ), headers(("Content-Disposition" = String, description = "Its name"))),
        NoSuchCheck, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn evidence(
    call: Call<ReadRightToRentEvidenceRequest>,
    path: CheckPath,
) -> Result<Response, Problem> {
    let message = ReadRightToRentEvidenceRequest {
        application_id: path.application,
        right_to_rent_check_id: path.check,
    };
    let reply = call.send(message).await?;
    reply::file(&reply.media_type, "right-to-rent", reply.content)
}

/// Lets the tenants move in, from the first day on
///
/// The tenancy is active and the home or room occupied, the first charges are written, and the agreement is among the tenants'
/// documents. A repeat with the same key gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/move-in", tag = "Agreements", operation_id = "completeMoveIn",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), MoveInParams, IdempotencyKey),
    responses(
        (status = 200, description = "The tenant as it is now", body = Tenant, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchApplication, MoveInRefused, KeyRefused, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn move_in(
    call: Call<CompleteMoveInRequest>,
    ApplicationId(application_id): ApplicationId,
    wanted: Query<MoveInParams>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = CompleteMoveInRequest {
        application_id,
        request_id: request_id(&headers)?,
        ..wanted.message
    };
    let reply = call.send(message).await?;
    photos::answer(reply.tenant)
}

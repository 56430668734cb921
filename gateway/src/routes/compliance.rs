//! What is urgent, and how the inspections of a property schedule themselves.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::portfolio::v1::{
    self as portfolio, GetComplianceSummaryRequest, GetInspectionSettingsRequest,
    UpdateInspectionSettingsRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::PropertyId,
    reply::{if_match, present, row},
};
use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, JsonObject},
    model::{
        compliance_bodies::InspectionSettingsBody, compliance_summary::ComplianceSummary,
        inspection::InspectionSettings,
    },
    openapi::{IdempotencyKey, IfMatch, NoSuchProperty, Refusals, SignedIn, Stale, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(summary))
        .routes(routes!(settings, set))
}

/// What is urgent, and what comes
///
/// Counted by the database over all properties; the items are the most pressing ones.
#[utoipa::path(
    get, path = "/api/compliance/summary", tag = "Compliance", operation_id = "getComplianceSummary",
    responses(
        (status = 200, description = "The counts and the most pressing items", body = ComplianceSummary),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn summary(
    call: Call<GetComplianceSummaryRequest>,
) -> Result<Json<ComplianceSummary>, Problem> {
    let reply = call.send(GetComplianceSummaryRequest {}).await?;
    Ok(Json(present(reply.summary)?.try_into()?))
}

/// How the inspections of a property schedule themselves
#[utoipa::path(
    get, path = "/api/properties/{id}/inspection-settings", tag = "Compliance",
    operation_id = "getInspectionSettings",
    params(("id" = i64, Path, description = "The property's id", minimum = 1)),
    responses(
        (status = 200, description = "The settings", body = InspectionSettings, headers(
            ("ETag" = String, description = "The settings' version in quotes")
        )),
        NoSuchProperty, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn settings(
    call: Call<GetInspectionSettingsRequest>,
    PropertyId(property_id): PropertyId,
) -> Result<Response, Problem> {
    let message = GetInspectionSettingsRequest { property_id };
    let reply = call.send(message).await?;
    answer(reply.settings)
}

/// Sets how the inspections of a property schedule themselves
///
/// What is absent is as it is unless set. An inspection that Lintel had scheduled and that nobody has touched moves with the
/// frequency. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    put, path = "/api/properties/{id}/inspection-settings", tag = "Compliance",
    operation_id = "updateInspectionSettings",
    params(("id" = i64, Path, description = "The property's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = InspectionSettingsBody,
    responses(
        (status = 200, description = "The settings as they are now", body = InspectionSettings, headers(
            ("ETag" = String, description = "The settings' version in quotes")
        )),
        NoSuchProperty, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn set(
    call: Call<UpdateInspectionSettingsRequest>,
    PropertyId(property_id): PropertyId,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Response, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = UpdateInspectionSettingsRequest {
        settings: Some(portfolio::InspectionSettings {
            property_id,
            frequency_months: reader.int("frequencyMonths"),
            reminder_days: reader.int("reminderDays"),
            auto_schedule: reader.flag("autoSchedule"),
            version: 0,
        }),
        etag: if_match(&headers),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    answer(reply.settings)
}

fn answer(settings: Option<portfolio::InspectionSettings>) -> Result<Response, Problem> {
    let settings = InspectionSettings::try_from(present(settings)?)?;
    Ok(row(StatusCode::OK, settings.version, settings))
}

//! What is urgent, and how the inspections of a property schedule themselves.

use axum::{Json, response::Response};
use http::StatusCode;
use lintel_proto::portfolio::v1::{
    self as portfolio, GetComplianceSummaryRequest, GetInspectionSettingsRequest,
    UpdateInspectionSettingsRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::PropertyId,
    reply::{present, row},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields},
    model::{compliance_summary::ComplianceSummary, inspection::InspectionSettings},
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

fields! {
    /// How the inspections of a property are to schedule themselves; what is absent is as it is unless set.
    InspectionSettingsBody for portfolio::InspectionSettings {
        /// Months from one inspection to the next: 3, 6 or 12; 6 where absent.
        frequency_months: Option<i32> { example: 6 },
        /// How many days before an inspection it is reminded of: 7, 14 or 30; 7 where absent.
        reminder_days: Option<i32> { example: 7 },
        /// Whether the next one is scheduled by itself; true where absent.
        auto_schedule: Option<bool>,
    }
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
    change: Change<InspectionSettingsBody>,
) -> Result<Response, Problem> {
    let message = UpdateInspectionSettingsRequest {
        settings: Some(portfolio::InspectionSettings {
            property_id,
            ..change.message
        }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(reply.settings)
}

fn answer(settings: Option<portfolio::InspectionSettings>) -> Result<Response, Problem> {
    let settings = InspectionSettings::try_from(present(settings)?)?;
    Ok(row(StatusCode::OK, settings.version, settings))
}

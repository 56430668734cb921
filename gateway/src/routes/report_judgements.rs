//! How urgent a report is before it is sent.

use axum::Json;
use lintel_proto::maintenance::v1::JudgeReportRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{Body, Id, fields},
    model::names::MaintenanceCategory,
    openapi::{HomeLeft, NoSuchReportHome, Refusals, SignedIn, WithBody},
    problem::Problem,
    rest::JudgedReport,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(judge))
}

fields! {
    /// A report as far as it is written.
    ReportDraftBody for JudgeReportRequest {
        /// The home; one that the caller lives in.
        property_id: Option<Id>,
        /// What it is about.
        category: MaintenanceCategory,
        /// What it is.
        title: Option<String> { max_length: 100 },
        /// More of it, up to 4,000 characters.
        description: Option<String> { max_length: 4000 },
        /// Whether all the heating or hot water is gone.
        urgency.no_heating_or_hot_water: Option<bool>,
        /// Whether water is coming in or running down.
        urgency.water_coming_in: Option<bool>,
        /// Whether somebody at home is especially at risk: a baby, or somebody ill, disabled or over 65.
        urgency.person_at_risk: Option<bool>,
    }
}

/// Judges a report before it is sent: how urgent it is, by when somebody answers, and what to do at once
///
/// Nothing is stored.
#[utoipa::path(
    post, path = "/api/maintenance-requests/judgements", tag = "Maintenance", operation_id = "judgeReport",
    request_body = ReportDraftBody,
    responses(
        (status = 200, description = "How the report stands if it is sent now", body = JudgedReport),
        NoSuchReportHome, HomeLeft, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn judge(
    call: Call<JudgeReportRequest>,
    body: Body<ReportDraftBody>,
) -> Result<Json<JudgedReport>, Problem> {
    let reply = call.send(body.message).await?;
    Ok(Json(reply.try_into()?))
}

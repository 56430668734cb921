//! The summary of compliance over all properties.

use axum::Json;
use lintel_proto::portfolio::{v1 as portfolio, v1::GetComplianceSummaryRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::names::CertificateType,
    call::Call,
    rest::{
        Certificate, DutyCounts, DutyTotal, Inspection,
        convert::required,
        openapi::{Refusals, SignedIn},
        problem::Problem,
        reply::present,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(summary))
}

/// Shows urgent and coming compliance items
///
/// The database counts over all properties; the items are the most pressing ones.
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

/// The number of certificates in a state, and the most pressing two.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CertificateSummary {
    /// The number of certificates.
    #[schema(example = 3)]
    pub count: i32,
    /// The most pressing two.
    pub items: Vec<Certificate>,
}

/// The number of overdue inspections, and the two that have been overdue for longest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectionSummary {
    /// The number of inspections.
    #[schema(example = 1)]
    pub count: i32,
    /// The most pressing two.
    pub items: Vec<Inspection>,
}

/// Urgent and coming compliance items.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComplianceSummary {
    /// expired + expiringSoon + overdueInspections: what the title counts.
    #[schema(example = 4)]
    pub urgent_count: i32,
    /// Certificates that have expired.
    pub expired: CertificateSummary,
    /// Certificates that expire within 7 days.
    pub expiring_soon: CertificateSummary,
    /// Certificates that expire in 8 to 30 days; not urgent.
    pub renewal_due: CertificateSummary,
    /// Inspections that are overdue.
    pub overdue_inspections: InspectionSummary,
    /// The next five inspections, today's included.
    pub upcoming_inspections: Vec<Inspection>,
    /// The certificates that any home misses which needs them, or of which nobody has said whether it does.
    #[schema(example = json!(["EPC"]))]
    pub unrecorded: Vec<CertificateType>,
    /// The number of properties in a district of two nations without anybody having said in which; not urgent.
    #[schema(example = 2)]
    pub nation_to_confirm_count: i32,
    /// The one of them that was added first.
    #[schema(required, example = 42)]
    pub first_nation_to_confirm_property_id: Option<i64>,
    /// The duties of all homes by how they stand; not part of urgentCount.
    pub duties: DutyCounts,
    /// Each duty that some home has to do something about.
    pub duties_to_do: Vec<DutyTotal>,
}

impl TryFrom<portfolio::ComplianceSummary> for ComplianceSummary {
    type Error = Problem;

    fn try_from(summary: portfolio::ComplianceSummary) -> Result<Self, Problem> {
        let upcoming = required(summary.upcoming_inspections, "upcoming_inspections")?;
        let overdue = required(summary.overdue_inspections, "overdue_inspections")?;
        Ok(Self {
            urgent_count: summary.urgent_count,
            expired: certificates(required(summary.expired, "expired")?)?,
            expiring_soon: certificates(required(summary.expiring_soon, "expiring_soon")?)?,
            renewal_due: certificates(required(summary.renewal_due, "renewal_due")?)?,
            overdue_inspections: InspectionSummary {
                count: overdue.count,
                items: inspections(overdue.inspections)?,
            },
            upcoming_inspections: inspections(upcoming.inspections)?,
            unrecorded: summary
                .unrecorded
                .into_iter()
                .map(|number| required(CertificateType::from_number(number), "unrecorded"))
                .collect::<Result<_, _>>()?,
            nation_to_confirm_count: summary.nation_to_confirm_count,
            first_nation_to_confirm_property_id: (summary.first_nation_to_confirm_property_id != 0)
                .then_some(summary.first_nation_to_confirm_property_id),
            duties: summary.duties.unwrap_or_default().try_into()?,
            duties_to_do: summary
                .duties_to_do
                .into_iter()
                .map(TryInto::try_into)
                .collect::<Result<_, _>>()?,
        })
    }
}

fn certificates(summary: portfolio::CertificateSummary) -> Result<CertificateSummary, Problem> {
    let rows = summary.certificates.into_iter();
    Ok(CertificateSummary {
        count: summary.count,
        items: rows.map(TryInto::try_into).collect::<Result<_, _>>()?,
    })
}

fn inspections(rows: Vec<portfolio::Inspection>) -> Result<Vec<Inspection>, Problem> {
    rows.into_iter().map(TryInto::try_into).collect()
}

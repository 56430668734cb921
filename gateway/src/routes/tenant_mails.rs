//! Whether a tenant gets mails, what a mail would say, and reminders.

use axum::{Json, extract::Path};
use http::StatusCode;
use lintel_proto::tenancy::v1::{PreviewTenantMailRequest, TenancyMailKind};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::agreements::written;
use crate::{
    Gateway,
    call::Call,
    input::Query,
    model::tenant_mail::ActMail,
    openapi::{BadQuery, NoSuchTenant, Refusals, SignedIn},
    problem::Problem,
    rest::ActMailParams,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(preview))
}

/// Whether an act sends a tenant a mail, and what it says
///
/// Nothing is stored or sent.
#[utoipa::path(
    get, path = "/api/tenants/{id}/mails/{kind}", tag = "Tenants", operation_id = "previewTenantMail",
    params(
        ("id" = i64, Path, description = "The tenant's id", minimum = 1),
        ("kind" = String, Path, description = "receipt, document, moved-in, tenancy-changed, reminder or portal-invitation"),
        ActMailParams
    ),
    responses(
        (status = 200, description = "The mail", body = ActMail),
        NoSuchTenant, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview(
    call: Call<PreviewTenantMailRequest>,
    Path((id, kind)): Path<(String, String)>,
    wanted: Query<ActMailParams>,
) -> Result<Json<ActMail>, Problem> {
    let kind = kind_of(&kind).ok_or_else(|| Problem::of_status(StatusCode::NOT_FOUND))?;
    let message = PreviewTenantMailRequest {
        tenant_id: id.parse().unwrap_or_default(),
        kind: kind.into(),
        ..wanted.message
    };
    let reply = call.send(message).await?;
    let planned = reply.mail.clone().into_iter().collect();
    let mail = written(&call, planned).await?.into_iter().next();
    Ok(Json(ActMail::new(reply, mail)?))
}

fn kind_of(text: &str) -> Option<TenancyMailKind> {
    Some(match text {
        "receipt" => TenancyMailKind::RentReceived,
        "document" => TenancyMailKind::TenancyDocumentGiven,
        "moved-in" => TenancyMailKind::MovedIn,
        "tenancy-changed" => TenancyMailKind::TenancyChanged,
        "reminder" => TenancyMailKind::RentReminder,
        "portal-invitation" => TenancyMailKind::PortalInvitation,
        _ => return None,
    })
}

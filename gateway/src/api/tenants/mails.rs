//! Mails to tenants: the preview of a mail, the switch for each tenant, and reminders.

use axum::{Json, extract::Path};
use http::StatusCode;
use lintel_proto::{
    notifications::v1 as notifications,
    tenancy::v1::{self as tenancy, PreviewTenantMailRequest, TenancyMailKind},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{applying::agreements::written, names::NoMailReason},
    call::Call,
    rest::{
        ActMailParams, WrittenMail,
        convert::{required, text},
        input::Query,
        openapi::{BadQuery, NoSuchTenant, Refusals, SignedIn},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(preview))
}

/// Previews the mail that an act sends a tenant
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

/// The mail that an act sends a tenant, and whether it sends one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActMail {
    /// True where the act sends it by itself.
    pub wanted: bool,
    /// True where a law asks for it, so that it is always sent.
    pub required_by_law: bool,
    /// The reason why it is not sent by itself; null where it is.
    #[schema(required)]
    pub why_not: Option<NoMailReason>,
    /// The reason why mails to this tenant are off; null where they are on.
    #[schema(required)]
    pub off_reason: Option<String>,
    /// The tenant's address for mails; null where the tenant has none.
    #[schema(required)]
    pub email: Option<String>,
    /// The words of a reminder, to be edited; null for other kinds.
    #[schema(required)]
    pub note: Option<String>,
    /// The mail.
    pub mail: WrittenMail,
}

impl ActMail {
    /// Builds the answer from the replies of the tenant's service and of notifications.
    ///
    /// # Errors
    /// A 500 [`Problem`] where there is no mail.
    pub fn new(
        previewed: tenancy::PreviewTenantMailResponse,
        mail: Option<notifications::WrittenMail>,
    ) -> Result<Self, Problem> {
        let mail = required(mail, "mail")?;
        Ok(Self {
            wanted: previewed.wanted,
            required_by_law: previewed.required_by_law,
            why_not: NoMailReason::from_number(previewed.why_not),
            off_reason: text(previewed.off_reason),
            email: text(mail.recipient_email.clone()),
            note: text(previewed.note),
            mail: mail.try_into()?,
        })
    }
}

//! Whether a tenant gets mails, what a mail would say, and reminders.

use axum::{Json, extract::Path};
use chrono::NaiveDate;
use http::StatusCode;
use lintel_core::Money;
use lintel_proto::tenancy::v1::{
    ListTenantMailSwitchesRequest, PreviewTenantMailRequest, RemindTenantRequest,
    SwitchMailsOfTenantRequest, TenancyMailKind,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{agreements::written, ids::TenantId};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Query, fields},
    model::{names::TenancyChangeTold, tenant_mail::ActMail},
    openapi::{
        BadQuery, IdempotencyKey, NoSuchTenant, Refusals, SignedIn, TenantMailRefused, WithBody,
    },
    problem::Problem,
    rest::MailSwitch,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, switch))
        .routes(routes!(preview))
        .routes(routes!(remind))
}

/// How mails to a tenant were switched, the last first
///
/// The first counts; none while they were never switched: they are on.
#[utoipa::path(
    get, path = "/api/tenants/{id}/mails", tag = "Tenants", operation_id = "listTenantMailSwitches",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1)),
    responses(
        (status = 200, description = "The switches", body = [MailSwitch]),
        NoSuchTenant, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListTenantMailSwitchesRequest>,
    TenantId(tenant_id): TenantId,
) -> Result<Json<Vec<MailSwitch>>, Problem> {
    let reply = call
        .send(ListTenantMailSwitchesRequest { tenant_id })
        .await?;
    let switches = reply.switches.into_iter().map(TryInto::try_into);
    Ok(Json(switches.collect::<Result<_, _>>()?))
}

fields! {
    /// How mails to a tenant are to be switched.
    MailSwitchBody for SwitchMailsOfTenantRequest {
        /// Whether they are off.
        off: bool,
        /// Why; required to switch them off.
        reason: Option<String> { max_length: 300 },
    }
}

/// Switches all mails to a tenant off or on
///
/// What a law asks for is sent all the same.
#[utoipa::path(
    put, path = "/api/tenants/{id}/mails", tag = "Tenants", operation_id = "switchMailsOfTenant",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IdempotencyKey),
    request_body = MailSwitchBody,
    responses(
        (status = 200, description = "The switches, the last first", body = [MailSwitch]),
        NoSuchTenant, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn switch(
    call: Call<SwitchMailsOfTenantRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<MailSwitchBody>,
) -> Result<Json<Vec<MailSwitch>>, Problem> {
    let message = SwitchMailsOfTenantRequest {
        tenant_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    let switches = reply.switches.into_iter().map(TryInto::try_into);
    Ok(Json(switches.collect::<Result<_, _>>()?))
}

fields! {
    /// What an act is about that may send a tenant a mail.
    ActMailParams for PreviewTenantMailRequest {
        /// How much was paid; with a change the new rent, the deposit, or what of it is returned.
        amount: Option<Money>,
        /// When the payment came; with a change the last day, the first day of the rent, or when the deposit came or is returned.
        date: Option<NaiveDate>,
        /// Of a document: its title.
        title: Option<String>,
        /// What was changed, or what a reminder says.
        note: Option<String>,
        /// With tenancy-changed: what changes, told in Lintel's words with amount and date instead of the note.
        change: Option<TenancyChangeTold>,
    }
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

fields! {
    /// A reminder in the member's words.
    ReminderBody for RemindTenantRequest {
        /// What it says.
        note: String { min_length: 2, max_length: 1000 },
    }
}

/// Reminds a tenant of rent that is owed
///
/// The mail is under way; the log of messages says what became of it.
#[utoipa::path(
    post, path = "/api/tenants/{id}/reminders", tag = "Tenants", operation_id = "remindTenant",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IdempotencyKey),
    request_body = ReminderBody,
    responses(
        (status = 204, description = "The mail is under way"),
        NoSuchTenant, TenantMailRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remind(
    call: Call<RemindTenantRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<ReminderBody>,
) -> Result<StatusCode, Problem> {
    let message = RemindTenantRequest {
        tenant_id,
        request_id: change.request_id,
        ..change.message
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! The landlord of the organisation's homes, and the mails that its tenants get.

use axum::{Json, extract::Path};
use http::StatusCode;
use lintel_proto::{
    Word as _,
    identity::v1::{self as identity, GetLandlordRequest, GetOrganisationRequest},
    notifications::{v1 as notifications, v1::ShowTenantMailRequest},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        WrittenMail,
        convert::required,
        openapi::{NoSuchOrganisation, Refusals, SignedIn},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(show))
}

/// The text of a mail to tenants
///
/// Shown as it is sent, with invented names and amounts.
#[utoipa::path(
    get, path = "/api/organisation/tenant-mails/{kind}", tag = "Organisation", operation_id = "showTenantMail",
    params(("kind" = String, Path, description = "A kind of mail to tenants", example = "receipt")),
    responses(
        (status = 200, description = "The mail", body = WrittenMail),
        NoSuchOrganisation, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn show(
    call: Call<ShowTenantMailRequest>,
    Path(kind): Path<String>,
) -> Result<Json<WrittenMail>, Problem> {
    let known = identity::TenantMailKind::of_text(&kind);
    let kind = known.ok_or_else(|| Problem::of_status(StatusCode::NOT_FOUND))?;
    let details = call.beside::<GetLandlordRequest>()?;
    let details = details.send(GetLandlordRequest {}).await?;
    let details = details.landlord.unwrap_or_default();
    let organisation_name = if !details.trading_as.is_empty() {
        details.trading_as
    } else if let Some(name) = details.display_names.into_iter().next() {
        name
    } else {
        let organisation = call.beside::<GetOrganisationRequest>()?;
        let organisation = organisation.send(GetOrganisationRequest {}).await?;
        let organisation = organisation.organisation.unwrap_or_default();
        organisation.display_name
    };
    let message = ShowTenantMailRequest {
        kind: kind.into(),
        organisation_name,
    };
    let reply = call.send(message).await?;
    Ok(Json(written(reply.mail)?))
}

/// The one mail of a reply.
///
/// # Errors
/// A 500 [`Problem`] where it holds none.
pub fn written(mail: Option<notifications::WrittenMail>) -> Result<WrittenMail, Problem> {
    required(mail, "mail")?.try_into()
}

//! Agreements by the private links of their signers.

use axum::Json;
use lintel_proto::tenancy::v1::OpenAgreementRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{applying::agreement::OpenAgreement, landlord_contact},
    call::Call,
    rest::{
        link::Link,
        openapi::{LinkEnded, Refusals},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(open))
}

/// Shows the agreement that is to be signed
///
/// Opening it is kept as evidence.
#[utoipa::path(
    get, path = "/api/agreements/{token}", tag = "Agreements", operation_id = "openAgreement",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The agreement", body = OpenAgreement),
        LinkEnded, Refusals
    )
)]
async fn open(
    call: Call<OpenAgreementRequest>,
    Link(token): Link,
) -> Result<Json<OpenAgreement>, Problem> {
    let reply = call.send(OpenAgreementRequest { token }).await?;
    let landlord = landlord_contact::find(call.gateway(), reply.organisation_id).await;
    Ok(Json(OpenAgreement {
        landlord,
        ..reply.try_into()?
    }))
}

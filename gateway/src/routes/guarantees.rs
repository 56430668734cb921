//! Deeds of guarantee, for the landlord and for the parties of their agreements.

use axum::response::Response;
use chrono::NaiveDate;
use http::StatusCode;
use lintel_proto::tenancy::v1::{
    EndGuaranteeRequest, ReadGuaranteeByLinkRequest, ReadGuaranteeEvidenceRequest,
    ReadGuaranteeRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    agreements::answer,
    application_documents::bytes,
    link::{DeedPath, Link, LinkedDeed},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields},
    model::{agreement::Agreement, names::GuaranteeEndReason},
    openapi::{
        GuaranteeClosed, IdempotencyKey, LinkEnded, NoSuchGuarantee, Refusals, SignedIn, WithBody,
    },
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(document))
        .routes(routes!(evidence))
        .routes(routes!(end))
        .routes(routes!(by_link))
}

/// A deed of guarantee: the one that is signed, or with its certificate once it is signed
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/agreement/deeds/{deedId}/document", tag = "Agreements",
    operation_id = "readGuarantee",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("deedId" = i64, Path, description = "The deed's id", minimum = 1)
    ),
    responses(
        (status = 200, description = "Its bytes", body = Vec<u8>, content_type = "application/pdf", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchGuarantee, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn document(call: Call<ReadGuaranteeRequest>, path: DeedPath) -> Result<Response, Problem> {
    let message = ReadGuaranteeRequest {
        application_id: path.application,
        deed_id: path.deed,
    };
    let reply = call.send(message).await?;
    bytes("application/pdf", &reply.file_name, reply.content)
}

/// The chain of evidence of a deed, which `lintel-tenancy-applications verify-evidence` checks by itself
#[utoipa::path(
    get, path = "/api/tenant-applications/{id}/agreement/deeds/{deedId}/evidence", tag = "Agreements",
    operation_id = "readGuaranteeEvidence",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("deedId" = i64, Path, description = "The deed's id", minimum = 1)
    ),
    responses(
        (status = 200, description = "The file", body = serde_json::Value, content_type = "application/json", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchGuarantee, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn evidence(
    call: Call<ReadGuaranteeEvidenceRequest>,
    path: DeedPath,
) -> Result<Response, Problem> {
    let message = ReadGuaranteeEvidenceRequest {
        application_id: path.application,
        deed_id: path.deed,
    };
    let reply = call.send(message).await?;
    bytes("application/json", &reply.file_name, reply.content)
}

fields! {
    /// The end of a guarantee.
    GuaranteeEndBody for EndGuaranteeRequest {
        /// The reason.
        reason: GuaranteeEndReason,
        /// The last day of what is guaranteed: the day of the death, or the end of the notice.
        end_date: NaiveDate,
    }
}

/// Records when a guarantee in force ends, and tells the guarantor
///
/// Rent that fell due until then stays guaranteed. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/agreement/deeds/{deedId}/end", tag = "Agreements",
    operation_id = "endGuarantee",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("deedId" = i64, Path, description = "The deed's id", minimum = 1),
        IdempotencyKey
    ),
    request_body = GuaranteeEndBody,
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchGuarantee, GuaranteeClosed, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn end(
    call: Call<EndGuaranteeRequest>,
    path: DeedPath,
    change: Change<GuaranteeEndBody>,
) -> Result<Response, Problem> {
    let message = EndGuaranteeRequest {
        application_id: path.application,
        deed_id: path.deed,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}

/// A deed of the agreement of a private link
#[utoipa::path(
    get, path = "/api/agreements/{token}/deeds/{deedId}/document", tag = "Agreements",
    operation_id = "readGuaranteeByLink",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("deedId" = i64, Path, description = "The deed's id", minimum = 1)
    ),
    responses(
        (status = 200, description = "Its bytes", body = Vec<u8>, content_type = "application/pdf", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        LinkEnded, Refusals
    )
)]
async fn by_link(
    call: Call<ReadGuaranteeByLinkRequest>,
    Link(token): Link,
    LinkedDeed(deed_id): LinkedDeed,
) -> Result<Response, Problem> {
    let message = ReadGuaranteeByLinkRequest { token, deed_id };
    let reply = call.send(message).await?;
    bytes("application/pdf", &reply.file_name, reply.content)
}

//! The referees of an application: by the applicant's private link, or by a tenant's account.

use axum::response::Response;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    NameOwnRefereeRequest, NameRefereeRequest, RemindOwnRefereeRequest, RemindRefereeRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    applications::answer,
    link::{Link, LinkedReference, ReferencePath},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, request_id},
    model::names,
    openapi::{
        IdempotencyKey, KeyRefused, LinkedReferenceMissing, NoSuchReference, OwnRefereeRefused,
        Refusals, SignedIn, WithBody,
    },
    problem::Problem,
    rest::{Application, RefereeBody},
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(name))
        .routes(routes!(remind))
        .routes(routes!(name_signed_in))
        .routes(routes!(remind_signed_in))
}

/// Names another guarantor or employer, or corrects their address
///
/// They get a link by mail, and the one before is dead. Until the reference is given; once it was declined, too. At most three times an
/// hour of each kind.
#[utoipa::path(
    post, path = "/api/tenant-status/{token}/references/{kind}", tag = "References", operation_id = "nameOwnReferee",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("kind" = names::ReferenceKind, Path, description = "Whose"),
        IdempotencyKey
    ),
    request_body = RefereeBody,
    responses(
        (status = 202, description = "Their link is on its way", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        LinkedReferenceMissing, OwnRefereeRefused, WithBody, Refusals
    )
)]
async fn name(
    call: Call<NameOwnRefereeRequest>,
    Link(token): Link,
    LinkedReference(kind): LinkedReference,
    change: Change<RefereeBody>,
) -> Result<Response, Problem> {
    let message = NameOwnRefereeRequest {
        token,
        kind: kind.into(),
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::ACCEPTED, reply.application)
}

/// Mails the guarantor or the employer a new link
///
/// The link before is dead. At most once a day of each kind.
#[utoipa::path(
    post, path = "/api/tenant-status/{token}/references/{kind}/remind", tag = "References", operation_id = "remindOwnReferee",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("kind" = names::ReferenceKind, Path, description = "Whose"),
        IdempotencyKey
    ),
    responses(
        (status = 202, description = "The link is on its way", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        LinkedReferenceMissing, OwnRefereeRefused, KeyRefused, Refusals
    )
)]
async fn remind(
    call: Call<RemindOwnRefereeRequest>,
    Link(token): Link,
    LinkedReference(kind): LinkedReference,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = RemindOwnRefereeRequest {
        token,
        kind: kind.into(),
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::ACCEPTED, reply.application)
}

/// Names another guarantor or employer of an application of this account, or corrects their address
///
/// They get a link by mail, and the one before is dead. Until the reference is given; once it was declined, too. At most three times an
/// hour of each kind.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/references/{kind}", tag = "References", operation_id = "nameReferee",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("kind" = names::ReferenceKind, Path, description = "Whose"),
        IdempotencyKey
    ),
    request_body = RefereeBody,
    responses(
        (status = 202, description = "Their link is on its way", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchReference, OwnRefereeRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn name_signed_in(
    call: Call<NameRefereeRequest>,
    path: ReferencePath,
    change: Change<RefereeBody>,
) -> Result<Response, Problem> {
    let said = change.message;
    let message = NameRefereeRequest {
        application_id: path.application,
        kind: path.kind.into(),
        display_name: said.display_name,
        email: said.email,
        phone: said.phone,
        relationship: said.relationship,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::ACCEPTED, reply.application)
}

/// Mails the guarantor or the employer of an application of this account a new link
///
/// The link before is dead. At most once a day of each kind.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/references/{kind}/remind", tag = "References", operation_id = "remindReferee",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("kind" = names::ReferenceKind, Path, description = "Whose"),
        IdempotencyKey
    ),
    responses(
        (status = 202, description = "The link is on its way", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchReference, OwnRefereeRefused, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remind_signed_in(
    call: Call<RemindRefereeRequest>,
    path: ReferencePath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = RemindRefereeRequest {
        application_id: path.application,
        kind: path.kind.into(),
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::ACCEPTED, reply.application)
}

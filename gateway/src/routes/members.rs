//! The members of the caller's organisation.

use axum::response::Response;
use http::StatusCode;
use lintel_proto::identity::v1::ChangeMemberGradeRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::MemberId,
    reply::{present, row},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields},
    model::names::Grade,
    openapi::{
        IdempotencyKey, IfMatch, LastOwner, NoSuchMember, Refusals, SignedIn, Stale, WithBody,
    },
    problem::Problem,
    rest::Member,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(change))
}

fields! {
    /// A member's new grade.
    MemberBody for ChangeMemberGradeRequest {
        /// The grade.
        grade: Grade,
    }
}

/// Gives a member another grade
///
/// The member's sessions in the organisation end, so that no token says the old grade.
#[utoipa::path(
    patch, path = "/api/members/{id}", tag = "Organisation", operation_id = "changeMemberGrade",
    params(("id" = i64, Path, description = "The member's account", minimum = 1), IfMatch, IdempotencyKey),
    request_body = MemberBody,
    responses(
        (status = 200, description = "The member as it is now", body = Member, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchMember, LastOwner, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn change(
    call: Call<ChangeMemberGradeRequest>,
    MemberId(user_id): MemberId,
    change: Change<MemberBody>,
) -> Result<Response, Problem> {
    let message = ChangeMemberGradeRequest {
        user_id,
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    let member = present(reply.member)?;
    Ok(row(
        StatusCode::OK,
        member.version,
        Member::try_from(member)?,
    ))
}

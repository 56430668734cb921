//! The members of the caller's organisation.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::identity::v1::{
    ChangeMemberGradeRequest, ListMembersRequest, RemoveMemberRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::MemberId,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields, request_id},
    model::{names::Grade, organisation::Member},
    openapi::{
        IdempotencyKey, IfMatch, KeyRefused, LastOwner, NoSuchMember, Refusals, SignedIn, Stale,
        WithBody,
    },
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(change, remove))
}

/// The members, the first to join first
#[utoipa::path(
    get, path = "/api/members", tag = "Organisation", operation_id = "listMembers",
    responses(
        (status = 200, description = "All of them", body = [Member]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListMembersRequest>) -> Result<Json<Vec<Member>>, Problem> {
    let reply = call.send(ListMembersRequest {}).await?;
    Ok(Json(rows(reply.members)?))
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

/// Removes a member, or lets the caller leave
///
/// An Owner removes anybody; everybody may leave, but for the last Owner. The member's sessions in the organisation end.
#[utoipa::path(
    delete, path = "/api/members/{id}", tag = "Organisation", operation_id = "removeMember",
    params(("id" = i64, Path, description = "The member's account; the caller's own to leave", minimum = 1), IdempotencyKey),
    responses(
        (status = 204, description = "The member is gone"),
        NoSuchMember, LastOwner, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remove(
    call: Call<RemoveMemberRequest>,
    MemberId(user_id): MemberId,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let message = RemoveMemberRequest {
        user_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

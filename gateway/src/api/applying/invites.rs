//! Links that invite to apply, and the half-filled applications behind them.

use axum::{
    Json,
    extract::FromRequestParts,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, request::Parts};
use lintel_proto::tenancy::v1::{
    ContinueDraftRequest, CreateInviteRequest, GetDraftRequest, MailDraftRequest,
    OpenInviteRequest, SaveDraftRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        accounts::account::MessageReply,
        applying::{
            draft::{Draft, KeptDraft},
            invite::{NewInvite, OpenInvite},
        },
        home_facts,
    },
    call::Call,
    rest::{
        ContinueDraftBody, DraftBody, InviteBody,
        input::{Change, request_id},
        link::Link,
        openapi::{
            IdempotencyKey, IfMatch, InviteHomeRefused, KeyRefused, LinkEnded, LinkSpent,
            NoSuchDraft, Refusals, SignedIn, Stale, WithBody,
        },
        problem::Problem,
        reply::{present, row},
    },
};

/// The reason of a draft that is not there.
const NO_DRAFT: &str = "DRAFT_NOT_FOUND";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(create))
        .routes(routes!(open))
        .routes(routes!(draft, save))
        .routes(routes!(resume))
        .routes(routes!(mail))
}

/// Makes a link that invites to apply for a vacant home
///
/// `url` is shown in this reply alone. A repeat with the same key and body gets the same link.
#[utoipa::path(
    post, path = "/api/invites", tag = "Applications", operation_id = "createInvite",
    params(IdempotencyKey), request_body = InviteBody,
    responses(
        (status = 201, description = "The link", body = NewInvite),
        InviteHomeRefused, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateInviteRequest>,
    change: Change<InviteBody>,
) -> Result<(StatusCode, Json<NewInvite>), Problem> {
    let url = &call.gateway().public_url;
    let reply = call.send(change.request()).await?;
    let invite = NewInvite::new(present(reply.invite)?, &reply.token, url)?;
    Ok((StatusCode::CREATED, Json(invite)))
}

/// Shows the homes that may be applied for by a link
///
/// Shows the vacant homes and nothing else of the organisation. The facts about the homes are left out while portfolio
/// does not answer.
#[utoipa::path(
    get, path = "/api/invites/by-token/{token}", tag = "Applications", operation_id = "openInvite",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The homes", body = OpenInvite),
        LinkEnded, Refusals
    )
)]
async fn open(
    call: Call<OpenInviteRequest>,
    Link(token): Link,
) -> Result<Json<OpenInvite>, Problem> {
    let wanted = OpenInviteRequest {
        token: token.clone(),
    };
    let reply = call.send(wanted).await?;
    let facts = home_facts::of_homes(call.gateway(), reply.organisation_id, &reply.homes).await;
    let facts = facts.unwrap_or_else(|problem| {
        tracing::warn!(reason = %problem.reason, "a form goes out without the facts of its homes");
        Vec::new()
    });
    Ok(Json(OpenInvite::try_new(reply, facts, &token)?))
}

/// The token of this browser's half-filled application, from the cookie `lintel_draft`; empty for none. Nothing in an address sets it: a
/// link that somebody was given must not make another's application theirs.
pub(crate) struct DraftToken(pub String);

impl FromRequestParts<Gateway> for DraftToken {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let token = gateway.cookies.draft_token(&parts.headers);
        Ok(Self(token.unwrap_or_default()))
    }
}

/// The half-filled application of this browser
///
/// The cookie `lintel_draft` names it.
#[utoipa::path(
    get, path = "/api/invites/by-token/{token}/draft", tag = "Applications", operation_id = "getDraft",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "What was filled in", body = Draft, headers(
            ("ETag" = String, description = "The draft's version in quotes")
        )),
        NoSuchDraft, Refusals
    )
)]
async fn draft(
    call: Call<GetDraftRequest>,
    Link(token): Link,
    DraftToken(draft_token): DraftToken,
) -> Result<Response, Problem> {
    let message = GetDraftRequest { token, draft_token };
    let found = Draft::try_from(call.send(message).await?)?;
    Ok(row(StatusCode::OK, found.version, found))
}

/// Goes on with the half-filled application of a mailed link, in this browser
///
/// The link works once. The application gets a new token, in the cookie `lintel_draft`: the browser that had it before sees it no more.
/// A repeat with the same key within ten minutes gets another new token.
#[utoipa::path(
    post, path = "/api/invites/by-token/{token}/draft/continue", tag = "Applications", operation_id = "continueDraft",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = ContinueDraftBody,
    responses(
        (status = 200, description = "What was filled in", body = Draft, headers(
            ("ETag" = String, description = "The draft's version in quotes"),
            ("Set-Cookie" = String, description = "lintel_draft")
        )),
        LinkEnded, LinkSpent, WithBody, Refusals
    )
)]
async fn resume(
    call: Call<ContinueDraftRequest>,
    Link(token): Link,
    change: Change<ContinueDraftBody>,
) -> Result<Response, Problem> {
    let gateway = call.gateway();
    gateway.limits.check_link(&change.message.mailed_token)?;
    let message = ContinueDraftRequest {
        token,
        mailed_token: change.message.mailed_token,
        request_id: change.request_id,
    };
    let moved = call.send(message).await?;
    let cookie = gateway.cookies.set_draft(moved.draft_token.clone())?;
    let found = Draft::try_from(moved)?;
    let answer = row(StatusCode::OK, found.version, found);
    Ok((cookie, answer).into_response())
}

/// Keeps a half-filled application
///
/// It is kept for 30 days after its last change. The first time a draft begins and the cookie `lintel_draft` names it:
/// this browser alone sees it. It belongs to its link: under another one a draft of its own begins.
#[utoipa::path(
    put, path = "/api/invites/by-token/{token}/draft", tag = "Applications", operation_id = "saveDraft",
    params(("token" = String, Path, description = "The link's token"), IfMatch),
    request_body = DraftBody,
    responses(
        (status = 200, description = "It is kept", body = KeptDraft, headers(
            ("ETag" = String, description = "The draft's version in quotes"),
            ("Set-Cookie" = String, description = "lintel_draft")
        )),
        LinkEnded, Stale, WithBody, Refusals
    )
)]
async fn save(
    call: Call<SaveDraftRequest>,
    Link(token): Link,
    DraftToken(draft_token): DraftToken,
    change: Change<DraftBody>,
) -> Result<Response, Problem> {
    let cookies = call.gateway().cookies;
    let message = SaveDraftRequest {
        token,
        draft_token: draft_token.clone(),
        answers: Some(change.message.answers.unwrap_or_default()),
        step: change.message.step,
        etag: change.etag,
    };
    let reply = match call.send(message.clone()).await {
        // The cookie is of another link, or the draft is over: another one begins.
        Err(problem) if problem.reason == NO_DRAFT => {
            let anew = SaveDraftRequest {
                draft_token: String::new(),
                etag: String::new(),
                ..message
            };
            call.send(anew).await?
        }
        reply => reply?,
    };
    let token = Some(reply.draft_token).filter(|token| !token.is_empty());
    let token = token.unwrap_or(draft_token);
    let kept = KeptDraft {
        version: reply.version,
    };
    let answer = row(StatusCode::OK, reply.version, kept);
    Ok((cookies.set_draft(token)?, answer).into_response())
}

/// Mails a link to go on with the half-filled application
///
/// It goes to the address in the application, at most three times an hour. The links mailed before are dead.
#[utoipa::path(
    post, path = "/api/invites/by-token/{token}/draft/mail", tag = "Applications", operation_id = "mailDraft",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses(
        (status = 202, description = "The link is on its way", body = MessageReply),
        NoSuchDraft, KeyRefused, Refusals
    )
)]
async fn mail(
    call: Call<MailDraftRequest>,
    Link(token): Link,
    DraftToken(draft_token): DraftToken,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = MailDraftRequest {
        token,
        draft_token,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok((
        StatusCode::ACCEPTED,
        Json(MessageReply {
            message: "We have sent you a link to continue your application.",
        }),
    ))
}

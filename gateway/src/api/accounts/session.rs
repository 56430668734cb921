//! Signing in, staying signed in, signing out.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use lintel_proto::identity::v1::{
    LoginRequest, LogoutRequest, RefreshSessionRequest, SessionTokens, VerifyLoginRequest,
    VerifyLoginResponse,
};
use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::accounts::account::{ChallengeReply, LoginAnswer, LoginReply, TokenReply, User},
    call::Call,
    front::{activity::is_background, origin::same_origin},
    rest::{
        LoginBody, VerifyLoginBody,
        input::Body,
        openapi::{CodeRefused, LoginRefused, OtherSite, Refusals, SessionOver, WithBody},
        problem::Problem,
        reply::present,
    },
};

/// The part of a browser's User-Agent that is kept, in characters.
const USER_AGENT_CHARS: usize = 400;

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(login))
        .routes(routes!(verify))
        .routes(routes!(refresh))
        .routes(routes!(logout))
}

/// Signs in and begins a session, or asks for the second factor
///
/// Sets the cookies `lintel_refresh`, `lintel_read` and `lintel_device` (with the prefix `__Secure-` on https). An Idempotency-Key is
/// ignored: the reply holds secrets.
#[utoipa::path(
    post, path = "/api/auth/login", tag = "Session", operation_id = "login",
    request_body = LoginBody,
    responses(
        (status = 200, description = "A session has begun, or the second factor is asked for", body = LoginAnswer, headers(
            ("Set-Cookie" = String, description = "lintel_refresh, lintel_read and lintel_device; none with a challenge")
        )),
        LoginRefused, WithBody, Refusals
    )
)]
async fn login(
    call: Call<LoginRequest>,
    headers: HeaderMap,
    body: Body<LoginBody>,
) -> Result<Response, Problem> {
    let gateway = call.gateway();
    let message = LoginRequest {
        user_agent: user_agent(&headers),
        device_token: gateway.cookies.device_token(&headers).unwrap_or_default(),
        ..body.message
    };
    let reply = call.send(message).await?;
    if !reply.challenge.is_empty() {
        return Ok(Json(LoginAnswer::Challenged(ChallengeReply {
            two_factor_required: true,
            challenge: reply.challenge,
        }))
        .into_response());
    }
    begun(
        gateway,
        VerifyLoginResponse {
            tokens: reply.tokens,
            user: reply.user,
            password_change_required: reply.password_change_required,
            device_token: reply.device_token,
        },
    )
}

/// Answers the challenge of a login with a code
///
/// Six digits of the authenticator app or a recovery code; each counts once. A challenge takes five tries within five minutes. Sets the
/// cookies as the login does. An Idempotency-Key is ignored: the reply holds secrets.
#[utoipa::path(
    post, path = "/api/auth/login/verify", tag = "Session", operation_id = "verifyLogin",
    request_body = VerifyLoginBody,
    responses(
        (status = 200, description = "A session has begun", body = LoginReply, headers(
            ("Set-Cookie" = String, description = "lintel_refresh, lintel_read and lintel_device")
        )),
        CodeRefused, WithBody, Refusals
    )
)]
async fn verify(
    call: Call<VerifyLoginRequest>,
    headers: HeaderMap,
    body: Body<VerifyLoginBody>,
) -> Result<Response, Problem> {
    let gateway = call.gateway();
    let message = VerifyLoginRequest {
        user_agent: user_agent(&headers),
        device_token: gateway.cookies.device_token(&headers).unwrap_or_default(),
        ..body.message
    };
    let reply = call.send(message).await?;
    begun(gateway, reply)
}

/// A begun session with its cookies.
fn begun(gateway: &Gateway, reply: VerifyLoginResponse) -> Result<Response, Problem> {
    let tokens = present(reply.tokens)?;
    let body = LoginAnswer::Begun(LoginReply {
        token: tokens.access_token.clone(),
        user: User::try_from(present(reply.user)?)?,
        password_change_required: reply.password_change_required.then_some(true),
    });
    let device = gateway.cookies.set_device(reply.device_token)?;
    let session = with_cookies(gateway, &tokens, body)?;
    Ok((device, session).into_response())
}

/// Trades the refresh cookie for a new token
///
/// The token before the current one gets the same successor for 10 seconds; an older one ends the session. Only our own
/// pages may ask (`Origin`, `Sec-Fetch-Site`). With `Lintel-Background: 1`, which says that no person caused it, the idle time goes
/// on.
#[utoipa::path(
    post, path = "/api/auth/refresh", tag = "Session", operation_id = "refreshSession",
    responses(
        (status = 200, description = "The session goes on", body = TokenReply, headers(
            ("Set-Cookie" = String, description = "lintel_refresh and lintel_read")
        )),
        SessionOver, OtherSite, Refusals
    ),
    security(("refreshCookie" = []))
)]
async fn refresh(
    call: Call<RefreshSessionRequest>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let gateway = call.gateway();
    same_origin(&headers, &gateway.public_url)?;
    let message = RefreshSessionRequest {
        refresh_token: gateway
            .cookies
            .refresh_token(&headers)
            .ok_or_else(|| Problem::of_status(StatusCode::UNAUTHORIZED))?,
        background: is_background(&headers),
    };
    let outcome = call.send(message).await;
    match outcome {
        Ok(reply) => {
            let tokens = present(reply.tokens)?;
            let body = TokenReply {
                token: tokens.access_token.clone(),
            };
            with_cookies(gateway, &tokens, body)
        }
        // The session has ended, so its cookies are deleted.
        Err(problem) if problem.status == StatusCode::UNAUTHORIZED => {
            Ok((gateway.cookies.clear()?, problem).into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// Ends the session
///
/// This works with an expired token and with the cookie alone. Without either there is nothing to end, which is no
/// error.
#[utoipa::path(
    post, path = "/api/auth/logout", tag = "Session", operation_id = "logout",
    responses(
        (status = 204, description = "The session is over; the cookies are taken away", headers(
            ("Set-Cookie" = String, description = "lintel_refresh and lintel_read, empty")
        )),
        OtherSite, Refusals
    ),
    security((), ("bearer" = []), ("refreshCookie" = []))
)]
async fn logout(call: Call<LogoutRequest>, headers: HeaderMap) -> Result<Response, Problem> {
    let gateway = call.gateway();
    let access_token = lintel_auth::bearer(&headers).unwrap_or_default().to_owned();
    let refresh_token = gateway.cookies.refresh_token(&headers).unwrap_or_default();
    if !refresh_token.is_empty() {
        same_origin(&headers, &gateway.public_url)?;
    }
    let caller = gateway.sessions.named_by(&access_token);
    let message = LogoutRequest {
        access_token,
        refresh_token,
    };
    call.send(message).await?;
    // The other replicas learn it from the event; this one ends the session now.
    if let Some(caller) = caller {
        gateway.sessions.end(caller.session);
    }
    Ok((StatusCode::NO_CONTENT, gateway.cookies.clear()?, ()).into_response())
}

fn with_cookies<T: Serialize>(
    gateway: &Gateway,
    tokens: &SessionTokens,
    body: T,
) -> Result<Response, Problem> {
    let cookies = gateway.cookies.set(tokens, gateway.clock.now())?;
    Ok((cookies, Json(body)).into_response())
}

/// The caller's name for itself; empty where there is none.
pub(crate) fn user_agent(headers: &HeaderMap) -> String {
    headers
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .chars()
        .take(USER_AGENT_CHARS)
        .collect()
}

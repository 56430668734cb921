//! A reader with a bearer token or with the read cookie, which browsers send with pictures and event streams (docs/reference/http.md).

use axum::extract::FromRequestParts;
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use lintel_auth::{Audience, Verified};
use lintel_proto::Rpc;

use crate::{
    Gateway,
    call::Call,
    front::activity::BACKGROUND,
    rest::{input::check_parameters, problem::Problem},
};

/// The caller of a GET that accepts the read cookie.
#[derive(Debug)]
pub struct Viewer(pub Verified);

impl FromRequestParts<Gateway> for Viewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let address = gateway.addresses.of(&parts.headers, &parts.extensions);
        gateway.limits.check(parts.uri.path(), address)?;
        let verified = match lintel_auth::bearer(&parts.headers) {
            Some(token) => gateway.sessions.verify(token, Audience::Lintel)?,
            None => gateway
                .sessions
                .verify(&of_cookie(gateway, &parts.headers)?, Audience::Read)?,
        };
        check_parameters(parts)?;
        Ok(Self(verified))
    }
}

/// The call of a GET that a browser makes by itself for a picture in a page: with the read cookie where there is no other token, which
/// the access rule has to take. It is no sign that somebody is there.
#[derive(Debug)]
pub struct Shown<R>(pub Call<R>);

impl<R: Rpc> FromRequestParts<Gateway> for Shown<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        // Without either the call says so, once its address is within its limits.
        let _ = send_token(gateway, parts);
        parts
            .headers
            .insert(BACKGROUND, HeaderValue::from_static("1"));
        Call::from_request_parts(parts, gateway).await.map(Self)
    }
}

/// Makes the token that `parts` came with the one that a call sends on: the read cookie's where there is no other. Only a call whose
/// access rule takes it is let through with it.
///
/// # Errors
/// A 401 [`Problem`] without either.
pub fn send_token(gateway: &Gateway, parts: &mut Parts) -> Result<(), Problem> {
    if lintel_auth::bearer(&parts.headers).is_none() {
        let bearer = format!("Bearer {}", of_cookie(gateway, &parts.headers)?);
        let bearer = HeaderValue::try_from(bearer).map_err(Problem::internal)?;
        parts.headers.insert(header::AUTHORIZATION, bearer);
    }
    Ok(())
}

fn of_cookie(gateway: &Gateway, headers: &HeaderMap) -> Result<String, Problem> {
    let token = gateway.cookies.read_token(headers);
    token.ok_or_else(|| Problem::of_status(StatusCode::UNAUTHORIZED))
}

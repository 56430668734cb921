//! A reader with a bearer token or with the read cookie, which browsers send with pictures and event streams (4-http.md).

use axum::extract::FromRequestParts;
use http::{StatusCode, request::Parts};
use lintel_auth::{Audience, Verified};

use crate::{Gateway, problem::Problem};

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
            None => {
                let token = gateway
                    .cookies
                    .read_token(&parts.headers)
                    .ok_or_else(|| Problem::of_status(StatusCode::UNAUTHORIZED))?;
                gateway.sessions.verify(&token, Audience::Read)?
            }
        };
        Ok(Self(verified))
    }
}

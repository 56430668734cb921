//! Passes a call on to the service of its package, frame by frame.

use std::time::Duration;

use axum::{
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_auth::CallAudience;
use lintel_core::Error;
use lintel_proto::status::{ERROR_DOMAIN, into_status};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};
use tower::ServiceExt as _;

use super::{peek::Peek, timeout};
use crate::{
    Gateway,
    deadline::time_for,
    front::{
        address::{CLIENT_ADDRESS, CLIENT_BROWSER, browser},
        api_keys, limits,
        sessions::session_ended,
    },
};

/// Headers between Lintel's own processes; they are dropped from clients' requests and from replies.
const INTERNAL: &str = "x-lintel-";

const GRPC_STATUS: &str = "grpc-status";
/// The value of a header for [`Code::Unavailable`].
const UNAVAILABLE: HeaderValue = HeaderValue::from_static("14");

/// Passes `request` on, or refuses it with a gRPC status.
pub(super) async fn pass_on(gateway: &Gateway, peek: &Peek, request: Request) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc")) {
        return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
    }
    let answer = async {
        match forward(gateway, peek, request).await {
            Ok(response) => response,
            Err(status) => status.into_http(),
        }
    };
    limits::with_limit_headers(answer).await
}

async fn forward(gateway: &Gateway, peek: &Peek, mut request: Request) -> Result<Response, Status> {
    let path = request.uri().path();
    let rule = gateway.rules.get(path).ok_or_else(unknown)?;
    let address = gateway
        .addresses
        .of(request.headers(), request.extensions());
    gateway.limits.check(path, address).map_err(into_status)?;
    gateway.full_queue.check(path).map_err(into_status)?;
    if matches!(rule.audience, CallAudience::Internal) {
        rule.admit(None).map_err(into_status)?;
    }
    let key = lintel_auth::bearer(request.headers()).filter(|bearer| api_keys::is_key(bearer));
    if let Some(key) = key
        && !matches!(rule.audience, CallAudience::Public)
    {
        let admitted = gateway.api_keys.admit(gateway, key, rule, address).await?;
        let token = HeaderValue::from_str(&format!("Bearer {}", admitted.token));
        let token = token.map_err(|_| into_status(Error::internal("a token is no header")))?;
        request.headers_mut().insert(header::AUTHORIZATION, token);
    }
    let path = request.uri().path();
    let caller =
        lintel_auth::bearer(request.headers()).and_then(|token| gateway.sessions.named_by(token));
    if let Some(caller) = &caller {
        if gateway.sessions.has_ended(caller.session) {
            return Err(into_status(session_ended()));
        }
        gateway.limits.check_caller(caller).map_err(into_status)?;
    }
    let limit = deadline(request.headers(), time_for(path, rule.writes));
    let is_open = matches!(rule.audience, CallAudience::Public);
    let path = path.to_owned();
    let (head, body) = request.into_parts();
    let looked = tokio::time::timeout(limit, peek.look_into(&path, body)).await;
    let (found, body) = looked.map_err(|_| into_status(Error::DeadlineExceeded))??;
    let mut request = Request::from_parts(head, body);
    if let Some(token) = found.token.filter(|_| is_open) {
        gateway.limits.check_link(&token).map_err(into_status)?;
    }
    if let Some(caller) = caller.filter(|_| found.has_file) {
        gateway
            .limits
            .check_upload(caller.user)
            .map_err(into_status)?;
    }
    let path = path.as_str();
    let service = gateway.clients.of_path(path).ok_or_else(unknown)?;
    let channel = service.channel.clone();
    let uri = request.uri().clone();
    let browser = browser(request.headers());
    remove_internal_headers(request.headers_mut());
    if let Ok(address) = HeaderValue::from_str(&address.to_string()) {
        request.headers_mut().insert(CLIENT_ADDRESS, address);
    }
    if let Some(Ok(browser)) = browser.map(|told| HeaderValue::from_bytes(told.as_bytes())) {
        request.headers_mut().insert(CLIENT_BROWSER, browser);
    }
    request
        .headers_mut()
        .insert(timeout::GRPC_TIMEOUT, timeout::write(limit));
    let answer = tokio::time::timeout(limit, channel.oneshot(request.map(tonic::body::Body::new)))
        .await
        .map_err(|_| into_status(Error::DeadlineExceeded))?;
    let mut response = answer
        .map_err(|error| into_status(Error::unavailable(error)))?
        .map(Body::new);
    if response.headers().get(GRPC_STATUS) == Some(&UNAVAILABLE) {
        gateway.full_queue.note_busy(uri.path());
    }
    remove_internal_headers(response.headers_mut());
    Ok(response)
}

/// A caller's deadline counts if it is earlier than ours.
fn deadline(headers: &HeaderMap, ours: Duration) -> Duration {
    headers
        .get(timeout::GRPC_TIMEOUT)
        .and_then(timeout::read)
        .map_or(ours, |theirs| theirs.min(ours))
}

fn remove_internal_headers(headers: &mut HeaderMap) {
    let internal: Vec<_> = headers
        .keys()
        .filter(|name| name.as_str().starts_with(INTERNAL))
        .cloned()
        .collect();
    for name in internal {
        headers.remove(name);
    }
    headers.remove(header::HOST);
}

fn unknown() -> Status {
    let details = ErrorDetails::with_error_info("RPC_UNKNOWN", ERROR_DOMAIN, []);
    Status::with_error_details(Code::Unimplemented, "There is no such call.", details)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_strangers_internal_headers_are_dropped() {
        let mut headers = HeaderMap::new();
        for name in [
            "x-lintel-service-key",
            "x-lintel-actor",
            "authorization",
            "te",
        ] {
            headers.insert(name, "x".parse().unwrap());
        }
        remove_internal_headers(&mut headers);
        let mut left: Vec<_> = headers.keys().map(header::HeaderName::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["authorization", "te"]);
    }

    #[test]
    fn a_caller_may_shorten_the_deadline_only() {
        let ours = Duration::from_secs(3);
        let with = |value: &'static str| {
            let value = http::HeaderValue::from_static(value);
            HeaderMap::from_iter([(header::HeaderName::from_static("grpc-timeout"), value)])
        };
        assert_eq!(deadline(&with("1S"), ours), Duration::from_secs(1));
        assert_eq!(deadline(&with("10S"), ours), ours);
        assert_eq!(deadline(&HeaderMap::new(), ours), ours);
    }
}

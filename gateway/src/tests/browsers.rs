//! The browser's name reaches the service as evidence, and only from the browser.

use axum::body::Body;
use http::Request;
use lintel_proto::{
    Rpc as _,
    tenancy::v1::{
        DeclineAgreementByLinkRequest, DeclineAgreementByLinkResponse, SignAgreementByLinkRequest,
        SignAgreementByLinkResponse, signing_service_client::SigningServiceClient,
    },
};

use super::{front::Front, grpc_proxy};
use crate::front::address::{CLIENT_ADDRESS, CLIENT_BROWSER};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Returns the browser's name that the service gets when somebody signs by a link with these headers.
async fn browser_name(front: &Front, headers: &[(&str, &[u8])]) -> Option<String> {
    front.upstream.on(SignAgreementByLinkRequest::PATH, || {
        Ok(SignAgreementByLinkResponse::default())
    });
    let mut request = Request::post("/api/agreements/t0k/sign")
        .header("content-type", "application/json")
        .header("idempotency-key", "2f7c1f6e-key");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    front.send(request.body(Body::from("{}")).unwrap()).await;
    let asked = front.upstream.asked().pop().unwrap();
    assert_eq!(asked.path, SignAgreementByLinkRequest::PATH);
    assert!(asked.headers.contains_key(CLIENT_ADDRESS), "{asked:?}");
    let told = asked.headers.get(CLIENT_BROWSER)?;
    Some(told.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn the_browser_of_a_signer_reaches_the_service_as_it_calls_itself() {
    let front = Front::new().await;
    let browser = browser_name(&front, &[("user-agent", FIREFOX.as_bytes())]).await;
    assert_eq!(browser.as_deref(), Some(FIREFOX));
    let long = "a".repeat(5000);
    let cut = browser_name(&front, &[("user-agent", long.as_bytes())]).await;
    assert_eq!(cut.map(|browser| browser.len()), Some(400));
}

#[tokio::test]
async fn a_signer_cannot_write_our_own_header() {
    let front = Front::new().await;
    let forged = (CLIENT_BROWSER, &b"somebody else's"[..]);
    assert_eq!(browser_name(&front, &[forged]).await, None);
    let both = browser_name(&front, &[forged, ("user-agent", FIREFOX.as_bytes())]).await;
    assert_eq!(both.as_deref(), Some(FIREFOX));
}

#[tokio::test]
async fn a_program_at_the_grpc_endpoint_is_named_likewise() {
    let front = Front::new().await;
    front.upstream.on(DeclineAgreementByLinkRequest::PATH, || {
        Ok(DeclineAgreementByLinkResponse::default())
    });
    let channel = grpc_proxy::open(&front, false).await;
    let mut client = SigningServiceClient::new(channel);
    let mut request = tonic::Request::new(DeclineAgreementByLinkRequest::default());
    request
        .metadata_mut()
        .insert(CLIENT_BROWSER, "somebody else's".parse().unwrap());
    client.decline_agreement_by_link(request).await.unwrap();
    let asked = front.upstream.asked().remove(0);
    let told = asked.headers[CLIENT_BROWSER].to_str().unwrap();
    assert!(told.starts_with("tonic/"), "{told}");
}

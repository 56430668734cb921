//! Tickets, with which a browser opens a document's address: the reader is the caller of the cookie.

use axum::body::Body;
use http::Request;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Principal, SystemClock};
use lintel_proto::{
    Rpc as _,
    tenancy::v1::{RedeemDocumentTicketRequest, RedeemDocumentTicketResponse},
};
use lintel_testkit::tokens::landlord;

use super::front::{Answer, Front};

const ADDRESS: &str = "/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab?ticket=secret";

async fn front() -> Front {
    let front = Front::new().await;
    front.upstream.on(RedeemDocumentTicketRequest::PATH, || {
        Ok(RedeemDocumentTicketResponse {
            media_type: "application/pdf".to_owned(),
            file_name: "passport.pdf".to_owned(),
            content: b"%PDF-1.7".to_vec(),
        })
    });
    front
}

fn read_token(front: &Front, principal: &Principal) -> String {
    let lifetime = chrono::Duration::minutes(15);
    let now = SystemClock.now();
    let token = front
        .mint
        .token_of(principal, Audience::Read, now, lifetime);
    token.unwrap()
}

async fn opened(front: &Front, header: &str, value: String) -> Answer {
    let request = Request::get(ADDRESS).header(header, value);
    front.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_service_is_told_the_reader_by_the_token_of_the_cookie() {
    let front = front().await;
    let token = read_token(&front, &landlord(7, 1));
    let answer = opened(&front, "cookie", format!("lintel_read={token}")).await;
    assert_eq!(
        (answer.status.as_u16(), answer.text.as_str()),
        (200, "%PDF-1.7")
    );
    let asked = front.upstream.asked();
    let sent = asked.last().unwrap().headers.get("authorization").unwrap();
    assert_eq!(sent.to_str().unwrap(), format!("Bearer {token}"));
}

#[tokio::test]
async fn without_a_cookie_or_after_its_session_nothing_is_asked() {
    let front = front().await;
    let caller = landlord(7, 1);
    let token = read_token(&front, &caller);
    front.gateway.sessions.end(caller.session);
    let ended = opened(&front, "cookie", format!("lintel_read={token}")).await;
    assert_eq!(ended.reason(), "SESSION_ENDED");
    let nobody = opened(&front, "accept", "*/*".to_owned()).await;
    assert_eq!(nobody.status, 401);
    // A read token is none for the API, where headers are sent.
    let token = read_token(&front, &landlord(8, 1));
    let header = opened(&front, "authorization", format!("Bearer {token}")).await;
    assert_eq!(header.reason(), "TOKEN_INVALID");
    assert!(front.upstream.asked().is_empty());
}

//! The security log of an account.

use lintel_proto::{
    Rpc as _,
    identity::v1::{ListSecurityEventsRequest, ListSecurityEventsResponse, SecurityEvent},
};
use serde_json::json;

use super::front::Front;

#[tokio::test]
async fn entries_are_shown_as_the_contract_says_a_page_at_a_time() {
    let front = Front::new().await;
    front.upstream.on(ListSecurityEventsRequest::PATH, || {
        Ok(ListSecurityEventsResponse {
            events: vec![SecurityEvent {
                security_event_id: 42,
                occur_time: Some(prost_types::Timestamp {
                    seconds: 1_795_000_000,
                    nanos: 0,
                }),
                kind: "signed-in".to_owned(),
                device: "Chrome on Windows".to_owned(),
                address: "192.0.2.1".to_owned(),
                text: "Signed in.".to_owned(),
            }],
            next_page_token: "more".to_owned(),
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/security-log?pageSize=1", &token).await;
    assert_eq!(
        answer.json(),
        json!([{"id": 42, "at": "2026-11-18T11:06:40Z", "kind": "signed-in",
            "device": "Chrome on Windows", "address": "192.0.2.1", "text": "Signed in."}])
    );
    assert_eq!(
        answer.header("link"),
        "</api/security-log?pageSize=1&pageToken=more>; rel=\"next\""
    );
    let asked: ListSecurityEventsRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.page_size, 1);
}

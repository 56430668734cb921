//! The sessions of an account, and the requests that count as a person's use.

use axum::body::Body;
use lintel_auth::Audience;
use lintel_core::SessionId;
use lintel_proto::{
    Rpc as _,
    identity::v1::{
        EndOtherSessionsRequest, EndOtherSessionsResponse, EndSessionRequest, EndSessionResponse,
        ListSessionsRequest, ListSessionsResponse, NoteSessionUseRequest, NoteSessionUseResponse,
        RefreshSessionRequest, Session,
    },
};
use prost_types::Timestamp;
use serde_json::json;

use super::front::{Front, request};
use crate::front::activity;

const ID: &str = "0193b4a0-0000-7000-8000-000000000001";
const NOTE: &str = "/lintel.identity.v1.SessionService/NoteSessionUse";

fn at(seconds: i64) -> Option<Timestamp> {
    Some(Timestamp { seconds, nanos: 0 })
}

#[tokio::test]
async fn sessions_are_shown_as_the_contract_says() {
    let front = Front::new().await;
    front.upstream.on(ListSessionsRequest::PATH, || {
        Ok(ListSessionsResponse {
            sessions: vec![Session {
                session_id: ID.to_owned(),
                device: "Chrome on Windows".to_owned(),
                user_agent: "Mozilla".to_owned(),
                address: "192.0.2.1".to_owned(),
                create_time: at(1_795_000_000),
                last_use_time: at(1_795_000_060),
                expire_time: at(1_795_043_200),
                current: true,
            }],
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/sessions", &token).await;
    assert_eq!(
        answer.json(),
        json!([{"id": ID, "device": "Chrome on Windows", "userAgent": "Mozilla", "address": "192.0.2.1",
            "createdAt": "2026-11-18T11:06:40Z", "lastUsedAt": "2026-11-18T11:07:40Z",
            "expiresAt": "2026-11-18T23:06:40Z", "current": true}])
    );
}

#[tokio::test]
async fn a_session_that_is_ended_here_is_refused_here_at_once() {
    let front = Front::new().await;
    front
        .upstream
        .on(EndSessionRequest::PATH, || Ok(EndSessionResponse {}));
    let (landlord, token) = front.landlord();
    let other = front
        .mint
        .token(&lintel_testkit::tokens::landlord(7, 1))
        .unwrap();
    let session = front.gateway.sessions.verify(&other, Audience::Lintel);
    let session = session.unwrap().principal.session;
    let path = format!("/api/sessions/{session}");
    let answer = front
        .send(request("DELETE", &path, &token, Body::empty()))
        .await;
    assert_eq!(answer.status, 204);
    let asked: EndSessionRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.session_id, session.to_string());
    assert!(front.gateway.sessions.has_ended(session));
    assert!(!front.gateway.sessions.has_ended(landlord.session));
}

#[tokio::test]
async fn all_others_are_counted_and_refused_at_once() {
    let front = Front::new().await;
    front.upstream.on(EndOtherSessionsRequest::PATH, || {
        Ok(EndOtherSessionsResponse {
            session_ids: vec![ID.to_owned()],
        })
    });
    let (_, token) = front.landlord();
    let path = "/api/sessions/end-others";
    let answer = front
        .send(request("POST", path, &token, Body::empty()))
        .await;
    assert_eq!(answer.json(), json!({"ended": 1}));
    let ended = SessionId::new(ID.parse().unwrap());
    assert!(front.gateway.sessions.has_ended(ended));
}

#[tokio::test]
async fn identity_is_told_of_what_a_person_caused_and_of_nothing_else() {
    let front = Front::new().await;
    front.upstream.on(ListSessionsRequest::PATH, || {
        Ok(ListSessionsResponse::default())
    });
    let (landlord, token) = front.landlord();
    let told = || {
        let asked = front.upstream.asked().into_iter();
        let told = asked.filter(|asked| asked.path == NOTE);
        told.map(|asked| {
            assert_eq!(asked.headers["x-lintel-service-key"], "our own");
            asked.message::<NoteSessionUseRequest>().uses
        })
        .collect::<Vec<_>>()
    };
    let mut background = request("GET", "/api/sessions", &token, Body::empty());
    background
        .headers_mut()
        .insert("lintel-background", "1".parse().unwrap());
    assert_eq!(front.send(background).await.status, 200);
    activity::send_now(&front.gateway).await;
    assert!(told().is_empty());

    // Sent again after a failure; the two uses are sent as one.
    front.get("/api/sessions", &token).await;
    front.get("/api/sessions", &token).await;
    activity::send_now(&front.gateway).await;
    front.upstream.on(NOTE, || Ok(NoteSessionUseResponse {}));
    activity::send_now(&front.gateway).await;
    activity::send_now(&front.gateway).await;
    let told = told();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0], told[1]);
    let sessions: Vec<_> = told[1].iter().map(|one| one.session_id.clone()).collect();
    assert_eq!(sessions, [landlord.session.to_string()]);
}

#[tokio::test]
async fn a_refresh_says_whether_a_person_caused_it() {
    let front = Front::new().await;
    for (header, background) in [("0", false), ("1", true)] {
        let mut refresh = request("POST", "/api/auth/refresh", "", Body::empty());
        for (name, value) in [
            ("cookie", "lintel_refresh=x"),
            ("lintel-background", header),
        ] {
            refresh.headers_mut().insert(name, value.parse().unwrap());
        }
        front.send(refresh).await;
        let asked = front.upstream.asked().pop().unwrap();
        assert_eq!(asked.path, RefreshSessionRequest::PATH);
        assert_eq!(
            asked.message::<RefreshSessionRequest>().background,
            background
        );
    }
}

#[tokio::test]
async fn services_are_told_the_callers_address_by_us_alone() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let mut asks = request("GET", "/api/sessions", &token, Body::empty());
    asks.headers_mut()
        .insert("x-lintel-client-address", "203.0.113.9".parse().unwrap());
    front.send(asks).await;
    let asked = front.upstream.asked().pop().unwrap();
    assert_ne!(asked.headers["x-lintel-client-address"], "203.0.113.9");
}

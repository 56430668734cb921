//! The event stream of a browser.

use axum::{body::Body, response::Response};
use http::Request;
use http_body_util::BodyExt as _;
use lintel_auth::Audience;
use lintel_core::{Clock as _, OrganisationId, Principal, Role, SystemClock, UserId};
use lintel_testkit::tokens::{landlord, outsider};
use uuid::Uuid;

use super::front::{Front, request};
use crate::live::{Audience as Told, Change, ChangedData};

fn change(organisation: i64, event: u128) -> Change {
    Change {
        event: Uuid::from_u128(event),
        audience: Told::organisation(OrganisationId::new(organisation)),
        data: ChangedData {
            resource: "properties",
            id: 42,
            version: 7,
            gone: event.is_multiple_of(2),
        },
    }
}

/// The next message of the stream, or `None` at its end.
async fn next(stream: &mut Response) -> Option<String> {
    let frame = stream.body_mut().frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

fn read_token(front: &Front, principal: &Principal) -> String {
    let lifetime = chrono::Duration::minutes(15);
    front
        .mint
        .token_of(principal, Audience::Read, SystemClock.now(), lifetime)
        .unwrap()
}

#[tokio::test]
async fn a_browser_hears_of_its_own_organisation_until_its_session_ends() {
    let front = Front::new().await;
    let (landlord, token) = front.landlord();
    let mut stream = front
        .open(request("GET", "/api/events", &token, Body::empty()))
        .await;
    assert_eq!(stream.status(), 200);
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(stream.headers()["cache-control"], "no-store");
    front.gateway.hub.publish(&change(2, 1));
    front.gateway.hub.publish(&change(1, 2));
    let expected = format!(
        "event: changed\nid: {}\ndata: {{\"resource\":\"properties\",\"id\":42,\"version\":7,\"gone\":true}}\n\n",
        Uuid::from_u128(2)
    );
    assert_eq!(next(&mut stream).await, Some(expected));
    front.gateway.hub.resync();
    assert_eq!(
        next(&mut stream).await.as_deref(),
        Some("event: resync\ndata: {}\n\n")
    );
    front.gateway.sessions.end(landlord.session);
    assert_eq!(next(&mut stream).await, None);
}

#[tokio::test]
async fn a_tenant_hears_of_their_own_repairs_alone() {
    let front = Front::new().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let mut stream = front
        .open(request("GET", "/api/events", &token, Body::empty()))
        .await;
    front.gateway.hub.publish(&change(1, 1));
    let mut own = change(1, 3);
    own.audience.accounts = vec![UserId::new(9)];
    front.gateway.hub.publish(&own);
    let heard = next(&mut stream).await.unwrap();
    assert!(heard.contains(&Uuid::from_u128(3).to_string()), "{heard}");
}

/// Every stream that a browser opened and did not close, so that only the limit of the server applies.
#[tokio::test]
async fn one_stream_too_many_displaces_the_oldest_and_no_other() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let open = || front.open(request("GET", "/api/events", &token, Body::empty()));
    let mut oldest = open().await;
    let mut others = Vec::new();
    for _ in 0..6 {
        others.push(open().await);
    }
    assert_eq!(
        next(&mut oldest).await.as_deref(),
        Some("event: displaced\nretry: 300000\ndata: {}\n\n")
    );
    assert_eq!(next(&mut oldest).await, None);
    front.gateway.hub.resync();
    for stream in &mut others {
        assert_eq!(
            next(stream).await.as_deref(),
            Some("event: resync\ndata: {}\n\n")
        );
    }
}

#[tokio::test]
async fn a_stream_that_its_browser_closes_makes_room_for_another() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let open = || front.open(request("GET", "/api/events", &token, Body::empty()));
    let mut first = open().await;
    for _ in 0..20 {
        drop(open().await);
    }
    front.gateway.hub.resync();
    assert_eq!(
        next(&mut first).await.as_deref(),
        Some("event: resync\ndata: {}\n\n")
    );
}

#[tokio::test]
async fn the_read_cookie_watches_and_does_nothing_else_until_its_session_ends() {
    let front = Front::new().await;
    let landlord = landlord(7, 1);
    let read = read_token(&front, &landlord);
    let with_cookie = |path: &str| {
        let request = Request::builder()
            .uri(path)
            .header("cookie", format!("lintel_read={read}"));
        request.body(Body::empty()).unwrap()
    };
    assert_eq!(front.open(with_cookie("/api/events")).await.status(), 200);
    assert_eq!(front.send(with_cookie("/api/auth/me")).await.status, 401);
    assert_eq!(front.send(with_cookie("/api/properties")).await.status, 401);
    let bearer = request("GET", "/api/events", &read, Body::empty());
    assert_eq!(front.send(bearer).await.status, 401);
    front.gateway.sessions.end(landlord.session);
    assert_eq!(front.send(with_cookie("/api/events")).await.status, 401);
}

#[tokio::test]
async fn who_comes_back_gets_what_it_missed() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    for event in [1, 2] {
        front.gateway.hub.publish(&change(1, event));
    }
    let watch = |last: String| {
        let mut request = request("GET", "/api/events", &token, Body::empty());
        request
            .headers_mut()
            .insert("last-event-id", last.parse().unwrap());
        front.open(request)
    };
    let mut stream = watch(Uuid::from_u128(1).to_string()).await;
    let missed = next(&mut stream).await.unwrap();
    assert!(missed.contains(&Uuid::from_u128(2).to_string()), "{missed}");
    let mut stream = watch(Uuid::from_u128(9).to_string()).await;
    assert_eq!(
        next(&mut stream).await.as_deref(),
        Some("event: resync\ndata: {}\n\n")
    );
}

#[tokio::test]
async fn the_stream_ends_with_the_token() {
    let front = Front::new().await;
    let from = SystemClock.now() - chrono::Duration::seconds(14 * 60 + 59);
    let lifetime = chrono::Duration::minutes(15);
    let token = front
        .mint
        .token_of(&landlord(7, 1), Audience::Lintel, from, lifetime)
        .unwrap();
    let mut stream = front
        .open(request("GET", "/api/events", &token, Body::empty()))
        .await;
    assert_eq!(next(&mut stream).await, None);
}

#[tokio::test]
async fn the_stream_ends_when_the_doors_close() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let mut stream = front
        .open(request("GET", "/api/events", &token, Body::empty()))
        .await;
    front.stop.cancel();
    assert_eq!(next(&mut stream).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_has_nothing_to_say_shows_that_it_lives() {
    let front = Front::alone();
    let (_, token) = front.landlord();
    let mut stream = front
        .open(request("GET", "/api/events", &token, Body::empty()))
        .await;
    assert_eq!(next(&mut stream).await.as_deref(), Some(": still here\n\n"));
}

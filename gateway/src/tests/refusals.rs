//! The order of refusals, and the headers that every reply carries.

use axum::body::Body;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Error, Grade, Role, SystemClock, Violations};
use lintel_proto::{
    Rpc as _,
    portfolio::v1::{CreatePropertyRequest, CreatePropertyResponse},
    status::into_status,
};
use lintel_testkit::tokens::{landlord, member, outsider};
use serde_json::json;

use super::front::{Answer, Front, request};

const PROPERTIES: &str = "/api/properties";

fn large() -> Body {
    Body::from(vec![b' '; 1024 * 1024 + 1])
}

/// A body without a Content-Length.
fn endless() -> Body {
    let chunk = bytes::Bytes::from(vec![b' '; 64 * 1024]);
    Body::from_stream(futures::stream::iter(
        (0..17).map(move |_| Ok::<_, std::convert::Infallible>(chunk.clone())),
    ))
}

fn refused(answer: &Answer) -> (u16, String) {
    let reason = answer.reason();
    assert_eq!(answer.json()["status"], answer.status.as_u16());
    assert_eq!(answer.json()["traceId"].as_str().map(str::len), Some(32));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("cache-control"), "no-store");
    (answer.status.as_u16(), reason)
}

#[tokio::test]
async fn refusals_come_in_the_order_of_the_contract() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let viewer = front.mint.token(&member(8, 1, Grade::Viewer)).unwrap();
    let broken = || Body::from("{");
    let post = |token: &str, body| request("POST", PROPERTIES, token, body);
    let plain = |token: &str| {
        let mut request = post(token, broken());
        request
            .headers_mut()
            .insert("content-type", "text/plain".parse().unwrap());
        request
    };
    for (request, status, reason) in [
        (
            request("POST", "/api/nothing", "", large()),
            404,
            "PATH_UNKNOWN",
        ),
        (
            request("GET", "/api", "", Body::empty()),
            404,
            "PATH_UNKNOWN",
        ),
        (
            request("DELETE", PROPERTIES, "", large()),
            405,
            "METHOD_NOT_ALLOWED",
        ),
        (post("", large()), 413, "BODY_TOO_LARGE"),
        (post("", endless()), 413, "BODY_TOO_LARGE"),
        (post("", broken()), 401, "SIGN_IN_REQUIRED"),
        (post("nonsense", broken()), 401, "TOKEN_INVALID"),
        (plain(""), 401, "SIGN_IN_REQUIRED"),
        (post(&tenant, broken()), 403, "NOT_ALLOWED"),
        (post(&viewer, broken()), 403, "NOT_ALLOWED"),
        (plain(&token), 415, "MEDIA_TYPE_UNSUPPORTED"),
        (post(&token, broken()), 400, "JSON_INVALID"),
        (post(&token, Body::from("[]")), 400, "JSON_INVALID"),
        (
            post(&token, Body::from(r#"{"name":1}"#)),
            422,
            "FIELDS_UNREADABLE",
        ),
        (
            request("GET", "/api/properties/x", "", Body::empty()),
            401,
            "SIGN_IN_REQUIRED",
        ),
        (
            request("GET", "/api/properties/x", &token, Body::empty()),
            404,
            "PROPERTY_NOT_FOUND",
        ),
        (
            request("GET", "/api/properties/0", &token, Body::empty()),
            404,
            "PROPERTY_NOT_FOUND",
        ),
        (
            request("GET", "/api/properties/%ff", &token, Body::empty()),
            404,
            "PROPERTY_NOT_FOUND",
        ),
        (
            request("GET", "/api/rooms/-1", &token, Body::empty()),
            404,
            "PROPERTY_NOT_FOUND",
        ),
        (
            request("GET", "/api/properties?pageSize=x", &token, Body::empty()),
            422,
            "FIELDS_UNREADABLE",
        ),
    ] {
        let what = format!("{} {}", request.method(), request.uri());
        let answer = front.send(request).await;
        assert_eq!(refused(&answer), (status, reason.to_owned()), "{what}");
    }
    assert!(
        front.upstream.asked().is_empty(),
        "{:?}",
        front.upstream.asked()
    );
}

#[tokio::test]
async fn a_method_that_is_not_taken_is_told_which_are() {
    let front = Front::new().await;
    for (method, path, allowed) in [
        ("DELETE", PROPERTIES, "GET,HEAD,POST"),
        ("GET", "/api/auth/login", "POST"),
        ("POST", "/healthz", "GET,HEAD"),
    ] {
        let answer = front.send(request(method, path, "", Body::empty())).await;
        assert_eq!(answer.status, 405, "{path}");
        let mut named: Vec<_> = answer.header("allow").split(',').collect();
        named.sort_unstable();
        assert_eq!(named.join(","), allowed, "{path}");
    }
}

#[tokio::test]
async fn an_address_that_asks_too_often_waits_whoever_it_is() {
    let front = Front::with_limit(2).await;
    for _ in 0..2 {
        assert_eq!(front.get(PROPERTIES, "").await.status, 401);
    }
    let answer = front.get(PROPERTIES, "").await;
    assert_eq!(refused(&answer), (429, "RATE_LIMITED".to_owned()));
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    assert_eq!(
        front
            .send(request("POST", PROPERTIES, "", large()))
            .await
            .status,
        413
    );
    assert_eq!(front.get("/healthz", "").await.status, 200);
}

/// The operations that need no sign-in; a new one has to be added here.
const OPEN_TO_ALL: [&str; 61] = [
    "acceptInvitation",
    "acceptJob",
    "addJobFile",
    "addOwnDocument",
    "answerViewing",
    "confirmEmailChange",
    "continueDraft",
    "declineAgreementByLink",
    "declineEmployerReference",
    "declineGuarantorReference",
    "declineJob",
    "finishJob",
    "getContract",
    "getDraft",
    "getJobCalendar",
    "getOwnApplication",
    "getOwnViewingCalendar",
    "giveEmployerReference",
    "giveGuarantorReference",
    "isAlive",
    "isReady",
    "listSigningKeys",
    "login",
    "logout",
    "mailDraft",
    "nameOwnReferee",
    "openAgreement",
    "openEmployerRequest",
    "openGuarantorRequest",
    "openInvite",
    "openJob",
    "openPortalInvitation",
    "openUnsubscribe",
    "openViewing",
    "previewInvitation",
    "proposeJobTime",
    "readAgreement",
    "readGuaranteeByLink",
    "readInvitePhoto",
    "readJobFile",
    "readOwnDocument",
    "refreshSession",
    "remindOwnReferee",
    "removeJobFile",
    "removeOwnDocument",
    "renewAgreementLink",
    "renewOwnLink",
    "reportMail",
    "reportSms",
    "requestPasswordReset",
    "resendVerification",
    "resetPassword",
    "saveDraft",
    "signAgreementByLink",
    "signUp",
    "submitSignup",
    "unsubscribe",
    "verifyEmail",
    "verifyEmailByCode",
    "verifyLogin",
    "withdrawOwnApplication",
];

#[tokio::test]
async fn every_documented_call_that_needs_a_caller_refuses_nobody_and_strangers() {
    let front = Front::new().await;
    let expired = {
        let hour = chrono::Duration::hours(1);
        let from = SystemClock.now() - hour;
        let lifetime = chrono::Duration::minutes(15);
        front
            .mint
            .token_of(&landlord(7, 1), Audience::Lintel, from, lifetime)
            .unwrap()
    };
    let read = {
        let lifetime = chrono::Duration::minutes(15);
        let now = SystemClock.now();
        front
            .mint
            .token_of(&landlord(7, 1), Audience::Read, now, lifetime)
            .unwrap()
    };
    let document = serde_json::to_value(crate::api::document()).unwrap();
    let mut open = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let needs_caller = operation["security"].as_array().is_some_and(|all| {
                all.contains(&json!({"bearer": []})) && !all.contains(&json!({}))
            });
            if !needs_caller {
                open.push(operation["operationId"].as_str().unwrap().to_owned());
                continue;
            }
            let path = path.replace("{id}", "1").replace("{propertyId}", "1");
            let path = path
                .replace("{documentId}", "1")
                .replace("{kind}", "employer");
            let method = method.to_uppercase();
            for (token, reason) in [
                ("", "SIGN_IN_REQUIRED"),
                ("a.b.c", "TOKEN_INVALID"),
                (expired.as_str(), "TOKEN_EXPIRED"),
                (read.as_str(), "TOKEN_INVALID"),
            ] {
                // Its service is the one that takes the read cookie's token, wherever it stands.
                if token == read && operation["operationId"] == "readListingPicture" {
                    continue;
                }
                let answer = front
                    .send(request(&method, &path, token, Body::empty()))
                    .await;
                assert_eq!(
                    refused(&answer),
                    (401, reason.to_owned()),
                    "{method} {path}"
                );
                assert!(answer.header("www-authenticate").starts_with("Bearer"));
            }
        }
    }
    open.sort();
    assert_eq!(open, OPEN_TO_ALL);
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn a_session_that_has_ended_is_refused_at_once() {
    let front = Front::new().await;
    let (landlord, token) = front.landlord();
    let held = front.gateway.sessions.verify(&token, Audience::Lintel);
    assert!(held.is_ok(), "a token that held before is refused, too");
    front.gateway.sessions.end(landlord.session);
    let answer = front.get("/api/auth/me", &token).await;
    assert_eq!(refused(&answer), (401, "SESSION_ENDED".to_owned()));
}

#[tokio::test]
async fn what_the_service_refuses_reaches_the_form_by_field() {
    let front = Front::new().await;
    front
        .upstream
        .on::<CreatePropertyResponse>(CreatePropertyRequest::PATH, || {
            let mut violations = Violations::default();
            violations.add("display_name", "Name is required.");
            violations.add("rooms[0].monthly_rent", "Enter the room's rent.");
            Err(into_status(Error::Invalid {
                reason: "PROPERTY_INVALID",
                violations,
            }))
        });
    let (_, token) = front.landlord();
    let answer = front
        .post(PROPERTIES, &token, &json!({"propertyType": "Flat"}))
        .await;
    assert_eq!(refused(&answer), (422, "PROPERTY_INVALID".to_owned()));
    assert_eq!(
        answer.json()["errors"],
        json!({"name": ["Name is required."], "hmoRoomRentals": ["Enter the room's rent."]})
    );
    assert_eq!(answer.json()["title"], "Please Check Your Entries");
}

#[tokio::test]
async fn the_trace_of_the_browser_is_named_in_the_refusal_where_a_tracer_runs() {
    let front = Front::new().await;
    let answer = front.get("/api/nothing", "").await;
    let trace = answer.json()["traceId"].as_str().unwrap().to_owned();
    assert_eq!(trace.len(), 32);
    assert!(trace.bytes().all(|b| b.is_ascii_hexdigit()));
}

#[test]
fn a_panic_says_nothing() {
    let response = crate::router::panicked(Box::new("password=hunter2"));
    let problem = response
        .extensions()
        .get::<crate::rest::problem::Problem>()
        .unwrap();
    assert_eq!(problem.status, 500);
    assert!(!format!("{:?}", problem.body("t")).contains("hunter2"));
}

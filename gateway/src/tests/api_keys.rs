//! API keys: managing them, and calling with them by REST and gRPC.

use axum::body::Body;
use chrono::Duration;
use lintel_core::{Clock as _, Error, Grade, Principal, SystemClock};
use lintel_proto::{
    Rpc as _,
    convert::timestamp,
    identity::v1::{
        ApiKey, CreateApiKeyRequest, CreateApiKeyResponse, ExchangeApiKeyRequest,
        ExchangeApiKeyResponse, ListApiKeysRequest, ListApiKeysResponse, RevokeApiKeyRequest,
        RevokeApiKeyResponse, api_key_service_client::ApiKeyServiceClient,
    },
    portfolio::v1::{
        GetDashboardAnalyticsRequest, GetDashboardAnalyticsResponse,
        analytics_service_client::AnalyticsServiceClient,
    },
    status::into_status,
};
use lintel_testkit::tokens::{member, with_token};
use serde_json::json;
use tonic::Code;

use super::front::{Front, request};

const EXCHANGE: &str = "/lintel.identity.v1.ApiKeyService/ExchangeApiKey";
const KEY: &str = "lk_Zm9vYmFyYmF6cXV4-_0123456789abcdefghijklmno";
const FIGURES: &str = "/api/dashboard/analytics";

fn bookkeeping() -> ApiKey {
    let made = chrono::DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    ApiKey {
        api_key_id: 4,
        display_name: "Bookkeeping".to_owned(),
        prefix: "lk_Zm9vYmF".to_owned(),
        scopes: vec!["portfolio.read".to_owned()],
        create_time: Some(timestamp(made)),
        creator_name: "Ada".to_owned(),
        ..ApiKey::default()
    }
}

/// Lets identity exchange every key for a token of `caller`.
fn exchanges(front: &Front, caller: &Principal, scopes: &'static [&'static str]) {
    let token = front.mint.token(caller).unwrap();
    front.upstream.on(EXCHANGE, move || {
        Ok(ExchangeApiKeyResponse {
            access_token: token.clone(),
            expire_time: Some(timestamp(SystemClock.now() + Duration::minutes(5))),
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        })
    });
    front.upstream.on(GetDashboardAnalyticsRequest::PATH, || {
        Err::<GetDashboardAnalyticsResponse, _>(into_status(Error::NotFound {
            reason: "LET_IN",
            resource: "Test",
        }))
    });
}

fn asked(front: &Front, path: &str) -> usize {
    let asked = front.upstream.asked();
    asked.iter().filter(|asked| asked.path == path).count()
}

#[tokio::test]
async fn a_key_is_shown_when_it_is_made_and_never_again() {
    let front = Front::new().await;
    front.upstream.on(ListApiKeysRequest::PATH, || {
        Ok(ListApiKeysResponse {
            api_keys: vec![bookkeeping()],
        })
    });
    front.upstream.on(CreateApiKeyRequest::PATH, || {
        Ok(CreateApiKeyResponse {
            api_key: Some(bookkeeping()),
            key: KEY.to_owned(),
        })
    });
    front
        .upstream
        .on(RevokeApiKeyRequest::PATH, || Ok(RevokeApiKeyResponse {}));
    let (_, token) = front.landlord();
    let row = json!({"id": 4, "name": "Bookkeeping", "prefix": "lk_Zm9vYmF", "scopes": ["portfolio.read"],
        "createdAt": "2026-11-18T11:06:40Z", "expiresAt": null, "lastUsedAt": null, "createdBy": "Ada"});
    assert_eq!(
        front.get("/api/api-keys", &token).await.json(),
        json!([row])
    );

    let body = json!({"name": "Bookkeeping", "scopes": ["portfolio.read"], "expiresAt": "2027-01-01T00:00:00Z"});
    let answer = front.post("/api/api-keys", &token, &body).await;
    let mut made = row.clone();
    made["key"] = KEY.into();
    assert_eq!((answer.status.as_u16(), answer.json()), (201, made));
    let sent: CreateApiKeyRequest = front.upstream.asked()[1].message();
    assert_eq!(sent.scopes, ["portfolio.read"]);
    assert_eq!(
        sent.expire_time.map(|time| time.seconds),
        Some(1_798_761_600)
    );
    let unreadable = json!({"name": "x", "scopes": "portfolio.read"});
    assert_eq!(
        front
            .post("/api/api-keys", &token, &unreadable)
            .await
            .status,
        422
    );

    let gone = request("DELETE", "/api/api-keys/4", &token, Body::empty());
    assert_eq!(front.send(gone).await.status, 204);
    let sent: RevokeApiKeyRequest = front.upstream.asked()[2].message();
    assert_eq!(sent.api_key_id, 4);
}

#[tokio::test]
async fn a_key_calls_with_its_makers_token_and_is_traded_once() {
    let front = Front::new().await;
    let caller = member(7, 1, Grade::Viewer);
    exchanges(&front, &caller, &["portfolio.read"]);
    for _ in 0..3 {
        assert_eq!(front.get(FIGURES, KEY).await.reason(), "LET_IN");
    }
    assert_eq!(asked(&front, EXCHANGE), 1);
    let calls = front.upstream.asked();
    let sent: ExchangeApiKeyRequest = calls[0].message();
    assert_eq!(sent.key, KEY);
    assert_eq!(calls[0].headers["x-lintel-service-key"], "our own");
    let bearer = calls[1].headers["authorization"].to_str().unwrap();
    assert!(
        bearer.starts_with("Bearer ey"),
        "services see a token: {bearer}"
    );
}

#[tokio::test]
async fn scopes_and_the_makers_grade_are_judged_before_anything_is_asked() {
    let front = Front::new().await;
    exchanges(
        &front,
        &member(7, 1, Grade::Viewer),
        &["portfolio.read", "portfolio.write", "account.write"],
    );
    for (method, path, reason) in [
        ("GET", "/api/auth/me", "SCOPE_MISSING"),
        ("GET", "/api/organisations", "SCOPE_MISSING"),
        ("GET", "/api/members", "SCOPE_MISSING"),
        ("GET", "/api/api-keys", "SCOPE_MISSING"),
        ("POST", "/api/api-keys", "SCOPE_MISSING"),
        ("DELETE", "/api/members/7", "SCOPE_MISSING"),
        // The key has the scope, but its maker is now a Viewer.
        ("POST", "/api/properties", "NOT_ALLOWED"),
    ] {
        let answer = front.send(request(method, path, KEY, Body::empty())).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (403, reason),
            "{method} {path}"
        );
    }
    // Files and live updates are not calls of the contract, so a key is not accepted there.
    for path in [
        "/api/events",
        "/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab",
    ] {
        assert_eq!(front.get(path, KEY).await.status, 401, "{path}");
    }
    let only_traded = front
        .upstream
        .asked()
        .iter()
        .all(|asked| asked.path == EXCHANGE);
    assert!(only_traded);
}

#[tokio::test]
async fn a_key_whose_session_ended_is_traded_anew_and_a_revoked_one_is_refused() {
    let front = Front::new().await;
    let (before, after) = (member(7, 1, Grade::Owner), member(7, 1, Grade::Viewer));
    exchanges(&front, &before, &["portfolio.read"]);
    assert_eq!(front.get(FIGURES, KEY).await.reason(), "LET_IN");
    exchanges(&front, &after, &["portfolio.read"]);
    front.gateway.sessions.end(before.session);
    assert_eq!(front.get(FIGURES, KEY).await.reason(), "LET_IN");
    assert_eq!(asked(&front, EXCHANGE), 2);

    front.upstream.on::<ExchangeApiKeyResponse>(EXCHANGE, || {
        Err(into_status(Error::Unauthenticated {
            reason: "API_KEY_UNKNOWN",
            message: "This API key is unknown, revoked or expired.",
        }))
    });
    front.gateway.sessions.end(after.session);
    for _ in 0..2 {
        let answer = front.get(FIGURES, KEY).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (401, "API_KEY_UNKNOWN")
        );
    }
    assert_eq!(asked(&front, GetDashboardAnalyticsRequest::PATH), 2);
}

#[tokio::test]
async fn many_calls_at_once_with_a_key_that_is_new_here_are_one_trade() {
    let front = Front::new().await;
    exchanges(&front, &member(7, 1, Grade::Owner), &["portfolio.read"]);
    let calls = (0..20).map(|_| front.get(FIGURES, KEY));
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.reason(), "LET_IN");
    }
    assert_eq!(asked(&front, EXCHANGE), 1);
}

#[tokio::test]
async fn the_door_for_integrators_takes_keys_as_well() {
    let front = Front::new().await;
    exchanges(&front, &member(7, 1, Grade::Viewer), &["portfolio.read"]);
    let door = super::grpc_proxy::open(&front, false).await;
    let mut figures = AnalyticsServiceClient::new(door.clone());
    let call = with_token(GetDashboardAnalyticsRequest::default(), KEY).unwrap();
    let refused = figures.get_dashboard_analytics(call).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound, "the service's answer");
    let sent = front.upstream.asked();
    let bearer = sent[1].headers["authorization"].to_str().unwrap();
    assert!(bearer.starts_with("Bearer ey"), "{bearer}");
    let mut keys = ApiKeyServiceClient::new(door);
    let call = with_token(ListApiKeysRequest {}, KEY).unwrap();
    let refused = keys.list_api_keys(call).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let call = with_token(ExchangeApiKeyRequest::default(), KEY).unwrap();
    let refused = keys.exchange_api_key(call).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied, "ours alone");
}

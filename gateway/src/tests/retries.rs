//! Calls while a service is away.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::StreamExt as _;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    common::v1::TimeOfDay,
    identity::v1::{
        Digest, GetUserSettingsRequest, GetUserSettingsResponse, LoginRequest, LoginResponse,
        UserSettings, session_service_client::SessionServiceClient,
    },
    portfolio::v1::{
        CreatePropertyRequest, CreatePropertyResponse, ListPropertiesRequest,
        ListPropertiesResponse,
    },
    status::into_status,
};
use serde_json::json;
use tonic::Status;

use super::{
    front::{AT_ONCE, Front, request},
    grpc_proxy,
};

#[tokio::test]
async fn a_read_bridges_a_moment_of_absence() {
    let front = Front::new().await;
    let count = AtomicUsize::new(0);
    front.upstream.on(GetUserSettingsRequest::PATH, move || {
        if count.fetch_add(1, Ordering::Relaxed) == 0 {
            return Err(into_status(Error::unavailable("starting")));
        }
        let settings = UserSettings {
            user_id: 7,
            session_timeout: 30,
            digest: Digest::Off.into(),
            quiet_from: Some(TimeOfDay {
                hour: 22,
                minute: 0,
            }),
            quiet_until: Some(TimeOfDay { hour: 7, minute: 0 }),
            version: 1,
            ..Default::default()
        };
        Ok(GetUserSettingsResponse {
            settings: Some(settings),
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/user-settings", &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json()["sessionTimeout"], "30");
    assert_eq!(answer.header("etag"), "\"1\"");
    assert_eq!(front.upstream.asked().len(), 2);
}

#[tokio::test]
async fn each_service_has_a_budget_of_its_own_that_limits_retries() {
    const CALLS: usize = 80;
    fn away<M>() -> Result<M, Status> {
        Err(into_status(Error::unavailable("starting")))
    }
    let front = Front::new().await;
    let upstream = &front.upstream;
    upstream.on::<GetUserSettingsResponse>(GetUserSettingsRequest::PATH, away);
    upstream.on::<ListPropertiesResponse>(ListPropertiesRequest::PATH, away);
    let (_, token) = front.landlord();
    // One after the other they would wait for the pauses; all together, some would be refused at the door of a slow machine.
    futures::stream::iter(0..CALLS)
        .map(|_| front.get("/api/user-settings", &token))
        .buffer_unordered(AT_ONCE.get())
        .for_each(|answer| async move { assert_eq!(answer.reason(), "UNAVAILABLE") })
        .await;
    let again = front.upstream.asked().len() - CALLS;
    // Fifty for the first ten seconds, and a tenth of the calls.
    assert!((50..=58).contains(&again), "{again}");

    front.get("/api/properties", &token).await;
    let asked = front.upstream.asked().into_iter();
    let others = asked.filter(|asked| asked.path == ListPropertiesRequest::PATH);
    assert_eq!(others.count(), 2);
}

#[tokio::test]
async fn a_write_is_sent_again_only_under_its_key() {
    for (key, attempts) in [(None, 1), (Some("2f7c1f6e-key"), 2)] {
        let front = Front::new().await;
        front
            .upstream
            .on::<CreatePropertyResponse>(CreatePropertyRequest::PATH, || {
                Err(into_status(Error::unavailable("starting")))
            });
        let (_, token) = front.landlord();
        let mut post = request("POST", "/api/properties", &token, "{}".into());
        if let Some(key) = key {
            post.headers_mut()
                .insert("idempotency-key", key.parse().unwrap());
        }
        let answer = front.send(post).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason()),
            (503, "UNAVAILABLE".to_owned())
        );
        assert_ne!(answer.header("retry-after"), "");
        let tries = front.upstream.asked().into_iter();
        let tries = tries.filter(|asked| asked.path == CreatePropertyRequest::PATH);
        assert_eq!(tries.count(), attempts);
    }
}

#[tokio::test]
async fn an_unreachable_service_is_503_without_its_address() {
    let front = Front::alone();
    let (_, token) = front.landlord();
    for answer in [
        front.get("/api/properties", &token).await,
        front
            .post(
                "/api/auth/login",
                "",
                &json!({"email": "a", "password": "b"}),
            )
            .await,
    ] {
        assert_eq!(
            (answer.status.as_u16(), answer.reason()),
            (503, "UNAVAILABLE".to_owned())
        );
        assert!(!answer.text.contains("127.0.0.1"));
    }
    let ready = front.get("/readyz", "").await;
    assert_eq!(ready.status, 503);
    assert_eq!(
        ready.json()["checks"][0],
        json!({"name": "identity", "ok": false})
    );
    assert_eq!(front.get("/healthz", "").await.status, 200);
}

#[tokio::test]
async fn t13_where_there_is_no_room_for_sign_ins_few_are_sent_by_either_door() {
    const TRIES: usize = 40;
    let front = Front::new().await;
    front
        .upstream
        .on::<LoginResponse>(LoginRequest::PATH, || Err(into_status(Error::Busy)));
    let sent = || front.upstream.asked().len();
    let guess = json!({"email": "a@b.example", "password": "a guess"});
    for _ in 0..TRIES {
        let answer = front.post("/api/auth/login", "", &guess).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("retry-after")),
            (503, "1")
        );
    }
    let by_http = sent();
    assert!((1..TRIES / 2).contains(&by_http), "{by_http}");

    let mut client = SessionServiceClient::new(grpc_proxy::open(&front, false).await);
    for _ in 0..TRIES {
        let refusal = client.login(LoginRequest::default()).await.unwrap_err();
        assert_eq!(refusal.code(), tonic::Code::Unavailable);
    }
    assert!(sent() - by_http < TRIES / 2, "{} and {by_http}", sent());

    let before = sent();
    while sent() == before {
        client.login(LoginRequest::default()).await.unwrap_err();
    }
}

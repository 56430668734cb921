//! The gRPC endpoint, called by a client other than our services.

use http::Uri;
use lintel_auth::Audience;
use lintel_core::{Clock as _, SystemClock};
use lintel_proto::{
    Rpc as _,
    identity::v1::{
        ChangePasswordRequest, ChangePasswordResponse, ListEndedSessionsRequest,
        ListSigningKeysRequest, password_service_client::PasswordServiceClient,
        session_service_client::SessionServiceClient,
    },
    portfolio::v1::{
        GetPropertyRequest, GetPropertyResponse, Property,
        property_service_client::PropertyServiceClient,
    },
    tenancy::v1::{
        AddDocumentRequest, GetOwnApplicationRequest,
        applicant_service_client::ApplicantServiceClient,
        document_service_client::DocumentServiceClient,
    },
};
use lintel_testkit::tokens::with_token;
use serde_json::json;
use tokio::net::TcpListener;
use tonic::{Code, Request, transport::Channel};
use tonic_health::{
    pb::{HealthCheckRequest, health_client::HealthClient},
    server::HealthReporter,
};
use tonic_reflection::pb::{v1, v1alpha};
use tonic_types::StatusExt as _;

use super::front::{AT_ONCE, Front};
use crate::{
    front::{
        server::{Protocol, serve},
        shedding::Shedding,
    },
    grpc_proxy,
};

pub(super) async fn open(front: &Front, describes_itself: bool) -> Channel {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: Uri = format!("http://{}", listener.local_addr().unwrap())
        .parse()
        .unwrap();
    let door = grpc_proxy::router(
        front.gateway.clone(),
        Shedding::new(AT_ONCE),
        HealthReporter::new(),
        describes_itself,
    )
    .unwrap();
    let stop = front.stop.clone();
    tokio::spawn(serve(listener, Protocol::Http2, door, stop.clone(), stop));
    Channel::builder(address).connect().await.unwrap()
}

fn reason(status: &tonic::Status) -> String {
    status
        .get_details_error_info()
        .map(|info| info.reason)
        .unwrap_or_default()
}

#[tokio::test]
async fn a_call_reaches_the_service_of_its_package_as_it_is() {
    let front = Front::new().await;
    front.upstream.on(GetPropertyRequest::PATH, || {
        let property = Property {
            property_id: 42,
            ..Default::default()
        };
        Ok(GetPropertyResponse {
            property: Some(property),
        })
    });
    let mut client = PropertyServiceClient::new(open(&front, false).await);
    let (_, token) = front.landlord();
    let mut request = with_token(GetPropertyRequest { property_id: 42 }, &token).unwrap();
    request
        .metadata_mut()
        .insert("x-lintel-service-key", "stolen".parse().unwrap());
    let reply = client.get_property(request).await.unwrap();
    assert!(reply.metadata().get("x-lintel-internal").is_none());
    assert_eq!(reply.into_inner().property.unwrap().property_id, 42);
    let asked = front.upstream.asked().remove(0);
    assert_eq!(asked.path, GetPropertyRequest::PATH);
    assert_eq!(asked.headers["authorization"], format!("Bearer {token}"));
    assert_eq!(asked.headers["grpc-timeout"], "1500m");
    assert!(!asked.headers.contains_key("x-lintel-service-key"));
}

#[tokio::test]
async fn a_refusal_of_the_service_passes_with_its_details() {
    let front = Front::new().await;
    front
        .upstream
        .on::<GetPropertyResponse>(GetPropertyRequest::PATH, || {
            let error = lintel_core::Error::NotFound {
                reason: "PROPERTY_NOT_FOUND",
                resource: "Property",
            };
            Err(lintel_proto::status::into_status(error))
        });
    let mut client = PropertyServiceClient::new(open(&front, false).await);
    let refusal = client
        .get_property(GetPropertyRequest { property_id: 1 })
        .await
        .unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::NotFound, "PROPERTY_NOT_FOUND".to_owned())
    );
}

#[tokio::test]
async fn our_own_calls_are_not_for_strangers_whatever_key_they_show() {
    let front = Front::new().await;
    let mut client = SessionServiceClient::new(open(&front, false).await);
    let mut request = Request::new(ListEndedSessionsRequest::default());
    request
        .metadata_mut()
        .insert("x-lintel-service-key", "our own".parse().unwrap());
    let refusal = client.list_ended_sessions(request).await.unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::PermissionDenied, "NOT_ALLOWED".to_owned())
    );
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn a_session_that_has_ended_is_refused_here_too() {
    let front = Front::new().await;
    let (landlord, token) = front.landlord();
    front.gateway.sessions.end(landlord.session);
    let mut client = PropertyServiceClient::new(open(&front, false).await);
    let request = with_token(GetPropertyRequest { property_id: 1 }, &token).unwrap();
    let refusal = client.get_property(request).await.unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::Unauthenticated, "SESSION_ENDED".to_owned())
    );
}

#[tokio::test]
async fn a_session_that_has_to_change_its_password_ends_here_like_any_other() {
    let front = Front::new().await;
    front.upstream.on(ChangePasswordRequest::PATH, || {
        Ok(ChangePasswordResponse::default())
    });
    let (landlord, _) = front.landlord();
    let lifetime = chrono::Duration::minutes(15);
    let now = SystemClock.now();
    let token = front
        .mint
        .token_of(&landlord, Audience::PasswordChange, now, lifetime)
        .unwrap();
    let mut client = PasswordServiceClient::new(open(&front, false).await);
    let change = || with_token(ChangePasswordRequest::default(), &token).unwrap();
    client.change_password(change()).await.unwrap();
    front.gateway.sessions.end(landlord.session);
    let refusal = client.change_password(change()).await.unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::Unauthenticated, "SESSION_ENDED".to_owned())
    );
}

#[tokio::test]
async fn limits_and_absences_are_told_in_the_shape_of_grpc() {
    let front = Front::with_limit(1).await;
    let mut client = SessionServiceClient::new(open(&front, false).await);
    let _ = client.list_signing_keys(ListSigningKeysRequest {}).await;
    let refusal = client
        .list_signing_keys(ListSigningKeysRequest {})
        .await
        .unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::ResourceExhausted, "RATE_LIMITED".to_owned())
    );
    assert!(
        refusal
            .get_details_retry_info()
            .and_then(|info| info.retry_delay)
            .is_some()
    );

    let front = Front::alone();
    let mut client = SessionServiceClient::new(open(&front, false).await);
    let refusal = client
        .list_signing_keys(ListSigningKeysRequest {})
        .await
        .unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::Unavailable, "UNAVAILABLE".to_owned())
    );
    assert!(!refusal.message().contains("127.0.0.1"));
}

#[tokio::test]
async fn a_private_link_and_files_have_the_limits_that_they_have_by_rest() {
    let front =
        Front::with_limits(&json!({"limit_api_per_minute": 20, "limit_upload_per_hour": 2})).await;
    let channel = open(&front, false).await;
    for _ in 0..20 {
        front.gateway.limits.check_link("a token").unwrap();
    }
    let mut client = ApplicantServiceClient::new(channel.clone());
    let mut by_link = async |token: &str| {
        let token = token.to_owned();
        let asked = client.get_own_application(GetOwnApplicationRequest { token });
        reason(&asked.await.unwrap_err())
    };
    assert_eq!(by_link("a token").await, "RATE_LIMITED");
    assert_ne!(by_link("another").await, "RATE_LIMITED");

    let (caller, token) = front.landlord();
    let mut client = DocumentServiceClient::new(channel);
    let mut send = async |content: &[u8]| {
        let message = AddDocumentRequest {
            content: content.to_vec(),
            ..AddDocumentRequest::default()
        };
        let asked = client.add_document(with_token(message, &token).unwrap());
        reason(&asked.await.unwrap_err())
    };
    for _ in 0..3 {
        assert_ne!(send(b"").await, "RATE_LIMITED", "no file is sent");
    }
    for _ in 0..2 {
        assert_ne!(send(b"%PDF-").await, "RATE_LIMITED");
    }
    assert_eq!(send(b"%PDF-").await, "RATE_LIMITED");
    assert!(
        front.gateway.limits.check_upload(caller.user).is_err(),
        "they count together"
    );
}

#[tokio::test]
async fn the_door_describes_itself_in_both_versions_or_not_at_all() {
    const EXPECTED: [&str; 4] = [
        "grpc.health.v1.Health",
        "lintel.identity.v1.AccountService",
        "lintel.identity.v1.SessionService",
        "lintel.portfolio.v1.PropertyService",
    ];
    let front = Front::new().await;
    let channel = open(&front, true).await;

    let list = v1::server_reflection_request::MessageRequest::ListServices(String::new());
    let request = v1::ServerReflectionRequest {
        message_request: Some(list),
        ..Default::default()
    };
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(channel.clone());
    let replies = client
        .server_reflection_info(tokio_stream::once(request.clone()))
        .await;
    let reply = replies
        .unwrap()
        .into_inner()
        .message()
        .await
        .unwrap()
        .unwrap();
    let shown = format!("{reply:?}");
    for service in EXPECTED {
        assert!(shown.contains(service), "{service}: {shown}");
    }

    let list = v1alpha::server_reflection_request::MessageRequest::ListServices(String::new());
    let older = v1alpha::ServerReflectionRequest {
        message_request: Some(list),
        ..Default::default()
    };
    let mut client = v1alpha::server_reflection_client::ServerReflectionClient::new(channel);
    let replies = client
        .server_reflection_info(tokio_stream::once(older))
        .await;
    let reply = replies
        .unwrap()
        .into_inner()
        .message()
        .await
        .unwrap()
        .unwrap();
    assert!(format!("{reply:?}").contains(EXPECTED[3]));

    let silent = open(&front, false).await;
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(silent);
    let refusal = client
        .server_reflection_info(tokio_stream::once(request))
        .await
        .unwrap_err();
    assert_eq!(
        (refusal.code(), reason(&refusal)),
        (Code::Unimplemented, "RPC_UNKNOWN".to_owned())
    );
}

#[tokio::test]
async fn the_door_answers_about_its_health() {
    let front = Front::new().await;
    let mut client = HealthClient::new(open(&front, false).await);
    let reply = client.check(HealthCheckRequest::default()).await.unwrap();
    assert_eq!(reply.get_ref().status, 1);
}

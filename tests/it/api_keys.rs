//! API keys over HTTP and gRPC on the running product, and how soon a revoked one is refused (T18, T35).

mod scopes;

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use lintel_proto::portfolio::v1::{
    ListPropertiesRequest, property_service_client::PropertyServiceClient,
};
use lintel_system_tests::{Installation, Shared, client::a_house};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tonic::{Code, Request, transport::Channel};

/// docs/reference/promises.md P14.
const SOON: Duration = Duration::from_secs(2);

async fn call(
    system: &Installation,
    key: &str,
    method: Method,
    path: &str,
) -> anyhow::Result<(StatusCode, Value)> {
    let reply = Client::new()
        .request(method, format!("{}{path}", system.base))
        .bearer_auth(key)
        .json(&json!({}))
        .send()
        .await?;
    Ok((reply.status(), reply.json().await.unwrap_or_default()))
}

async fn list(channel: &Channel, key: &str) -> anyhow::Result<Code> {
    let mut request = Request::new(ListPropertiesRequest::default());
    let bearer = format!("Bearer {key}").parse()?;
    request.metadata_mut().insert("authorization", bearer);
    let mut properties = PropertyServiceClient::new(channel.clone());
    let answer = properties.list_properties(request).await;
    Ok(answer.err().map_or(Code::Ok, |status| status.code()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_reads_over_rest_and_grpc_what_its_scopes_say_until_it_is_revoked()
-> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    helen
        .post("/api/properties", &a_house("Victoria Terrace"))
        .await?;
    let given = json!({"name": "Bookkeeping", "scopes": ["portfolio.read"]});
    let made = helen.post("/api/api-keys", &given).await?.body;
    let key = made["key"].as_str().context("no key")?;

    let (status, properties) = call(&system, key, Method::GET, "/api/properties").await?;
    assert_eq!(
        (status, properties[0]["name"].as_str()),
        (StatusCode::OK, Some("Victoria Terrace"))
    );
    for (method, path) in [
        (Method::POST, "/api/properties"),
        (Method::GET, "/api/auth/me"),
        (Method::GET, "/api/api-keys"),
        (Method::POST, "/api/api-keys"),
    ] {
        let (status, body) = call(&system, key, method, path).await?;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(body["reason"], "SCOPE_MISSING", "{path}");
    }
    let door = Channel::from_shared(format!("http://{}", system.grpc))?
        .connect()
        .await?;
    let service = system
        .service_channel("/lintel.portfolio.v1.PropertyService/ListProperties")
        .await?;
    assert_eq!(list(&door, key).await?, Code::Ok);
    assert_eq!(
        list(&service, key).await?,
        Code::Unauthenticated,
        "services know tokens alone"
    );
    let used = helen.get("/api/api-keys").await?.body;
    assert!(used[0]["lastUsedAt"].is_string() && used[0]["key"].is_null());

    let gone = helen
        .delete(&format!("/api/api-keys/{}", made["id"]), &[])
        .await?;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let revoked = Instant::now();
    loop {
        let (status, _) = call(&system, key, Method::GET, "/api/properties").await?;
        if status == StatusCode::UNAUTHORIZED {
            break;
        }
        ensure!(revoked.elapsed() < SOON, "a revoked key still reads");
    }
    let took = revoked.elapsed();
    assert_eq!(list(&door, key).await?, Code::Unauthenticated);
    println!(
        "figures: a revoked API key was refused after {} ms",
        took.as_millis()
    );
    Ok(())
}

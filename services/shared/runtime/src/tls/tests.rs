use lintel_testkit::{Authority, Certified};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tonic::{
    Code, Status,
    transport::{Server, server::TcpIncoming},
};
use tonic_health::{
    ServingStatus,
    pb::{HealthCheckRequest, health_client::HealthClient, health_server::HealthServer},
    server::{HealthReporter, HealthService},
};

use super::*;
use crate::client;

fn settings(authority: &Authority, shown: &Certified) -> Result<SharedConfig, ConfigError> {
    SharedConfig::defaults_with(json!({
        "profile": "dev",
        "tls_ca_file": authority.certificate(),
        "tls_cert_file": shown.certificate,
        "tls_key_file": shown.key,
    }))
}

/// A service that shows `shown`; the port that it listens on.
async fn service(authority: &Authority, shown: &Certified) -> anyhow::Result<u16> {
    let tls = settings(authority, shown)?.tls()?;
    let tls = tls.ok_or_else(|| anyhow::anyhow!("TLS is not set up"))?;
    let reporter = HealthReporter::new();
    reporter
        .set_service_status("", ServingStatus::Serving)
        .await;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(
        Server::builder()
            .tls_config(tls.server())?
            .add_service(HealthServer::new(HealthService::from_health_reporter(
                reporter,
            )))
            .serve_with_incoming(TcpIncoming::from(listener)),
    );
    Ok(port)
}

async fn call(url: &str, shared: &SharedConfig) -> anyhow::Result<Result<(), Status>> {
    let channel = client::channel("LINTEL_TEST_URL", url, shared)?;
    let reply = HealthClient::new(channel)
        .check(HealthCheckRequest::default())
        .await;
    Ok(reply.map(|_| ()))
}

/// Why a call was refused, which it has to be.
async fn refusal(url: &str, shared: &SharedConfig) -> anyhow::Result<String> {
    match call(url, shared).await? {
        Ok(()) => anyhow::bail!("the call was answered"),
        Err(status) => Ok(why(&status)),
    }
}

#[tokio::test]
async fn two_of_one_authority_call_each_other_by_name_and_by_address() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    let portfolio = authority.certify("portfolio", "DNS:localhost,IP:127.0.0.1")?;
    let gateway = settings(&authority, &authority.certify("gateway", "DNS:gateway")?)?;
    let port = service(&authority, &portfolio).await?;
    for host in ["127.0.0.1", "localhost"] {
        call(&format!("https://{host}:{port}"), &gateway)
            .await?
            .map_err(|status| anyhow::anyhow!("{host}: {}", why(&status)))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_service_with_another_name_or_of_another_authority_is_told_nothing() -> anyhow::Result<()>
{
    let authority = Authority::new()?;
    let caller = authority.certify("gateway", "DNS:gateway")?;
    let gateway = settings(&authority, &caller)?;

    let other = authority.certify("identity", "DNS:identity")?;
    let port = service(&authority, &other).await?;
    let refused = refusal(&format!("https://127.0.0.1:{port}"), &gateway).await?;
    assert!(
        refused.contains("certificate not valid for name"),
        "{refused}"
    );

    let foreign = Authority::new()?;
    let pretender = foreign.certify("portfolio", "IP:127.0.0.1")?;
    let port = service(&foreign, &pretender).await?;
    let refused = refusal(&format!("https://127.0.0.1:{port}"), &gateway).await?;
    // The other authority calls itself by the same name, so it is its signature that is found out.
    assert!(refused.contains("BadSignature"), "{refused}");
    Ok(())
}

#[tokio::test]
async fn a_caller_without_a_certificate_of_the_authority_is_not_answered() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    let portfolio = authority.certify("portfolio", "IP:127.0.0.1")?;
    let port = service(&authority, &portfolio).await?;
    let url = format!("https://127.0.0.1:{port}");

    // It trusts the service, but has its own certificate from elsewhere.
    let elsewhere = Authority::new()?;
    let own = elsewhere.certify("gateway", "DNS:gateway")?;
    let refused = refusal(&url, &settings(&authority, &own)?).await?;
    assert!(
        refused.contains("UnknownCA") || refused.contains("DecryptError"),
        "{refused}"
    );

    // It shows none.
    let trusting = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(std::fs::read(
        authority.certificate(),
    )?));
    let channel = Endpoint::from_shared(url.clone())?
        .tls_config(trusting)?
        .connect_lazy();
    let none = HealthClient::new(channel)
        .check(HealthCheckRequest::default())
        .await;
    let refused = none.err().map(|status| why(&status)).unwrap_or_default();
    assert!(refused.contains("CertificateRequired"), "{refused}");

    // It speaks without TLS.
    let stranger = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
    let plain = call(&url.replace("https:", "http:"), &stranger).await?;
    let code = plain.err().map(|status| status.code());
    assert!(
        matches!(
            code,
            Some(Code::Unavailable | Code::Unknown | Code::Internal)
        ),
        "{code:?}"
    );
    Ok(())
}

#[test]
fn incomplete_settings_and_wrong_files_are_refused_by_name() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    let one = authority.certify("portfolio", "DNS:portfolio")?;
    let other = authority.certify("identity", "DNS:identity")?;
    let folder = tempfile::tempdir()?;
    let broken = folder.path().join("broken");
    std::fs::write(&broken, "no certificate")?;
    let whole = json!({
        "profile": "dev", "tls_ca_file": authority.certificate(),
        "tls_cert_file": one.certificate, "tls_key_file": one.key,
    });
    let refused = |field: &str, value: Value| -> anyhow::Result<Option<String>> {
        let mut values = whole.clone();
        values[field] = value;
        let error = SharedConfig::defaults_with(values)?.tls().err();
        Ok(error.map(|error| error.key))
    };
    for (field, key) in [
        ("tls_cert_file", CERTIFICATE),
        ("tls_key_file", KEY),
        ("tls_ca_file", AUTHORITY),
    ] {
        assert_eq!(refused(field, Value::Null)?.as_deref(), Some(key));
        assert_eq!(refused(field, json!(broken))?.as_deref(), Some(key));
        assert_eq!(refused(field, json!("/nowhere"))?.as_deref(), Some(key));
    }
    // A key that is another certificate's.
    let mixed = refused("tls_key_file", json!(other.key))?;
    assert_eq!(mixed.as_deref(), Some(CERTIFICATE));

    let tls = SharedConfig::defaults_with(whole.clone())?.tls()?;
    assert_eq!(format!("{tls:?}"), "Some(Tls)", "a key is never shown");
    assert!(
        SharedConfig::defaults_with(json!({"profile": "dev"}))?
            .tls()?
            .is_none()
    );
    Ok(())
}

#[tokio::test]
async fn an_address_says_whether_it_is_with_tls_as_the_settings_do() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    let with = settings(&authority, &authority.certify("gateway", "DNS:gateway")?)?;
    let without = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
    for (url, shared, told) in [
        ("http://portfolio:7102", &with, "write https://"),
        (
            "https://portfolio:7102",
            &without,
            "needs LINTEL_TLS_CERT_FILE",
        ),
        ("portfolio:7102", &with, "https://host:port"),
    ] {
        let refused = client::channel("LINTEL_PORTFOLIO_URL", url, shared).err();
        let text = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            text.starts_with("LINTEL_PORTFOLIO_URL") && text.contains(told),
            "{text}"
        );
    }
    Ok(())
}

//! Which program may make which internal call.

use std::path::PathBuf;

use lintel_auth::{AccessRules, CallAudience, ServiceKey};
use lintel_core::SystemClock;
use lintel_proto::identity::v1::{
    BeginBackupRequest, backup_access_service_client::BackupAccessServiceClient,
};
use lintel_testkit::{Authority, Certified};
use serde_json::json;
use tokio::net::TcpListener;
use tonic::{Code, Request, metadata::AsciiMetadataValue, service::Routes};

use super::*;
use crate::{ConfigError, Health, grpc};

const KEY: &str = "0123456789abcdef0123456789abcdef";

/// A service that has no RPC at all: a call that is let in is unimplemented.
async fn service(shared: &SharedConfig) -> anyhow::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let verifier = TokenVerifier::new(Arc::new(SystemClock));
    let access = AccessLayer::new(verifier, ServiceKey::new(KEY.into()))?;
    let (tls, health) = (shared.tls()?, Health::starting().await);
    tokio::spawn(async move {
        let life = Lifecycle::default();
        grpc::serve_with(listener, tls, Routes::default(), access, health, &life).await
    });
    Ok(port)
}

/// Returns a service's answer to a program of these settings that begins a backup, which notifications alone may.
async fn answer(url: &str, shared: &SharedConfig, key: ServiceKey) -> anyhow::Result<Code> {
    let mut request = Request::new(BeginBackupRequest::default());
    key.show(request.metadata_mut())?;
    let channel = client::channel("LINTEL_TEST_URL", url, shared)?;
    let mut client = BackupAccessServiceClient::new(channel);
    let answered = client.begin_backup(request).await;
    Ok(answered.map_or_else(|status| status.code(), |_| Code::Ok))
}

fn ours(program: &str) -> ServiceKey {
    ServiceKey::new(KEY.into()).of(program)
}

fn showing(authority: &Authority, shown: &Certified) -> Result<SharedConfig, ConfigError> {
    SharedConfig::defaults_with(json!({
        "profile": "dev", "tls_ca_file": authority.certificate(),
        "tls_cert_file": shown.certificate, "tls_key_file": shown.key,
    }))
}

#[tokio::test]
async fn with_tls_the_certificate_names_the_program_whatever_a_header_says() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    let identity = authority.certify("identity", "DNS:identity,IP:127.0.0.1")?;
    let port = service(&showing(&authority, &identity)?).await?;
    let url = format!("https://127.0.0.1:{port}");
    let with = |program: &str| {
        let shown = authority.certify(program, &format!("DNS:{program},DNS:{program}.lintel"))?;
        anyhow::Ok(showing(&authority, &shown)?)
    };
    let (right, wrong) = (with("notifications")?, with("gateway")?);
    let let_in = answer(&url, &right, ours("notifications")).await?;
    assert_eq!(let_in, Code::Unimplemented);
    for claimed in ["notifications", "gateway", ""] {
        let refused = answer(&url, &wrong, ours(claimed)).await?;
        assert_eq!(refused, Code::PermissionDenied, "gateway as {claimed:?}");
    }
    // What a stranger calls comes through the gateway, which has no key for it.
    let keyless = ServiceKey::new("another".into()).of("notifications");
    assert_eq!(answer(&url, &right, keyless).await?, Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn with_tls_a_program_without_a_certificate_is_not_answered() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    let identity = authority.certify("identity", "DNS:identity,IP:127.0.0.1")?;
    let port = service(&showing(&authority, &identity)?).await?;
    let stranger = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
    let url = format!("http://127.0.0.1:{port}");
    let code = answer(&url, &stranger, ours("notifications")).await?;
    assert!(
        !matches!(code, Code::Unimplemented | Code::Ok),
        "it was let in: {code:?}"
    );
    Ok(())
}

#[tokio::test]
async fn without_tls_the_key_is_asked_for_and_the_name_beside_it() -> anyhow::Result<()> {
    let plain = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
    let url = format!("http://127.0.0.1:{}", service(&plain).await?);
    for (key, expected) in [
        (ours("notifications"), Code::Unimplemented),
        // A program of the release before.
        (ours(""), Code::Unimplemented),
        (ours("gateway"), Code::PermissionDenied),
        (
            ServiceKey::new("another".into()).of("notifications"),
            Code::PermissionDenied,
        ),
    ] {
        assert_eq!(
            answer(&url, &plain, key.clone()).await?,
            expected,
            "{key:?}"
        );
    }
    Ok(())
}

#[test]
fn what_a_program_shows_is_the_name_by_which_it_reads_its_settings() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file: PathBuf = folder.path().join("service.key");
    std::fs::write(&file, KEY)?;
    let toml = folder.path().join("lintel.toml");
    let settings = format!("[shared]\nprofile = \"dev\"\nservice_key_file = {file:?}\n");
    std::fs::write(&toml, settings)?;
    let sources = crate::config::Sources::new("portfolio", "", Some(&toml))?;
    let read = sources.read::<serde_json::Value>("portfolio")?;
    let mut request = Request::new(());
    read.shared.service_key()?.show(request.metadata_mut())?;
    let named = request.metadata().get(lintel_auth::PROGRAM_HEADER);
    assert_eq!(
        named.map(AsciiMetadataValue::as_bytes),
        Some(&b"portfolio"[..])
    );
    Ok(())
}

/// Operators and the tests of deploy/k8s read the list there.
#[test]
fn the_list_of_internal_calls_is_what_the_contract_says() -> anyhow::Result<()> {
    let rules = AccessRules::from_contract()?;
    let internal = rules
        .iter()
        .filter(|(_, rule)| rule.audience == CallAudience::Internal);
    let mut edges: Vec<_> = internal
        .flat_map(|(path, rule)| rule.callers.iter().map(move |caller| (caller, path)))
        .map(|(caller, path)| format!("{caller} {}", path.trim_start_matches("/lintel.")))
        .collect();
    edges.sort();
    let written = include_str!("../../../../../deploy/setup/internal-calls");
    let written = written.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(edges, written.collect::<Vec<_>>());
    Ok(())
}

//! All of Lintel with mutual TLS between its programs.

use std::process::Command;

use anyhow::Context as _;
use lintel_core::ServiceName;
use lintel_system_tests::{
    client::a_house,
    process::binary,
    system::{SERVICES, System},
};
use lintel_testkit::Authority;
use reqwest::StatusCode;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

#[tokio::test(flavor = "multi_thread")]
async fn a_home_is_added_where_programs_show_each_other_certificates() -> anyhow::Result<()> {
    let authority = Authority::new()?;
    // Here programs call each other by address; a health check asks for the service's name, and so does who may call.
    for program in SERVICES.into_iter().chain(["gateway"]) {
        authority.certify(program, &format!("IP:127.0.0.1,DNS:{program}"))?;
    }
    let ca = authority.certificate();
    let own = |kind| ca.with_file_name(format!("{{program}}.{kind}"));
    let (certificate, key) = (own("crt"), own("key"));
    let mut system = System::start(&[
        ("LINTEL_TLS_CA_FILE", ca.to_str().context("a path")?),
        (
            "LINTEL_TLS_CERT_FILE",
            certificate.to_str().context("a path")?,
        ),
        ("LINTEL_TLS_KEY_FILE", key.to_str().context("a path")?),
    ])
    .await?;

    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = helen
        .post("/api/properties", &a_house("Linden Avenue"))
        .await?;
    assert_eq!(house.status, StatusCode::CREATED, "{house:?}");
    let list = helen.get("/api/properties").await?;
    assert_eq!(list.status, StatusCode::OK, "{list:?}");
    assert!(list.body.to_string().contains("Linden Avenue"), "{list:?}");

    for name in SERVICES {
        let environment = system.process(name)?.environment().to_vec();
        let asked = Command::new(binary(&ServiceName::new(name).program())?)
            .arg("healthcheck")
            .envs(environment)
            .output()?;
        let said = String::from_utf8_lossy(&asked.stderr);
        assert!(asked.status.success(), "{name}: {said}");
    }

    // The same door, which has just answered a health check, answers nobody who shows no certificate: neither the connection nor the
    // call may come about.
    let plain = system
        .service_channel("/lintel.portfolio.v1.PropertyService/ListProperties")
        .await;
    let answered = match plain {
        Ok(channel) => HealthClient::new(channel)
            .check(HealthCheckRequest::default())
            .await
            .is_ok(),
        Err(_) => false,
    };
    assert!(!answered, "a call without a certificate was answered");
    Ok(())
}

//! The gRPC endpoint for integrators, used by a client in Python through reflection, and by what docs/operate/integrators.md says.

mod guide;
mod reconciling;

use std::process::{Command, Output};

use anyhow::Context as _;
use lintel_system_tests::{Shared, System, client, client::a_house};

/// Nothing of ours is imported, the contract comes by reflection.
const SCRIPT: &str = include_str!("integrator.py");

#[tokio::test(flavor = "multi_thread")]
async fn a_python_client_logs_in_over_rest_and_lists_properties_over_grpc() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    for name in ["Victoria Terrace", "Linden Avenue"] {
        helen.post("/api/properties", &a_house(name)).await?;
    }
    let mut command = Command::new(python());
    command
        .args(["-c", SCRIPT, &system.base, &system.grpc])
        .args([helen.email.as_str(), client::PASSWORD]);
    let said = output_of(command).await?;
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        [
            "health: SERVING",
            "services: lintel.identity.v1.AccountService lintel.portfolio.v1.PropertyService lintel.portfolio.v1.CertificateService lintel.portfolio.v1.InspectionService lintel.portfolio.v1.SaleService lintel.tenancy.v1.TenantService lintel.tenancy.v1.ApplicationService",
            "Linden Avenue 109500 GBP",
            "Victoria Terrace 109500 GBP",
            "a certificate: Victoria Terrace 2099 Band C 2",
            "a tenant: Amara Diallo Linden Avenue 109500",
            "tenants: 0 1",
            "an inspection: Victoria Terrace 14 Mould done",
            "changed: Victoria House | 47 Victoria Terrace, Sheffield | 2",
            "refused: INVALID_ARGUMENT UPDATE_MASK_INVALID `version` cannot be changed.",
            "refused: INVALID_ARGUMENT UPDATE_MASK_INVALID Name at least one field to change.",
            "refused: ABORTED STALE_ETAG",
            "a bad sale: sale_date sale_price purchase_price",
            "sold: 3980000 2.5 True",
            "was: Victoria House 7.0",
            "without a token: UNAUTHENTICATED SIGN_IN_REQUIRED",
            "a bad property: INVALID_ARGUMENT display_name",
            "an internal call: refused",
        ]
    );
    Ok(())
}

/// Python with the packages of an integrator.
fn python() -> String {
    std::env::var("LINTEL_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Returns the output of a program.
async fn output_of(mut command: Command) -> anyhow::Result<String> {
    let started = format!("starting {:?}", command.get_program());
    let ended = tokio::task::spawn_blocking(move || command.output()).await?;
    let Output {
        status,
        stdout,
        stderr,
    } = ended.context(started)?;
    let said = String::from_utf8_lossy(&stdout).into_owned();
    anyhow::ensure!(
        status.success(),
        "{said}{}",
        String::from_utf8_lossy(&stderr)
    );
    Ok(said)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_door_describes_itself_only_where_that_is_switched_on() -> anyhow::Result<()> {
    let system = System::start(&[("LINTEL_GRPC_REFLECTION", "off")]).await?;
    let channel = tonic::transport::Channel::from_shared(format!("http://{}", system.grpc))?
        .connect()
        .await?;
    let mut grpc = tonic::client::Grpc::new(channel);
    grpc.ready().await?;
    let path = http::uri::PathAndQuery::from_static(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    );
    let answer = grpc
        .unary::<_, (), _>(
            tonic::Request::new(()),
            path,
            tonic_prost::ProstCodec::default(),
        )
        .await;
    assert_eq!(
        answer.map(|_| ()).map_err(|status| status.code()),
        Err(tonic::Code::Unimplemented)
    );
    Ok(())
}

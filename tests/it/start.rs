//! The messages of a process that is set up wrongly, and its end when it is told to stop.

use std::{process::Command, time::Duration};

use lintel_core::ServiceName;
use lintel_system_tests::{System, process::binary, system::SERVICES};
use lintel_testkit::wait_for;

fn start(name: &str, environment: &[(&str, &str)]) -> anyhow::Result<(Option<i32>, String)> {
    let ended = Command::new(binary(name)?)
        .arg("serve")
        .env_clear()
        .envs(environment.iter().copied())
        .output()?;
    Ok((
        ended.status.code(),
        String::from_utf8_lossy(&ended.stderr).into_owned(),
    ))
}

#[test]
fn production_is_the_default_and_refuses_to_start_half_configured() -> anyhow::Result<()> {
    for name in SERVICES.into_iter().chain(["gateway"]) {
        let (code, said) = start(&ServiceName::new(name).program(), &[])?;
        assert_eq!(code, Some(78), "{name}: {said}");
        assert!(said.contains("LINTEL_"), "{name} names the key: {said}");
        assert_eq!(said.lines().count(), 1, "{name} says one sentence: {said}");
    }
    Ok(())
}

#[test]
fn a_share_of_traces_that_is_none_ends_the_start_with_the_keys_name() -> anyhow::Result<()> {
    let wrong = [
        ("LINTEL_PROFILE", "dev"),
        ("LINTEL_TRACE_SAMPLE_RATIO", "1.5"),
    ];
    let (code, said) = start("lintel-gateway", &wrong)?;
    assert_eq!(code, Some(78), "{said}");
    assert!(said.contains("LINTEL_TRACE_SAMPLE_RATIO"), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_process_drains_and_ends_well_when_it_is_told_to() -> anyhow::Result<()> {
    let mut system = System::start(&[]).await?;
    for name in ["gateway"].into_iter().chain(SERVICES) {
        let process = system.process(name)?;
        let code = process.stop()?;
        assert_eq!(code, Some(0), "{name}: {}", process.output());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_service_is_healthy_and_prints_its_settings_without_secrets() -> anyhow::Result<()>
{
    let mut system = System::start(&[]).await?;
    for name in SERVICES.into_iter().chain(["gateway"]) {
        let environment = system.process(name)?.environment().to_vec();
        let run = |command: &str| {
            Command::new(binary(&ServiceName::new(name).program())?)
                .arg(command)
                .envs(environment.iter().cloned())
                .output()
                .map_err(anyhow::Error::from)
        };
        wait_for(name, Duration::from_secs(20), async || {
            let health = run("healthcheck")?;
            anyhow::ensure!(
                health.status.success(),
                "{}",
                String::from_utf8_lossy(&health.stderr)
            );
            Ok(Some(()))
        })
        .await?;
        let shown = String::from_utf8_lossy(&run("print-config")?.stdout).into_owned();
        assert!(
            shown.contains("LISTEN") || shown.contains("listen"),
            "{name}: {shown}"
        );
        assert!(!shown.contains("postgres://"), "{name}: {shown}");
        assert!(shown.contains("\"trace_sample_ratio\": 1.0"), "{shown}");
        // No receiver is set.
        let threads = system.process(name)?.threads()?;
        assert!(
            threads.len() > 1
                && !threads
                    .iter()
                    .any(|thread| thread.starts_with("OpenTelemetry")),
            "{name}: {threads:?}"
        );
    }
    Ok(())
}

//! `lintel-streams apply`: makes the broker's streams and consumers what `topology.rs` says.

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use lintel_bus::{connect, topology};

/// How long the broker may take to answer when it is being started at the same moment.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::main(flavor = "current_thread")]
#[expect(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a command's answer"
)]
async fn main() -> ExitCode {
    match run().await {
        Ok(changes) => {
            for change in changes {
                println!("{change}");
            }
            println!("streams and consumers are up to date");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("lintel-streams: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> anyhow::Result<Vec<String>> {
    if std::env::args().nth(1).as_deref() != Some("apply") {
        bail!("the only command is apply");
    }
    let url = nats_url()?;
    let replicas = match std::env::var("LINTEL_NATS_REPLICAS") {
        Ok(text) => text.parse().context("LINTEL_NATS_REPLICAS is a number")?,
        Err(_) => 1,
    };
    let client = connect("streams", &url).await?;
    let jetstream = async_nats::jetstream::new(client);
    tokio::time::timeout(PATIENCE, topology::apply(&jetstream, replicas))
        .await
        .context("NATS does not answer")?
}

/// From the environment, or from the file that it names, as in every other process of Lintel.
fn nats_url() -> anyhow::Result<String> {
    let Ok(file) = std::env::var("LINTEL_NATS_URL_FILE") else {
        return std::env::var("LINTEL_NATS_URL").context("set LINTEL_NATS_URL");
    };
    let url = std::fs::read_to_string(file).context("LINTEL_NATS_URL_FILE cannot be read")?;
    Ok(url.trim().to_owned())
}

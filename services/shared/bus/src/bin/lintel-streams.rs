//! `lintel-streams apply`: makes the broker's streams and consumers what `topology.rs` says.
//! `lintel-streams replay <service>`: lets a service whose database was restored from an older backup hear everything again.

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use lintel_bus::{connect, topology};

/// The longest time that the broker may take to answer when it is being started at the same moment.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let replayed = match *arguments {
        ["apply"] => None,
        ["replay", service] => Some(service),
        _ => bail!("the commands are apply and replay <service>"),
    };
    let url = nats_url()?;
    let replicas = match std::env::var("LINTEL_NATS_REPLICAS") {
        Ok(text) => text.parse().context("LINTEL_NATS_REPLICAS is a number")?,
        Err(_) => 1,
    };
    let client = connect("streams", &url).await?;
    let jetstream = async_nats::jetstream::new(client);
    let work = async {
        match replayed {
            None => topology::apply(&jetstream, replicas).await,
            Some(service) => topology::replay(&jetstream, service).await,
        }
    };
    tokio::time::timeout(CONNECT_TIMEOUT, work)
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

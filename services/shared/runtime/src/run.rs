//! The command line of every program.

use std::{
    future::Future, net::SocketAddr, num::NonZeroUsize, path::PathBuf, process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use lintel_core::ServiceName;
use serde::de::DeserializeOwned;
use tonic::transport::Endpoint;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{
    ConfigError, Lifecycle, Settings, SharedConfig, Tls,
    config::Sources,
    print_config,
    telemetry::{self, Telemetry},
};

/// `EX_USAGE`: the command line is wrong.
const USAGE: u8 = 64;
/// `EX_SOFTWARE`: a task failed, or the process did not drain in time.
const SOFTWARE: u8 = 70;
/// `EX_CONFIG`: a key is missing or wrong.
const CONFIG: u8 = 78;

/// The result of a subcommand: known, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    /// It was known, and is done.
    Yes,
    /// It was not known.
    No,
}

/// One of Lintel's processes.
pub trait Service: 'static {
    /// The name of its folder, from which [`ServiceName`] makes the others.
    const NAME: &'static str;
    /// True when it is called from outside; then the caller does not decide whether a trace is recorded.
    const AT_THE_DOOR: bool = false;
    /// The embedded `config.default.toml`.
    const DEFAULTS: &'static str;
    /// The service's own section of the configuration.
    type Config: DeserializeOwned + Send + Sync;

    /// Where the process listens, for `healthcheck`.
    fn listen(config: &Self::Config) -> SocketAddr;

    /// Checks settings that depend on each other.
    ///
    /// # Errors
    /// [`ConfigError`] naming the key.
    fn validate(_shared: &SharedConfig, _config: &Self::Config) -> Result<(), ConfigError> {
        Ok(())
    }

    /// Serves until `lifecycle.stop`.
    fn serve(
        settings: Settings<Self::Config>,
        lifecycle: Lifecycle,
    ) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Applies the migrations of the service's database; `No` for a process without a database.
    fn migrate(
        _settings: Settings<Self::Config>,
    ) -> impl Future<Output = anyhow::Result<Handled>> + Send {
        async { Ok(Handled::No) }
    }

    /// Asks the running process whether it is ready; with TLS, whose certificate must be for the service's name.
    fn healthcheck(
        settings: Settings<Self::Config>,
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async move {
            let tls = match Self::AT_THE_DOOR {
                true => None,
                false => settings.shared.tls()?,
            };
            ask_health(Self::listen(&settings.own), Self::NAME, tls.as_ref()).await
        }
    }

    /// A subcommand of the service that needs the configuration. Returns the text to show, or `None` for an unknown command.
    fn command(
        _settings: Settings<Self::Config>,
        _name: &str,
        _arguments: &[String],
    ) -> impl Future<Output = anyhow::Result<Option<String>>> + Send {
        async { Ok(None) }
    }

    /// A subcommand of the service that needs no configuration.
    ///
    /// # Errors
    /// Why it could not be done.
    fn bare_command(_name: &str, _arguments: &[String]) -> anyhow::Result<Handled> {
        Ok(Handled::No)
    }
}

async fn ask_health(listen: SocketAddr, name: &str, tls: Option<&Tls>) -> anyhow::Result<()> {
    let endpoint = match tls {
        Some(tls) => {
            Endpoint::from_shared(format!("https://{listen}"))?.tls_config(tls.client(name))?
        }
        None => Endpoint::from_shared(format!("http://{listen}"))?,
    }
    .connect_timeout(Duration::from_secs(2))
    .timeout(Duration::from_secs(2));
    let mut client = HealthClient::new(endpoint.connect().await.context("not reachable")?);
    let reply = client
        .check(HealthCheckRequest::default())
        .await?
        .into_inner();
    ensure!(reply.status() == ServingStatus::Serving, "not ready");
    Ok(())
}

/// Runs the process with its command line: `serve` (the default), `migrate`, `healthcheck`, `print-config`, or a subcommand
/// of the service.
#[must_use]
pub fn run<S: Service>() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_else(|| "serve".to_owned());
    let rest: Vec<String> = arguments.collect();
    match execute::<S>(&command, &rest) {
        Ok(code) => code,
        Err(error) => {
            complain(S::NAME, &format!("{error:#}"));
            ExitCode::from(if error.is::<ConfigError>() { CONFIG } else { 1 })
        }
    }
}

fn execute<S: Service>(command: &str, arguments: &[String]) -> anyhow::Result<ExitCode> {
    // Otherwise the first TLS connection would choose the provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    if S::bare_command(command, arguments)? == Handled::Yes {
        return Ok(ExitCode::SUCCESS);
    }
    let file = std::env::var_os("LINTEL_CONFIG").map(PathBuf::from);
    let sources = Sources::new(S::NAME, S::DEFAULTS, file.as_deref())?;
    if command == "print-config" {
        write_line(&print_config::render(&sources.shared, &sources.own)?);
        return Ok(ExitCode::SUCCESS);
    }
    let settings = sources.read::<S::Config>(S::NAME)?;
    S::validate(&settings.shared, &settings.own)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(worker_threads(settings.shared.worker_threads))
        .enable_all()
        .build()
        .context("the async runtime")?;
    runtime.block_on(async {
        match command {
            "serve" => serve::<S>(settings).await,
            "healthcheck" => S::healthcheck(settings).await.map(|()| ExitCode::SUCCESS),
            "migrate" => match S::migrate(settings).await? {
                Handled::Yes => Ok(ExitCode::SUCCESS),
                Handled::No => Ok(unknown::<S>(command)),
            },
            _ => match S::command(settings, command, arguments).await? {
                Some(answer) => {
                    write_line(&answer);
                    Ok(ExitCode::SUCCESS)
                }
                None => Ok(unknown::<S>(command)),
            },
        }
    })
}

/// Returns the number of threads that run tasks: the configured number, otherwise half of the processors, at least one. In a small
/// installation five processes, PostgreSQL and NATS share a machine; with a thread for each processor they would wake each
/// other more than they work (docs/lab/2026-11-24-bench.md).
fn worker_threads(said: Option<NonZeroUsize>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    said.map_or_else(|| (processors / 2).max(1), NonZeroUsize::get)
}

fn unknown<S: Service>(command: &str) -> ExitCode {
    complain(S::NAME, &format!("there is no command {command:?}"));
    ExitCode::from(USAGE)
}

async fn serve<S: Service>(settings: Settings<S::Config>) -> anyhow::Result<ExitCode> {
    let telemetry = Telemetry::start(S::NAME, S::AT_THE_DOOR, &settings.shared)?;
    let lifecycle = Lifecycle::new(settings.shared.drain_delay);
    let stop = lifecycle.stop.clone();
    lifecycle.spawn("process metrics", async move {
        telemetry::watch_process(stop).await;
        Ok(())
    });
    lifecycle.listen_to_signals()?;
    let served = S::serve(settings, lifecycle.clone()).await;
    lifecycle.stop.cancel();
    let drained = lifecycle.drain().await;
    if !drained {
        tracing::error!("some work did not end in time and was dropped");
    }
    telemetry.stop();
    served?;
    Ok(if drained && lifecycle.failure().is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(SOFTWARE)
    })
}

#[expect(clippy::print_stdout, reason = "a command's answer")]
fn write_line(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "a command's refusal")]
fn complain(name: &str, text: &str) {
    eprintln!("{}: {text}", ServiceName::new(name).program());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_process_has_the_configured_threads_or_half_of_the_processors() -> anyhow::Result<()> {
        let threads = |values| {
            SharedConfig::defaults_with(values).map(|shared| worker_threads(shared.worker_threads))
        };
        assert_eq!(threads(json!({"profile": "dev", "worker_threads": 3}))?, 3);
        let processors = std::thread::available_parallelism()?.get();
        let usual = threads(json!({"profile": "dev"}))?;
        assert!(
            usual == processors / 2 || processors == 1 && usual == 1,
            "{usual}"
        );
        let refused = threads(json!({"profile": "dev", "worker_threads": 0})).err();
        let key = refused.map(|error| error.key);
        assert_eq!(key.as_deref(), Some("LINTEL_WORKER_THREADS"));
        Ok(())
    }
}

//! Starting all of Lintel for one test.

use std::{collections::BTreeMap, path::Path, time::Duration};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_testkit::{NatsServer, databases, free_port, smtp::SmtpSink, wait_for};
use rand::RngCore as _;
use tempfile::TempDir;
use tonic::transport::Channel;

use crate::{
    Visitor,
    postgres::Postgres,
    process::{Process, binary},
};

/// The services that have a database.
pub const SERVICES: [&str; 3] = ["identity", "portfolio", "notifications"];

/// A running installation. Everything ends with it.
#[derive(Debug)]
pub struct System {
    /// `http://127.0.0.1:<port>` of the gateway.
    pub base: String,
    /// `127.0.0.1:<port>` of the door for integrators.
    pub grpc: String,
    /// What arrives by mail.
    pub mails: SmtpSink,
    /// Its PostgreSQL.
    pub postgres: Postgres,
    /// Its NATS.
    pub nats: NatsServer,
    processes: BTreeMap<&'static str, Process>,
    ports: BTreeMap<&'static str, u16>,
    folder: TempDir,
}

impl System {
    /// Starts everything with these settings besides the usual ones, and waits until sign-up works.
    ///
    /// # Errors
    /// When a part does not start.
    pub async fn start(extra: &[(&str, &str)]) -> anyhow::Result<Self> {
        lintel_testkit::install_tls();
        let folder = tempfile::Builder::new().prefix("lintel-system").tempdir()?;
        let postgres = Postgres::start().await?;
        let nats = NatsServer::start().await?;
        let mails = SmtpSink::start().await?;
        let mut ports = BTreeMap::new();
        for name in ["identity", "portfolio", "notifications", "http", "grpc"] {
            ports.insert(name, free_port()?);
        }
        let base = format!("http://127.0.0.1:{}", ports["http"]);
        let grpc = format!("127.0.0.1:{}", ports["grpc"]);
        let mut environment = shared_environment(folder.path(), &base, &nats, &mails)?;
        for service in SERVICES {
            let url = format!("http://127.0.0.1:{}", ports[service]);
            environment.push((format!("LINTEL_{}_URL", service.to_uppercase()), url));
        }
        environment.extend(
            extra
                .iter()
                .map(|&(key, value)| (key.to_owned(), value.to_owned())),
        );

        let mut system = Self {
            base,
            grpc,
            mails,
            postgres,
            nats,
            processes: BTreeMap::new(),
            ports: ports.clone(),
            folder,
        };
        run_to_end("lintel-streams", &["apply"], &environment)?;
        for service in SERVICES {
            databases::create(&system.postgres.admin_url("postgres"), service).await?;
            let own = system.own_environment(service, ports[service], &environment);
            run_to_end(&format!("lintel-{service}"), &["migrate"], &own)?;
            system.launch(service, &own)?;
        }
        let mut own = environment.clone();
        own.push((
            "LINTEL_GATEWAY__HTTP_LISTEN".to_owned(),
            format!("127.0.0.1:{}", ports["http"]),
        ));
        own.push((
            "LINTEL_GATEWAY__GRPC_LISTEN".to_owned(),
            system.grpc.clone(),
        ));
        own.push((
            "LINTEL_GATEWAY__WEB_DIR".to_owned(),
            system.folder.path().to_string_lossy().into_owned(),
        ));
        system.launch("gateway", &own)?;
        system.wait_until_ready().await?;
        Ok(system)
    }

    /// Somebody new.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn visitor(&self) -> anyhow::Result<Visitor> {
        Visitor::new(&self.base)
    }

    /// A connection straight to the service that serves `path`, past the door.
    ///
    /// # Errors
    /// When no service serves it, or it does not answer.
    pub async fn service_channel(&self, path: &str) -> anyhow::Result<Channel> {
        let package = path
            .trim_start_matches("/lintel.")
            .split('.')
            .next()
            .unwrap_or_default();
        let port = self
            .ports
            .get(package)
            .with_context(|| format!("no service serves {path}"))?;
        Ok(Channel::from_shared(format!("http://127.0.0.1:{port}"))?
            .connect()
            .await?)
    }

    /// The process of a service, or `gateway`.
    ///
    /// # Errors
    /// When there is no such process.
    pub fn process(&mut self, name: &str) -> anyhow::Result<&mut Process> {
        self.processes.get_mut(name).context("no such process")
    }

    /// Starts every process that has ended again, as the supervisor would.
    ///
    /// # Errors
    /// When one cannot be started.
    pub fn revive(&mut self) -> anyhow::Result<()> {
        for process in self.processes.values_mut() {
            if !process.is_running()? {
                process.restart()?;
            }
        }
        Ok(())
    }

    /// Waits until the gateway says that it can serve.
    ///
    /// # Errors
    /// When it does not in time; the logs of all processes are in the error.
    pub async fn wait_until_ready(&mut self) -> anyhow::Result<()> {
        let visitor = self.visitor()?;
        let ready = wait_for(
            "the gateway is ready",
            Duration::from_secs(40),
            async || {
                Ok(visitor
                    .get("/readyz")
                    .await?
                    .status
                    .is_success()
                    .then_some(()))
            },
        )
        .await;
        ready.with_context(|| self.logs())
    }

    /// What every process has said, for a failure's message.
    #[must_use]
    pub fn logs(&self) -> String {
        self.processes
            .iter()
            .map(|(name, process)| format!("--- {name}\n{}\n", tail(&process.output())))
            .collect()
    }

    /// Everything that every process has said.
    #[must_use]
    pub fn logs_whole(&self) -> String {
        self.processes.values().map(Process::output).collect()
    }

    fn launch(&mut self, name: &'static str, own: &[(String, String)]) -> anyhow::Result<()> {
        let process = Process::start(
            &binary(&format!("lintel-{name}"))?,
            &["serve"],
            own,
            &self.folder.path().join(format!("{name}.log")),
        )?;
        self.processes.insert(name, process);
        Ok(())
    }

    fn own_environment(
        &self,
        service: &str,
        port: u16,
        environment: &[(String, String)],
    ) -> Vec<(String, String)> {
        let prefix = format!("LINTEL_{}__", service.to_uppercase());
        let database = format!("lintel_{service}");
        let url = |role: &str| self.postgres.url(&format!("{service}_{role}"), &database);
        let mut own = environment.to_vec();
        own.extend([
            (format!("{prefix}LISTEN"), format!("127.0.0.1:{port}")),
            (format!("{prefix}DATABASE__URL"), url("app")),
            (format!("{prefix}DATABASE__WORKER_URL"), url("worker")),
            (format!("{prefix}DATABASE__OWNER_URL"), url("owner")),
        ]);
        own
    }
}

fn shared_environment(
    folder: &Path,
    base: &str,
    nats: &NatsServer,
    mails: &SmtpSink,
) -> anyhow::Result<Vec<(String, String)>> {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let mut random = [0; 32];
    rand::rngs::OsRng.fill_bytes(&mut random);
    std::fs::write(path("master.key"), STANDARD.encode(random))?;
    rand::rngs::OsRng.fill_bytes(&mut random);
    std::fs::write(path("service.key"), STANDARD.encode(random))?;
    let (secret, public) = (path("mail.secret"), path("mail.public"));
    run_to_end(
        "lintel-notifications",
        &["generate-sealing-key", &secret, &public],
        &[],
    )?;
    Ok([
        ("LINTEL_PROFILE", "dev".to_owned()),
        ("LINTEL_LOG", "info".to_owned()),
        ("LINTEL_NATS_URL", nats.url()),
        ("LINTEL_PUBLIC_URL", base.to_owned()),
        ("LINTEL_SMTP_URL", mails.url()),
        (
            "LINTEL_MAIL_FROM",
            "Lintel <no-reply@lintel.example>".to_owned(),
        ),
        ("LINTEL_MASTER_KEY_FILE", path("master.key")),
        ("LINTEL_SERVICE_KEY_FILE", path("service.key")),
        ("LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE", public),
        ("LINTEL_MAIL_SEALING_SECRET_KEY_FILE", secret),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .to_vec())
}

/// Runs a command of one of the binaries.
fn run_to_end(
    name: &str,
    arguments: &[&str],
    environment: &[(String, String)],
) -> anyhow::Result<()> {
    let ended = std::process::Command::new(binary(name)?)
        .args(arguments)
        .envs(environment.iter().cloned())
        .output()?;
    ensure!(
        ended.status.success(),
        "{name} {arguments:?}: {}{}",
        String::from_utf8_lossy(&ended.stdout),
        String::from_utf8_lossy(&ended.stderr)
    );
    Ok(())
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}

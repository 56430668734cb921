//! Starting all of Lintel for one test.

mod edges;
mod replicas;
mod setup;
mod upgrade;

use std::{collections::BTreeMap, ops::Deref, time::Duration};

use anyhow::{Context as _, ensure};
use lintel_core::ServiceName;
use lintel_testkit::{
    NatsServer, free_port,
    smtp::{Mailbox, SmtpSink},
    wait_for,
};
use tempfile::TempDir;
use tonic::transport::Channel;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{Installation, Programs, postgres::Postgres, process::Process};
use setup::{ports_of, shared_environment, urls};

pub use edges::{Edge, Edges};
pub use replicas::{Replicas, Which};

/// The secret by which the relay for mails and the gateway for text messages sign their reports.
pub const RECEIPT_SECRET: &str = "what relay and gateway sign their reports with";

/// The services that have a database.
pub const SERVICES: [&str; 6] = [
    "identity",
    "portfolio",
    "tenancy-applications",
    "viewings-maintenance",
    "listings-import",
    "notifications",
];

/// A running installation of one test's own, which may kill its parts. Everything ends with it.
#[derive(Debug)]
pub struct System {
    installation: Installation,
    /// The mail server that takes its mails.
    pub mails: SmtpSink,
    /// Its PostgreSQL.
    pub postgres: Postgres,
    /// Its NATS.
    pub nats: NatsServer,
    /// The connections between its programs.
    pub edges: Edges,
    processes: BTreeMap<Which, Process>,
    ports: BTreeMap<Which, u16>,
    folder: TempDir,
    programs: Programs,
}

impl System {
    /// Starts one of everything with these settings besides the usual ones, and waits until sign-up works.
    ///
    /// # Errors
    /// When a part does not start.
    pub async fn start(extra: &[(&str, &str)]) -> anyhow::Result<Self> {
        Self::start_replicas(Replicas::ONE, extra).await
    }

    /// Starts a system like [`Self::start`], with so many of each.
    ///
    /// # Errors
    /// Fails like [`Self::start`].
    pub async fn start_replicas(
        replicas: Replicas,
        extra: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        Self::start_with(SmtpSink::start().await?, replicas, extra).await
    }

    /// Starts a system like [`Self::start_replicas`], with this mail server.
    ///
    /// # Errors
    /// Fails like [`Self::start_replicas`].
    pub async fn start_with(
        mails: SmtpSink,
        replicas: Replicas,
        extra: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        Self::start_as(Programs::built()?, mails, replicas, extra).await
    }

    /// Starts a system like [`Self::start_with`], of these programs.
    ///
    /// # Errors
    /// Fails like [`Self::start_with`].
    pub async fn start_as(
        programs: Programs,
        mails: SmtpSink,
        replicas: Replicas,
        extra: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        Self::start_between(false, programs, mails, replicas, extra).await
    }

    /// Starts a system like [`Self::start_replicas`], with a proxy on every edge; clients are behind those of the
    /// gateways.
    ///
    /// # Errors
    /// Fails like [`Self::start_replicas`].
    pub async fn start_behind_proxies(
        replicas: Replicas,
        extra: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        let mails = SmtpSink::start().await?;
        Self::start_between(true, Programs::built()?, mails, replicas, extra).await
    }

    async fn start_between(
        proxies: bool,
        programs: Programs,
        mails: SmtpSink,
        replicas: Replicas,
        extra: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        lintel_testkit::install_tls();
        let folder = tempfile::Builder::new().prefix("lintel-system").tempdir()?;
        let (postgres, nats) =
            tokio::try_join!(Postgres::start_migrated(&programs), NatsServer::start())?;
        let mut ports = BTreeMap::new();
        for name in SERVICES {
            for replica in 0..replicas.of(name) {
                ports.insert((name, replica), free_port()?);
            }
        }
        let (mut gateways, mut doors) = (Vec::new(), Vec::new());
        for _ in 0..replicas.of("gateway") {
            gateways.push(free_port()?);
            doors.push(format!("127.0.0.1:{}", free_port()?));
        }
        let edges = if proxies {
            Edges::between(&gateways, &ports, postgres.port, nats.port()).await?
        } else {
            Edges::default()
        };
        let called = |edge, direct: &[u16]| match edges.ports(edge) {
            ports if ports.is_empty() => direct.to_vec(),
            ports => ports,
        };
        let bases = urls(&called(Edge::Clients, &gateways));
        let mut environment = shared_environment(folder.path(), &bases[0], &nats, &mails)?;
        let with_tls = extra.iter().any(|(key, _)| *key == "LINTEL_TLS_CA_FILE");
        for service in SERVICES {
            let variable = ServiceName::new(service).url_variable();
            let urls = urls(&called(Edge::Calls(service), &ports_of(&ports, service))).join(",");
            environment.push((
                variable,
                if with_tls {
                    urls.replace("http:", "https:")
                } else {
                    urls
                },
            ));
        }
        environment.extend(
            extra
                .iter()
                .map(|&(key, value)| (key.to_owned(), value.to_owned())),
        );
        programs.run(
            "lintel-streams",
            &["apply"],
            &own_of("streams", &environment),
        )?;

        let mut system = Self {
            installation: Installation {
                base: bases[0].clone(),
                bases,
                grpc: doors[0].clone(),
                mails: Mailbox::clone(&mails),
                nats_url: nats.url(),
                service_ports: SERVICES
                    .into_iter()
                    .map(|service| (service.to_owned(), ports[&(service, 0)]))
                    .collect(),
            },
            mails,
            postgres,
            nats,
            edges,
            processes: BTreeMap::new(),
            ports,
            folder,
            programs,
        };
        for which in system.ports.keys().copied().collect::<Vec<_>>() {
            let own = system.own_environment(which, &environment)?;
            system.launch(which, &own)?;
        }
        for (replica, door) in doors.iter().enumerate() {
            let mut own = environment.clone();
            own.extend(system.nats_environment("gateway"));
            let listen = format!("127.0.0.1:{}", gateways[replica]);
            let pages = system.folder.path().to_string_lossy().into_owned();
            own.extend([
                ("LINTEL_GATEWAY__HTTP_LISTEN".to_owned(), listen),
                ("LINTEL_GATEWAY__GRPC_LISTEN".to_owned(), door.clone()),
                ("LINTEL_GATEWAY__WEB_DIR".to_owned(), pages),
            ]);
            system.launch(("gateway", replica), &own)?;
        }
        system.wait_until_ready().await?;
        Ok(system)
    }

    /// Returns true where this process of a service says that it should get work.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn is_serving(&self, which: Which) -> anyhow::Result<bool> {
        let port = self.ports.get(&which).context("no such process")?;
        let channel = Channel::from_shared(format!("http://127.0.0.1:{port}"))?
            .connect_timeout(Duration::from_secs(1))
            .connect()
            .await?;
        let reply = HealthClient::new(channel)
            .check(HealthCheckRequest::default())
            .await?;
        Ok(reply.get_ref().status() == ServingStatus::Serving)
    }

    /// The first process of a service, or of `gateway`.
    ///
    /// # Errors
    /// When there is no such process.
    pub fn process(&mut self, name: &'static str) -> anyhow::Result<&mut Process> {
        self.replica((name, 0))
    }

    /// One process.
    ///
    /// # Errors
    /// When there is no such process.
    pub fn replica(&mut self, which: Which) -> anyhow::Result<&mut Process> {
        self.processes.get_mut(&which).context("no such process")
    }

    /// Every process.
    pub fn processes(&self) -> impl Iterator<Item = (Which, &Process)> {
        let all = self.processes.iter();
        all.map(|(which, process)| (*which, process))
    }

    /// Starts every process that has ended again, as the supervisor would, and says how many those were.
    ///
    /// # Errors
    /// When one cannot be started.
    pub fn revive(&mut self) -> anyhow::Result<usize> {
        let mut ended = 0;
        for process in self.processes.values_mut() {
            if !process.is_running()? {
                process.restart()?;
                ended += 1;
            }
        }
        Ok(ended)
    }

    /// Waits until every gateway says that it can serve.
    ///
    /// # Errors
    /// When it does not in time; the logs of all processes are in the error.
    pub async fn wait_until_ready(&mut self) -> anyhow::Result<()> {
        let visitor = self.visitor()?;
        let ready = wait_for(
            "every gateway is ready",
            Duration::from_secs(40),
            async || {
                for base in &self.bases {
                    let reply = visitor.at(base).get("/readyz").await?;
                    ensure!(reply.status.is_success(), "{}", reply.body);
                }
                Ok(Some(()))
            },
        )
        .await;
        ready.with_context(|| self.logs())
    }

    /// Returns the output of every process, for a failure's message.
    #[must_use]
    pub fn logs(&self) -> String {
        self.processes
            .iter()
            .map(|((name, replica), process)| {
                format!("--- {name} {replica}\n{}\n", tail(&process.output()))
            })
            .collect()
    }

    /// Everything that every process has said.
    #[must_use]
    pub fn logs_whole(&self) -> String {
        self.processes.values().map(Process::output).collect()
    }

    fn launch(&mut self, which: Which, environment: &[(String, String)]) -> anyhow::Result<()> {
        let (name, replica) = which;
        let process = Process::start(
            &self.programs.path(&ServiceName::new(name).program())?,
            &["serve"],
            &own_of(name, environment),
            &self.folder.path().join(format!("{name}-{replica}.log")),
        )?;
        self.processes.insert(which, process);
        Ok(())
    }

    fn own_environment(
        &self,
        which: Which,
        environment: &[(String, String)],
    ) -> anyhow::Result<Vec<(String, String)>> {
        let port = self.ports.get(&which).context("no such process")?;
        let service = ServiceName::new(which.0);
        let prefix = service.variable_prefix();
        let proxied = self.edges.ports(Edge::Postgres(which.0));
        let postgres = proxied.first().copied().unwrap_or(self.postgres.port);
        let url = |kind: &str| {
            let (role, database) = (service.role(kind), service.database());
            format!("postgres://{role}@127.0.0.1:{postgres}/{database}")
        };
        let mut own = environment.to_vec();
        own.extend(self.nats_environment(which.0));
        own.extend([
            (format!("{prefix}LISTEN"), format!("127.0.0.1:{port}")),
            (format!("{prefix}DATABASE__URL"), url("app")),
            (format!("{prefix}DATABASE__WORKER_URL"), url("worker")),
        ]);
        Ok(own)
    }

    /// Returns the address at which `name` finds NATS, where a proxy is before it.
    fn nats_environment(&self, name: &'static str) -> Option<(String, String)> {
        let port = *self.edges.ports(Edge::Nats(name)).first()?;
        let url = format!("nats://127.0.0.1:{port}");
        Some(("LINTEL_NATS_URL".to_owned(), url))
    }
}

impl Deref for System {
    type Target = Installation;

    fn deref(&self) -> &Installation {
        &self.installation
    }
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}

/// A setting that has `{program}` in it is each program's own (the file of its certificate, its user of NATS).
fn own_of(program: &str, environment: &[(String, String)]) -> Vec<(String, String)> {
    let named =
        |(key, value): &(String, String)| (key.clone(), value.replace("{program}", program));
    environment.iter().map(named).collect()
}

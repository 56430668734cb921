//! A NATS server with JetStream for one test.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;

use crate::{free_port, wait_for};

/// The file of a server's users, in its folder.
const USERS: &str = "users.conf";

/// A running server with its store in a temporary folder; killed with the test.
#[derive(Debug)]
pub struct NatsServer {
    port: u16,
    monitor: u16,
    folder: TempDir,
    child: Child,
    /// True when clients say who they are.
    has_users: bool,
}

impl NatsServer {
    /// Starts a server with these users, as `deploy/setup/nats-users` prints them.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub async fn start_with_users(users: &str) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("lintel-nats").tempdir()?;
        std::fs::write(folder.path().join(USERS), users)?;
        Self::start_in(folder, free_port()?).await
    }

    /// Starts a server on a free port, without streams.
    ///
    /// # Errors
    /// When nats-server is not installed or does not start.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_on(free_port()?).await
    }

    /// Starts a server with an empty store on `port`: as after the loss of another's disk.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub async fn start_on(port: u16) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("lintel-nats").tempdir()?;
        Self::start_in(folder, port).await
    }

    async fn start_in(folder: TempDir, port: u16) -> anyhow::Result<Self> {
        let monitor = free_port()?;
        let has_users = folder.path().join(USERS).exists();
        let child = spawn(port, monitor, &folder)?;
        let server = Self {
            port,
            monitor,
            folder,
            child,
            has_users,
        };
        server.wait_until_ready().await?;
        Ok(server)
    }

    /// For `LINTEL_NATS_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Where it says how its streams and consumers are, one by one (the body of a 503 as well).
    #[must_use]
    pub fn health_url(&self) -> String {
        format!("http://127.0.0.1:{}/healthz?details=true", self.monitor)
    }

    /// Where it says how full its streams are. A server whose streams are stuck does not answer there.
    #[must_use]
    pub fn streams_url(&self) -> String {
        format!("http://127.0.0.1:{}/jsz?streams=true", self.monitor)
    }

    /// Where it listens.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The folder of its store, for looking at what it keeps.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Kills it (SIGKILL); its store stays.
    ///
    /// # Errors
    /// When it was not running: then the fault did not bite.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        ensure!(self.child.try_wait()?.is_none(), "NATS was not running");
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts it again on the same port and store, and waits until it answers.
    ///
    /// # Errors
    /// When it does not answer in time.
    pub async fn restart(&mut self) -> anyhow::Result<()> {
        self.child = spawn(self.port, self.monitor, &self.folder)?;
        self.wait_until_ready().await
    }

    async fn wait_until_ready(&self) -> anyhow::Result<()> {
        wait_for("NATS answers", Duration::from_secs(20), async || {
            if self.has_users {
                // It has read its configuration and listens; nobody's password is known here.
                let health = std::net::TcpStream::connect(("127.0.0.1", self.port));
                return Ok(health.is_ok().then_some(()));
            }
            let client = async_nats::connect(self.url()).await?;
            client.flush().await?;
            Ok(Some(()))
        })
        .await
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16, monitor: u16, folder: &TempDir) -> anyhow::Result<Child> {
    let program = std::env::var_os("NATS_SERVER_BIN").map_or_else(
        // Not every user has /usr/sbin on the path.
        || ["/usr/sbin/nats-server", "nats-server"].map(PathBuf::from),
        |named| [named.clone().into(), named.into()],
    );
    let program = program
        .iter()
        .find(|path| path.exists())
        .unwrap_or(&program[1]);
    let mut command = Command::new(program);
    if folder.path().join(USERS).exists() {
        command.arg("-c").arg(folder.path().join(USERS));
    }
    command
        .args(["-a", "127.0.0.1", "-js"])
        .args(["-p", &port.to_string()])
        .args(["-m", &monitor.to_string()])
        .arg("-sd")
        .arg(folder.path())
        .arg("-l")
        .arg(folder.path().join("log"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting nats-server")
}

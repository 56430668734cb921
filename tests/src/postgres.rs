//! A PostgreSQL of one test's own, so that a test may kill it.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::process::Process;

/// A running server with its data in a temporary folder.
#[derive(Debug)]
pub struct Postgres {
    /// Where it listens on 127.0.0.1.
    pub port: u16,
    server: Process,
    _folder: TempDir,
}

impl Postgres {
    /// Makes a cluster and starts it.
    ///
    /// # Errors
    /// When PostgreSQL is not installed or does not start.
    pub async fn start() -> anyhow::Result<Self> {
        let programs = programs()?;
        let folder = tempfile::Builder::new().prefix("lintel-pg").tempdir()?;
        let data = folder.path().join("data");
        let port = lintel_testkit::free_port()?;

        let mut initdb = as_somebody(&programs.join("initdb"));
        initdb
            .arg("-D")
            .arg(&data)
            .args(["-U", "lintel", "--auth=trust", "-E", "UTF8"])
            .args(["--locale=C.UTF-8", "--no-sync"]);
        let made = initdb.output()?;
        ensure!(
            made.status.success(),
            "initdb: {}",
            String::from_utf8_lossy(&made.stderr)
        );

        let command = as_somebody(&programs.join("postgres"));
        let arguments: Vec<String> = command
            .get_args()
            .map(|argument| argument.to_string_lossy().into_owned())
            .chain(["-D".to_owned(), data.to_string_lossy().into_owned()])
            .chain(["-p".to_owned(), port.to_string()])
            .chain(
                [
                    "-c",
                    "listen_addresses=127.0.0.1",
                    "-c",
                    "unix_socket_directories=",
                ]
                .map(str::to_owned),
            )
            .collect();
        let server = Process::start(
            Path::new(command.get_program()),
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
            &[],
            &folder.path().join("log"),
        )?;
        let postgres = Self {
            port,
            server,
            _folder: folder,
        };
        postgres.wait_until_ready().await?;
        Ok(postgres)
    }

    /// The address of database `name` for `role`.
    #[must_use]
    pub fn url(&self, role: &str, name: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{name}", self.port)
    }

    /// The superuser's address of database `name`.
    #[must_use]
    pub fn admin_url(&self, name: &str) -> String {
        self.url("lintel", name)
    }

    /// Kills every process of the server (SIGKILL).
    ///
    /// # Errors
    /// When it was not running.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.server.kill()
    }

    /// Starts it again and waits until it answers.
    ///
    /// # Errors
    /// When it does not answer in time.
    pub async fn restart(&mut self) -> anyhow::Result<()> {
        self.server.restart()?;
        self.wait_until_ready().await
    }

    async fn wait_until_ready(&self) -> anyhow::Result<()> {
        let url = self.admin_url("postgres");
        lintel_testkit::wait_for("PostgreSQL answers", Duration::from_secs(30), async || {
            let mut connection = PgConnection::connect(&url).await?;
            connection.ping().await?;
            Ok(Some(()))
        })
        .await
    }
}

/// PostgreSQL refuses root, so root becomes somebody else in a user namespace (design/machine.md 1.2).
fn as_somebody(program: &Path) -> Command {
    let is_root = std::fs::metadata("/proc/self")
        .map(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
        .unwrap_or_default();
    if is_root {
        let mut command = Command::new("/usr/bin/unshare");
        command
            .args(["--user", "--map-user=1000", "--map-group=1000", "--"])
            .arg(program);
        command
    } else {
        Command::new(program)
    }
}

/// Where PostgreSQL's programs are: `LINTEL_PG_BIN`, or Debian's folder of the newest version.
fn programs() -> anyhow::Result<PathBuf> {
    if let Some(folder) = std::env::var_os("LINTEL_PG_BIN") {
        return Ok(folder.into());
    }
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .context("PostgreSQL is not installed")?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop().context("PostgreSQL is not installed")
}

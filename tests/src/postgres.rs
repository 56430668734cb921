//! A PostgreSQL of one test's own, so that a test may kill it.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::{
    Programs, cluster,
    faults::{Form, Settings},
    process::Process,
};

/// The cluster within a server's folder.
const DATA: &str = "data";

/// A running server with its data in a temporary folder.
#[derive(Debug)]
pub struct Postgres {
    /// The port at which it listens on 127.0.0.1.
    pub port: u16,
    server: Process,
    folder: TempDir,
}

impl Postgres {
    /// Starts a server in which every service's database is made, and migrated by `programs`.
    ///
    /// # Errors
    /// When PostgreSQL is not installed or does not start, or a migration fails.
    pub async fn start_migrated(programs: &Programs) -> anyhow::Result<Self> {
        let cluster = cluster::migrated(programs).await?;
        let folder = folder()?;
        copy(&cluster, &folder.path().join(DATA))?;
        Self::start_in(folder).await
    }

    /// Makes an empty cluster and starts it.
    pub(crate) async fn start_empty() -> anyhow::Result<Self> {
        let folder = folder()?;
        let mut initdb = as_somebody(&programs()?.join("initdb"));
        initdb
            .arg("-D")
            .arg(folder.path().join(DATA))
            .args(["-U", "lintel", "--auth=trust", "-E", "UTF8"])
            .args(["--locale=C.UTF-8", "--no-sync"]);
        let made = initdb.output()?;
        ensure!(
            made.status.success(),
            "initdb: {}",
            String::from_utf8_lossy(&made.stderr)
        );
        Self::start_in(folder).await
    }

    async fn start_in(folder: TempDir) -> anyhow::Result<Self> {
        let port = lintel_testkit::free_port()?;
        let command = as_somebody(&programs()?.join("postgres"));
        let data = folder.path().join(DATA);
        let mut arguments: Vec<String> = command
            .get_args()
            .map(|argument| argument.to_string_lossy().into_owned())
            .chain(["-D".to_owned(), data.to_string_lossy().into_owned()])
            .chain(["-p".to_owned(), port.to_string()])
            .collect();
        let mut settings = vec!["listen_addresses=127.0.0.1", "unix_socket_directories="];
        // A server that is killed leaves what it wrote to the system. Only where the system itself dies would this lose anything.
        if Settings::from_environment()?.form == Form::Short {
            settings.push("fsync=off");
        }
        for setting in settings {
            arguments.extend(["-c".to_owned(), setting.to_owned()]);
        }
        let server = Process::start(
            Path::new(command.get_program()),
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
            &[],
            &folder.path().join("log"),
        )?;
        let postgres = Self {
            port,
            server,
            folder,
        };
        postgres.wait_until_ready().await?;
        Ok(postgres)
    }

    /// Stops the server in order and leaves its cluster at `place`.
    pub(crate) fn keep_at(mut self, place: &Path) -> anyhow::Result<()> {
        self.server.interrupt()?;
        copy(&self.folder.path().join(DATA), place)
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

    /// The lines that the server has logged.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn log(&self) -> std::io::Result<String> {
        std::fs::read_to_string(self.folder.path().join("log"))
    }

    /// The folder of its cluster.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.path().join(DATA)
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

    /// Starts it again if it has ended, as a supervisor would, and does not wait. Whether it had.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn revive(&mut self) -> anyhow::Result<bool> {
        let ended = !self.server.is_running()?;
        if ended {
            self.server.restart()?;
        }
        Ok(ended)
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

fn folder() -> std::io::Result<TempDir> {
    tempfile::Builder::new().prefix("lintel-pg").tempdir()
}

/// Copies a cluster that no server runs on.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let copied = Command::new("cp").arg("-a").args([from, to]).output()?;
    let complaint = String::from_utf8_lossy(&copied.stderr);
    ensure!(copied.status.success(), "cp: {complaint}");
    Ok(())
}

/// PostgreSQL refuses root, so root becomes somebody else in a user namespace.
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

/// Returns the folder of PostgreSQL's programs: `LINTEL_PG_BIN`, or Debian's folder of the newest version.
///
/// # Errors
/// When there are none.
pub fn programs() -> anyhow::Result<PathBuf> {
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

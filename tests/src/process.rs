//! Child processes that a test starts, kills and starts again.

use std::{
    fs::{File, OpenOptions},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, ensure};

use crate::programs::Programs;

/// The binary `name` that cargo built beside this test.
///
/// # Errors
/// When it was not built.
pub fn binary(name: &str) -> anyhow::Result<PathBuf> {
    Programs::built()?.path(name)
}

/// Runs a command of one of those binaries and waits for its end.
///
/// # Errors
/// When it fails; what it said is in the error.
pub fn run_to_end(
    name: &str,
    arguments: &[&str],
    environment: &[(String, String)],
) -> anyhow::Result<()> {
    Programs::built()?.run(name, arguments, environment)
}

/// A process that can be killed and started again in the same way; its output goes to a file.
#[derive(Debug)]
pub struct Process {
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    log: PathBuf,
    child: Child,
}

impl Process {
    /// Starts `program`; what it says is appended to `log`.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        program: &Path,
        arguments: &[&str],
        environment: &[(String, String)],
        log: &Path,
    ) -> anyhow::Result<Self> {
        let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        let child = spawn(program, &arguments, environment, log)?;
        Ok(Self {
            program: program.to_owned(),
            arguments,
            environment: environment.to_vec(),
            log: log.to_owned(),
            child,
        })
    }

    /// Starts it again in the same way, after it has ended.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn restart(&mut self) -> anyhow::Result<()> {
        self.child = spawn(&self.program, &self.arguments, &self.environment, &self.log)?;
        Ok(())
    }

    /// Restarts it like [`Self::restart`], as another `program`.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn restart_as(&mut self, program: PathBuf) -> anyhow::Result<()> {
        self.program = program;
        self.restart()
    }

    /// The variables it was started with.
    #[must_use]
    pub fn environment(&self) -> &[(String, String)] {
        &self.environment
    }

    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The names of its threads, as far as the system keeps them (15 characters).
    ///
    /// # Errors
    /// When it has ended.
    pub fn threads(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.id()))? {
            let name = std::fs::read_to_string(thread?.path().join("comm"))?;
            names.push(name.trim().to_owned());
        }
        Ok(names)
    }

    /// The memory that it holds now, and the most since [`Self::forget_peak`], in bytes.
    ///
    /// # Errors
    /// When it has ended.
    pub fn memory(&self) -> anyhow::Result<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()))?;
        let bytes = |name: &str| -> anyhow::Result<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next());
            Ok(number.context("the system says it")?.parse::<u64>()? * 1024)
        };
        Ok((bytes("VmRSS:")?, bytes("VmHWM:")?))
    }

    /// Counts its peak of memory from now on.
    ///
    /// # Errors
    /// When it has ended.
    pub fn forget_peak(&self) -> anyhow::Result<()> {
        let path = format!("/proc/{}/clear_refs", self.id());
        Ok(std::fs::write(path, "5")?)
    }

    /// Returns true while it is running.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn is_running(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }

    /// Kills it (SIGKILL) and its children, and reaps it.
    ///
    /// # Errors
    /// When it had ended before: then the fault did not bite.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        ensure!(
            self.is_running()?,
            "{} was not running, so killing it proves nothing",
            self.program.display()
        );
        let mut victims = children_of(self.id())?;
        victims.push(self.id());
        signal("-KILL", &victims)?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to end (SIGTERM) and does not wait.
    ///
    /// # Errors
    /// When it had ended before: then the fault did not bite.
    pub fn tell_to_stop(&mut self) -> anyhow::Result<()> {
        ensure!(
            self.is_running()?,
            "{} was not running",
            self.program.display()
        );
        signal("-TERM", &[self.id()])
    }

    /// Asks it to end (SIGTERM), waits, and gives its exit code.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn stop(&mut self) -> anyhow::Result<Option<i32>> {
        if self.is_running()? {
            signal("-TERM", &[self.id()])?;
        }
        Ok(self.child.wait()?.code())
    }

    /// Asks it to end by SIGINT, which is PostgreSQL's fast shutdown, and waits.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn interrupt(&mut self) -> anyhow::Result<()> {
        signal("-INT", &[self.id()])?;
        self.child.wait()?;
        Ok(())
    }

    /// Returns its output so far.
    #[must_use]
    pub fn output(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

fn spawn(
    program: &Path,
    arguments: &[String],
    environment: &[(String, String)],
    log: &Path,
) -> anyhow::Result<Child> {
    let output: File = OpenOptions::new().create(true).append(true).open(log)?;
    Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .envs(environment.iter().cloned())
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
        .with_context(|| format!("starting {}", program.display()))
}

fn signal(kind: &str, processes: &[u32]) -> anyhow::Result<()> {
    // Some may have ended in the meantime; the caller waits for the one that matters.
    Command::new("kill")
        .arg(kind)
        .args(processes.iter().map(ToString::to_string))
        .stderr(Stdio::null())
        .status()?;
    Ok(())
}

/// PostgreSQL's backends leave their parent's process group, so they are found by their parent.
fn children_of(parent: u32) -> anyhow::Result<Vec<u32>> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let entry = entry?;
        let Some(id) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let is_child = status
            .lines()
            .find_map(|line| line.strip_prefix("PPid:"))
            .is_some_and(|id| id.trim() == parent.to_string());
        if is_child {
            children.push(id);
        }
    }
    Ok(children)
}

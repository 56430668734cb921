//! Lintel's programs: those of this build, and those of the release before it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, ensure};

/// Names the folder of the release before; `scripts/older-programs` builds it.
const OLDER: &str = "LINTEL_OLDER_PROGRAMS";

/// A folder with all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs(PathBuf);

impl Programs {
    /// Returns the programs that cargo built beside this test.
    ///
    /// # Errors
    /// When the test does not run from where cargo puts it.
    pub fn built() -> anyhow::Result<Self> {
        let test = std::env::current_exe()?;
        let folder = test
            .ancestors()
            .nth(2)
            .context("the test runs from target/<profile>/deps")?;
        Ok(Self(folder.to_owned()))
    }

    /// Returns the programs of the release before; none where nobody built them.
    #[must_use]
    pub fn older() -> Option<Self> {
        let folder = std::env::var_os(OLDER).filter(|folder| !folder.is_empty());
        folder.map(|folder| Self(folder.into()))
    }

    /// Returns the folder with the programs.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The program `name`.
    ///
    /// # Errors
    /// When it was not built: system tests need `cargo build --workspace` (`make test` does it).
    pub fn path(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.0.join(name);
        ensure!(path.exists(), "{} is not built", path.display());
        Ok(path)
    }

    /// Runs a command of the program `name` and waits for its end.
    ///
    /// # Errors
    /// When it fails; what it said is in the error.
    pub fn run(
        &self,
        name: &str,
        arguments: &[&str],
        environment: &[(String, String)],
    ) -> anyhow::Result<()> {
        let ended = Command::new(self.path(name)?)
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
}

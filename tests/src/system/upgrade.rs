//! Replacing a running system's programs by others, as an operator does it.

use std::time::Duration;

use anyhow::ensure;
use lintel_core::ServiceName;
use lintel_testkit::wait_for;

use super::{System, Which};
use crate::{Programs, cluster};

/// Time limit for a process to finish what it has begun, and to get work again.
const TIMEOUT: Duration = Duration::from_secs(40);

impl System {
    /// Lets `programs` migrate every database and declare their streams, while those that run go on.
    ///
    /// # Errors
    /// When one of them fails.
    pub fn prepare_for(&mut self, programs: &Programs) -> anyhow::Result<()> {
        cluster::migrate(&self.postgres, programs)?;
        let environment = self.process("gateway")?.environment().to_vec();
        programs.run("lintel-streams", &["apply"], &environment)
    }

    /// Tells one process to stop (SIGTERM), starts that of `programs` in its place, and waits until it gets work.
    ///
    /// # Errors
    /// When it does not end by itself, or does not become ready.
    pub async fn replace(&mut self, which: Which, programs: &Programs) -> anyhow::Result<()> {
        let program = programs.path(&ServiceName::new(which.0).program())?;
        self.replica(which)?.tell_to_stop()?;
        wait_for("it ends", TIMEOUT, async || {
            Ok((!self.replica(which)?.is_running()?).then_some(()))
        })
        .await?;
        let code = self.replica(which)?.stop()?;
        ensure!(
            code == Some(0),
            "{} {} ended with {code:?}",
            which.0,
            which.1
        );
        self.replica(which)?.restart_as(program)?;
        if which.0 != "gateway" {
            wait_for("it is ready", TIMEOUT, async || {
                Ok(self.is_serving(which).await?.then_some(()))
            })
            .await?;
        }
        self.wait_until_ready().await
    }
}

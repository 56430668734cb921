//! A broker's store as it was: for brokers that forget.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;

use crate::NatsServer;

/// A copy of what a NATS server kept on its disk.
#[derive(Debug)]
pub struct BrokerStore(TempDir);

/// Where a server keeps its streams, in its store.
const STREAMS: &str = "jetstream/$G/streams";

impl BrokerStore {
    /// Copies the store of `server` as it is now, also while that runs.
    ///
    /// # Errors
    /// When it cannot be copied.
    pub fn copy(server: &NatsServer) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("lintel-nats-copy")
            .tempdir()?;
        copy(&server.store().join("jetstream"), folder.path())?;
        Ok(Self(folder))
    }

    /// Puts all of it back in place of what `server`, which has ended, kept since.
    ///
    /// # Errors
    /// When it cannot be copied.
    pub fn put_back(&self, server: &NatsServer) -> anyhow::Result<()> {
        Self::lose(server)?;
        copy(&self.0.path().join("jetstream"), &server.store())
    }

    /// Puts back the streams' messages alone: the consumers still know what they were delivered.
    ///
    /// # Errors
    /// When it cannot be copied, or the store had no streams.
    pub fn put_back_messages(&self, server: &NatsServer) -> anyhow::Result<()> {
        let mut put_back = 0;
        for stream in fs::read_dir(self.0.path().join(STREAMS))? {
            let stream = stream?;
            let place = server.store().join(STREAMS).join(stream.file_name());
            fs::remove_dir_all(place.join("msgs"))?;
            copy(&stream.path().join("msgs"), &place)?;
            put_back += 1;
        }
        ensure!(put_back > 0, "the store had no streams");
        Ok(())
    }

    /// Deletes everything that `server`, which has ended, kept.
    ///
    /// # Errors
    /// When it cannot be deleted.
    pub fn lose(server: &NatsServer) -> anyhow::Result<()> {
        Ok(fs::remove_dir_all(server.store().join("jetstream"))?)
    }
}

fn copy(from: &Path, into: &Path) -> anyhow::Result<()> {
    let copied = Command::new("cp")
        .arg("-a")
        .args([from, into])
        .output()
        .context("copying")?;
    let said = String::from_utf8_lossy(&copied.stderr);
    ensure!(copied.status.success(), "{}: {said}", from.display());
    Ok(())
}

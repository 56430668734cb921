//! A small disk in the place of a folder, so that a test may fill it.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::ensure;
use tempfile::TempDir;

/// The file that takes the space.
const BALLAST: &str = "ballast";

/// A file system of its own over a folder; unmounted when it is dropped.
#[derive(Debug)]
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Puts an ext4 file system of so many MiB over `folder`, with what the folder holds. Nobody may be writing there. `None` where this
    /// machine lets nobody mount one, which a test has to say.
    ///
    /// # Errors
    /// When it can be mounted and something else fails.
    pub fn over(folder: &Path, mebibytes: u64) -> anyhow::Result<Option<Self>> {
        let beside = tempfile::Builder::new().prefix("lintel-disk").tempdir()?;
        let image = beside.path().join("image");
        File::create(&image)?.set_len(mebibytes << 20)?;
        // No part of it is kept for root.
        run("mkfs.ext4", &[&"-q", &"-F", &"-m", &"0", &image])?;
        let first = TempDir::new()?;
        if run("mount", &[&"-o", &"loop", &image, &first.path()]).is_err() {
            return Ok(None);
        }
        let copied = run("cp", &[&"-a", &folder.join("."), &first.path()]);
        run("umount", &[&first.path()])?;
        copied?;
        run("mount", &[&"-o", &"loop", &image, &folder])?;
        // The image goes with `beside`; the mount keeps what it needs of it.
        Ok(Some(Self {
            folder: folder.to_owned(),
        }))
    }

    /// Takes all the space that is left, to the last byte.
    ///
    /// # Errors
    /// When the disk fails in another way than by being full.
    pub fn fill(&self) -> anyhow::Result<()> {
        let mut ballast = File::options()
            .create(true)
            .append(true)
            .open(self.folder.join(BALLAST))?;
        for piece in [1 << 20, 4096, 1] {
            let zeros = vec![0; piece];
            loop {
                match ballast.write(&zeros) {
                    Ok(0) => break,
                    Ok(_) => {}
                    Err(error) if error.kind() == std::io::ErrorKind::StorageFull => break,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    /// Gives back what [`Self::fill`] took.
    ///
    /// # Errors
    /// When nothing was taken.
    pub fn free(&self) -> anyhow::Result<()> {
        Ok(fs::remove_file(self.folder.join(BALLAST))?)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Somebody may still work there; it goes when they end.
        let _ = run("umount", &[&"--lazy", &self.folder]);
    }
}

fn run(program: &str, arguments: &[&dyn AsRef<OsStr>]) -> anyhow::Result<()> {
    let ended = Command::new(program)
        .args(arguments.iter().map(AsRef::as_ref))
        .output()?;
    let complaint = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "{program}: {complaint}");
    Ok(())
}

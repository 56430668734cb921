//! An S3 server for one test: SeaweedFS, which the Python packages of the tests bring.

use std::{
    net::{Ipv4Addr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::Context as _;
use tempfile::TempDir;

use crate::{free_port, wait_for};

/// An access key's id and secret, as a file of credentials holds them.
const CREDENTIALS: [&str; 2] = ["lintel", "a-secret-of-the-tests"];

/// A running server that makes a bucket when something is put into it; killed with the test.
#[derive(Debug)]
pub struct S3Server {
    port: u16,
    folder: TempDir,
    child: Child,
}

impl S3Server {
    /// Starts a server on a free port, without buckets.
    ///
    /// # Errors
    /// When it is not installed (`LINTEL_TEST_PYTHON` names the environment that has it) or does not start.
    pub async fn start() -> anyhow::Result<Self> {
        let python = std::env::var("LINTEL_TEST_PYTHON").context("LINTEL_TEST_PYTHON")?;
        let folder = tempfile::Builder::new().prefix("lintel-s3").tempdir()?;
        let data = folder.path().join("data");
        std::fs::create_dir(&data)?;
        let [id, secret] = CREDENTIALS;
        std::fs::write(
            folder.path().join("credentials"),
            format!("{id}\n{secret}\n"),
        )?;
        let identities = folder.path().join("s3.json");
        let identity = serde_json::json!({
            "name": id,
            "credentials": [{ "accessKey": id, "secretKey": secret }],
            "actions": ["Admin", "Read", "List", "Write"],
        });
        let text = serde_json::json!({ "identities": [identity] }).to_string();
        std::fs::write(&identities, text)?;
        let port = free_port()?;
        let mut command = Command::new(Path::new(&python).with_file_name("weed"));
        command
            .arg("server")
            .args([
                "-ip=127.0.0.1",
                "-s3",
                "-s3.autoCreateBucket",
                "-volume.max=8",
            ])
            .arg("-master.volumeSizeLimitMB=64")
            .arg(format!("-dir={}", data.display()))
            .arg(format!("-s3.config={}", identities.display()))
            .arg(format!("-s3.port={port}"))
            .args(["-s3.port.iceberg=0", "-s3.port.lance=0"]);
        // Its parts talk to each other over ports of their own.
        for part in [
            "s3.port.grpc",
            "master.port",
            "master.port.grpc",
            "volume.port",
            "volume.port.grpc",
            "filer.port",
            "filer.port.grpc",
        ] {
            command.arg(format!("-{part}={}", free_port()?));
        }
        let child = command
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("weed is not installed (scripts/requirements.txt)")?;
        let server = Self {
            port,
            folder,
            child,
        };
        wait_for("the S3 server", Duration::from_secs(30), async || {
            let address = (Ipv4Addr::LOCALHOST, server.port);
            Ok(TcpStream::connect(address).is_ok().then_some(()))
        })
        .await?;
        Ok(server)
    }

    /// For `LINTEL_FILES_ENDPOINT`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// For `LINTEL_FILES_CREDENTIALS_FILE`.
    #[must_use]
    pub fn credentials(&self) -> PathBuf {
        self.folder.path().join("credentials")
    }

    /// Where the server keeps what it was given.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

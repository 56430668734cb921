//! The addresses of a running Lintel, and the installation that the tests of a run share.

use std::{collections::BTreeMap, ops::Deref, path::Path, process::ExitStatus};

use anyhow::Context as _;
use lintel_proto::service_of_path;
use lintel_testkit::smtp::{Mailbox, SmtpSink};
use serde_json::{Value, json};
use tokio::process::Command;
use tonic::transport::Channel;

use crate::{System, Visitor, system::Replicas};

/// Names the folder of the installation that the tests of this run share.
const SHARED: &str = "LINTEL_TEST_INSTALLATION";
const ADDRESSES: &str = "addresses.json";
const MAILS: &str = "mails";

/// The addresses of an installation.
#[derive(Debug, Clone)]
pub struct Installation {
    /// `http://127.0.0.1:<port>` of the first gateway; mails link here.
    pub base: String,
    /// The same of every gateway.
    pub bases: Vec<String>,
    /// `127.0.0.1:<port>` where the first gateway serves integrators.
    pub grpc: String,
    /// The mailbox that its mails arrive in.
    pub mails: Mailbox,
    /// The address at which its NATS listens.
    pub nats_url: String,
    pub(crate) service_ports: BTreeMap<String, u16>,
}

impl Installation {
    /// Somebody new.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn visitor(&self) -> anyhow::Result<Visitor> {
        Visitor::new(&self.base)
    }

    /// A connection straight to the service that serves `path`, past the gateway.
    ///
    /// # Errors
    /// When no service serves it, or it does not answer.
    pub async fn service_channel(&self, path: &str) -> anyhow::Result<Channel> {
        let port = service_of_path(path)
            .and_then(|service| self.service_ports.get(service))
            .with_context(|| format!("no service serves {path}"))?;
        Ok(Channel::from_shared(format!("http://127.0.0.1:{port}"))?
            .connect()
            .await?)
    }

    /// Writes the addresses into `folder`, for [`Self::read`] in another process.
    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let addresses = json!({
            "bases": self.bases,
            "grpc": self.grpc,
            "nats": self.nats_url,
            "services": self.service_ports,
        });
        Ok(std::fs::write(
            folder.join(ADDRESSES),
            addresses.to_string(),
        )?)
    }

    fn read(folder: &Path) -> anyhow::Result<Self> {
        let addresses: Value = serde_json::from_slice(&std::fs::read(folder.join(ADDRESSES))?)?;
        let bases: Vec<String> = serde_json::from_value(addresses["bases"].clone())?;
        let text = |name: &str| serde_json::from_value(addresses[name].clone());
        Ok(Self {
            base: bases.first().context("no gateway")?.clone(),
            bases,
            grpc: text("grpc")?,
            mails: Mailbox::in_folder(&folder.join(MAILS)),
            nats_url: text("nats")?,
            service_ports: serde_json::from_value(addresses["services"].clone())?,
        })
    }
}

/// An installation for a test that needs nothing but organisations of its own: other tests use it at the same time, and it
/// has the settings of [`Shared::SETTINGS`].
#[derive(Debug)]
pub struct Shared {
    installation: Installation,
    /// The one that this test started, if no shared one is running.
    _own: Option<System>,
}

impl Shared {
    /// All tests call from one address, so together they would reach its limit.
    pub const SETTINGS: &[(&str, &str)] = &[("LINTEL_LIMIT_API_PER_MINUTE", "1000000")];

    /// The one that [`share_with`] started for this run; a test that is run by itself starts its own.
    ///
    /// # Errors
    /// When a part of its own does not start.
    pub async fn installation() -> anyhow::Result<Self> {
        lintel_testkit::install_tls();
        if let Some(folder) = std::env::var_os(SHARED) {
            return Ok(Self {
                installation: Installation::read(Path::new(&folder)).context(SHARED)?,
                _own: None,
            });
        }
        let own = System::start(Self::SETTINGS).await?;
        Ok(Self {
            installation: Installation::clone(&own),
            _own: Some(own),
        })
    }
}

impl Deref for Shared {
    type Target = Installation;

    fn deref(&self) -> &Installation {
        &self.installation
    }
}

/// Starts an installation and runs `command`, whose tests share it.
///
/// # Errors
/// When a part does not start, or the command cannot be started.
pub async fn share_with(mut command: Command) -> anyhow::Result<ExitStatus> {
    let folder = tempfile::Builder::new().prefix("lintel-shared").tempdir()?;
    let mails = folder.path().join(MAILS);
    std::fs::create_dir(&mails)?;
    let sink = SmtpSink::start_in(&mails).await?;
    let system = System::start_with(sink, Replicas::ONE, Shared::SETTINGS).await?;
    system.write(folder.path())?;
    Ok(command.env(SHARED, folder.path()).status().await?)
}

//! Fetches a feed from an address that the operator configured.
//!
//! The host must be on the operator's list, and what its name stands for is judged where the connection is made, so that a name which
//! answers differently the second time reaches nothing either. An address often has a key in it, so none is ever shown.

use std::{path::Path, sync::Arc, time::Duration};

use lintel_outbound::{Judge, digits, is_public};
use tokio::io::AsyncWriteExt as _;
use url::Url;

/// Bytes of a feed (docs/reference/promises.md T33).
const LARGEST: u64 = 2 << 30;
/// The longest time that the other side may take to answer, and between two pieces.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a feed was not fetched, as operators read it.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The address is none that may be fetched.
    #[error("{0}")]
    Address(&'static str),
    /// The other side cannot be reached, or its answer breaks off.
    #[error("the host cannot be reached, or its answer broke off: {0}")]
    Away(String),
    /// The other side answered something else than a file.
    #[error("the host answered with status {0}")]
    Status(u16),
    /// The feed is too large.
    #[error("the feed is larger than 2 GB")]
    TooLarge,
    /// The file cannot be written.
    #[error("the feed cannot be written")]
    Disk(#[from] std::io::Error),
}

/// Without the address, which may hold a key.
impl From<reqwest::Error> for Refusal {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let cause =
            std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
        let last = cause.last().map(ToString::to_string);
        Self::Away(last.unwrap_or_else(|| error.to_string()))
    }
}

/// Fetches feeds from allowed hosts.
#[derive(Clone)]
pub struct Fetcher {
    client: reqwest::Client,
    hosts: Arc<[String]>,
    judge: Judge,
    schemes: &'static [&'static str],
}

impl std::fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetcher")
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}

impl Fetcher {
    /// Fetches from `hosts` alone, over https, from addresses of the internet.
    ///
    /// # Errors
    /// TLS that cannot be set up.
    pub fn new(hosts: &[String]) -> reqwest::Result<Self> {
        Self::judging(hosts, Arc::new(|_, address| is_public(address)), &["https"])
    }

    fn judging(
        hosts: &[String],
        judge: Judge,
        schemes: &'static [&'static str],
    ) -> reqwest::Result<Self> {
        let client = lintel_outbound::client(judge.clone(), ANSWER_TIMEOUT)
            .https_only(!schemes.contains(&"http"))
            .build()?;
        Ok(Self {
            client,
            hosts: hosts.iter().map(|host| host.to_lowercase()).collect(),
            judge,
            schemes,
        })
    }

    /// Writes what stands at `address` to `path`. A file that is not whole is taken away again.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn fetch(&self, address: &str, path: &Path) -> Result<(), Refusal> {
        let url = self.allowed(address)?;
        let fetched = self.write(url, path).await;
        if fetched.is_err() {
            // It may not be there yet.
            let _ = tokio::fs::remove_file(path).await;
        }
        fetched
    }

    /// The client never asks its resolver for an address in digits, so those are judged here.
    fn allowed(&self, address: &str) -> Result<Url, Refusal> {
        let url = Url::parse(address.trim()).map_err(|_| Refusal::Address("it is no address"))?;
        if !self.schemes.contains(&url.scheme()) {
            return Err(Refusal::Address("its address does not begin with https"));
        }
        let host = url.host_str().unwrap_or_default().to_lowercase();
        if !self.hosts.contains(&host) {
            return Err(Refusal::Address("its host is not in feed_hosts"));
        }
        if digits(&url).is_some_and(|address| !(self.judge)(&host, address)) {
            return Err(Refusal::Address("its host is not on the internet"));
        }
        Ok(url)
    }

    async fn write(&self, url: Url, path: &Path) -> Result<(), Refusal> {
        let mut answer = self.client.get(url).send().await?;
        if answer.status() != reqwest::StatusCode::OK {
            return Err(Refusal::Status(answer.status().as_u16()));
        }
        let mut file = tokio::fs::File::create(path).await?;
        let mut size = 0;
        while let Some(piece) = answer.chunk().await? {
            size += u64::try_from(piece.len()).unwrap_or(u64::MAX);
            if size > LARGEST {
                return Err(Refusal::TooLarge);
            }
            file.write_all(&piece).await?;
        }
        file.sync_all().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::{
        super::testing::{INSIDE, server},
        *,
    };

    fn hosts() -> Vec<String> {
        let hosts = [
            "localhost",
            "127.0.0.1",
            "[::1]",
            "[::ffff:7f00:1]",
            "feeds.example.com",
        ];
        hosts.map(str::to_owned).to_vec()
    }

    fn prepared() {
        lintel_testkit::install_tls();
    }

    #[tokio::test]
    async fn nothing_inside_is_ever_connected_to() -> anyhow::Result<()> {
        prepared();
        let (port, count) = server("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx").await?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("feed");
        // As in production but for TLS, which the canary does not speak.
        let fetcher = Fetcher::judging(
            &hosts(),
            Arc::new(|_, address| is_public(address)),
            &["https", "http"],
        )?;
        for host in INSIDE {
            let refused = fetcher
                .fetch(&format!("http://{host}:{port}/feed?key=secret"), &path)
                .await;
            let error = refused
                .err()
                .map(|refusal| refusal.to_string())
                .unwrap_or_default();
            assert!(error.contains("not on the internet"), "{host}: {error}");
            assert!(!error.contains("secret"));
        }
        assert_eq!(count.load(Ordering::SeqCst), 0);
        assert!(!path.exists());
        Ok(())
    }

    #[tokio::test]
    async fn only_https_and_only_hosts_of_the_list() -> anyhow::Result<()> {
        prepared();
        let fetcher = Fetcher::new(&hosts())?;
        let folder = tempfile::tempdir()?;
        for (address, reason) in [
            ("http://feeds.example.com/a", "does not begin with https"),
            ("file:///etc/passwd", "does not begin with https"),
            ("https://other.example.com/a", "not in feed_hosts"),
            (
                "https://feeds.example.com@evil.example.net/a",
                "not in feed_hosts",
            ),
            (
                "https://feeds.example.com.evil.example.net/a",
                "not in feed_hosts",
            ),
            ("nonsense", "it is no address"),
        ] {
            let refused = fetcher.fetch(address, &folder.path().join("feed")).await;
            let error = refused
                .err()
                .map(|refusal| refusal.to_string())
                .unwrap_or_default();
            assert!(error.contains(reason), "{address}: {error}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_feed_is_written_whole_or_not_at_all() -> anyhow::Result<()> {
        prepared();
        let open = Fetcher::judging(&hosts(), Arc::new(|_, _| true), &["https", "http"])?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("feed");
        let (port, _) = server("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole").await?;
        open.fetch(&format!("http://localhost:{port}/"), &path)
            .await?;
        assert_eq!(std::fs::read_to_string(&path)?, "whole");
        for (reply, reason) in [
            (
                "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbroke",
                "broke off",
            ),
            (
                "HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n",
                "status 302",
            ),
            (
                "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n",
                "status 429",
            ),
        ] {
            let (port, _) = server(reply).await?;
            let refused = open
                .fetch(&format!("http://localhost:{port}/"), &path)
                .await;
            let error = refused
                .err()
                .map(|refusal| refusal.to_string())
                .unwrap_or_default();
            assert!(error.contains(reason), "{error}");
            assert!(!path.exists(), "{error}");
        }
        Ok(())
    }
}

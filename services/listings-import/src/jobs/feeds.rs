//! Looks after the operator's feeds: fetches those that have an address when it is time, and reads what is in their folders.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use lintel_core::Clock;
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::{
    app::{FromDisk, ImportWork},
    config::FeedConfig,
    sources::{Fetcher, Folder},
};

/// How often folders are looked into.
const EVERY: Duration = Duration::from_secs(15);

/// The operator's feeds.
#[derive(Debug, Clone)]
pub struct Feeds {
    work: ImportWork,
    fetcher: Fetcher,
    feeds: Arc<[FeedConfig]>,
    clock: Arc<dyn Clock>,
}

impl Feeds {
    /// Reads `feeds` through `work`.
    #[must_use]
    pub fn new(
        work: ImportWork,
        fetcher: Fetcher,
        feeds: Vec<FeedConfig>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            work,
            fetcher,
            feeds: feeds.into(),
            clock,
        }
    }

    /// Fetches and reads what is due, one feed after the other. What fails is tried again in the next round.
    pub async fn round(&self, stop: &CancellationToken) {
        for feed in self.feeds.iter() {
            if stop.is_cancelled() {
                return;
            }
            let source = feed.source.as_str();
            if let Err(error) = tokio::fs::create_dir_all(&feed.folder).await {
                metrics::feed_file(source, "not_read");
                tracing::warn!(source, %error, "a folder of feeds cannot be made");
                continue;
            }
            if let Err(error) = self.fetch(feed).await {
                metrics::feed_file(source, "not_fetched");
                tracing::warn!(
                    source,
                    cause = format!("{error:#}"),
                    "a feed was not fetched"
                );
            }
            if let Err(error) = self.read(feed, stop).await {
                metrics::feed_file(source, "not_read");
                tracing::warn!(
                    source,
                    cause = format!("{error:#}"),
                    "a folder of feeds was not read"
                );
            }
        }
    }

    async fn fetch(&self, feed: &FeedConfig) -> anyhow::Result<()> {
        let Some(address_file) = &feed.address_file else {
            return Ok(());
        };
        let folder = Folder::new(feed.folder.clone());
        let now = self.clock.now();
        let every = chrono::TimeDelta::from_std(feed.every)?;
        if folder
            .last_fetched()?
            .is_some_and(|last| last > now - every)
        {
            return Ok(());
        }
        let address = tokio::fs::read_to_string(address_file)
            .await
            .context("the file with its address cannot be read")?;
        let (part, whole) = folder.fetching(now);
        self.fetcher.fetch(&address, &part).await?;
        tokio::fs::rename(part, whole).await?;
        Ok(())
    }

    async fn read(&self, feed: &FeedConfig, stop: &CancellationToken) -> anyhow::Result<()> {
        let folder = Folder::new(feed.folder.clone());
        for arrival in folder.arrivals(self.clock.now())? {
            let came = self
                .work
                .read_from_disk(feed.format, &feed.source, &arrival.path, stop)
                .await?;
            match came {
                FromDisk::Done | FromDisk::Failed => {
                    let done = came == FromDisk::Done;
                    metrics::feed_file(&feed.source, if done { "read" } else { "refused" });
                    folder.put_away(&arrival, done, self.clock.now())?;
                }
                // Another process reads it, or this one stops: later ones of the source wait for it.
                FromDisk::NotNow => break,
            }
        }
        folder.sweep(self.clock.now())?;
        Ok(())
    }
}

/// Looks after the feeds until `stop`.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(feeds: Feeds, stop: CancellationToken) -> anyhow::Result<()> {
    for feed in feeds.feeds.iter() {
        metrics::feed(&feed.source);
    }
    loop {
        feeds.round(&stop).await;
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

//! Keeping nothing longer than its time (docs/reference/uk-lettings.md 4.5).

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error};
use lintel_db::{Db, links};

use crate::{
    config::RetentionConfig,
    store::{maintenance, retention},
};

/// The number of rows of one kind that a transaction changes, so that no lock is held for long.
const BATCH: i64 = 200;

/// The number of expired rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Over {
    /// Viewings that name their viewer longer than they should.
    pub viewers: i64,
    /// Maintenance requests that were done or called off longer ago than they are kept.
    pub requests: i64,
}

/// Erases what is over.
#[derive(Debug, Clone)]
pub struct Retention {
    db: Db,
    clock: Arc<dyn Clock>,
    config: RetentionConfig,
}

impl Retention {
    /// The command's name.
    pub const COMMAND: &'static str = "retention";

    /// The use cases over `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, config: RetentionConfig) -> Self {
        Self { db, clock, config }
    }

    /// Counts the expired rows, which would be erased.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.count_retention", skip_all)]
    pub async fn count(&self) -> Result<Over, Error> {
        let mut tx = self.db.begin_worker().await?;
        let viewers = self.before(self.config.viewer_days);
        let requests = self.before(self.config.maintenance_days);
        Ok(Over {
            viewers: retention::count_viewers(&mut tx, viewers).await?,
            requests: maintenance::retention::count(&mut tx, requests).await?,
        })
    }

    /// Erases what is over. Every replica may do it at any time. Returns how much it was.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.apply_retention", skip_all)]
    pub async fn apply(&self) -> Result<Over, Error> {
        let mut all = Over::default();
        loop {
            let now = self.clock.now();
            let viewers = self.before(self.config.viewer_days);
            let mut tx = self.db.begin_worker().await?;
            let erased = retention::erase_viewers(&mut tx, viewers, now, BATCH).await?;
            let requests = self.before(self.config.maintenance_days);
            let deleted = maintenance::retention::delete(&mut tx, requests, BATCH).await?;
            links::forget(&mut tx, now, BATCH).await?;
            tx.commit().await?;
            all.viewers += erased;
            all.requests += deleted;
            if erased + deleted == 0 {
                return Ok(all);
            }
        }
    }

    /// Runs `retention` or `retention --dry-run`, and returns the operator's report.
    ///
    /// # Errors
    /// Another argument; [`Error::Unavailable`] while the database is away.
    pub async fn command(&self, arguments: &[String]) -> anyhow::Result<String> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (over, what) = match arguments.as_slice() {
            ["--dry-run"] => (self.count().await?, "would be erased"),
            [] => (self.apply().await?, "erased"),
            _ => anyhow::bail!("usage: retention [--dry-run]"),
        };
        let Over { viewers, requests } = over;
        Ok(format!(
            "{viewers} viewers and {requests} maintenance requests {what}."
        ))
    }

    fn before(&self, days: u16) -> DateTime<Utc> {
        self.clock.now() - Duration::days(days.into())
    }
}

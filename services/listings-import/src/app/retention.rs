//! Keeping nothing longer than its time.

use std::sync::Arc;

use chrono::Duration;
use lintel_core::{Clock, Error};
use lintel_db::Db;

use super::pictures::bounds;
use crate::{
    config::{PicturesConfig, RetentionConfig},
    store::{
        rent::{self, Settled},
        retention::{self, Ended, Over},
    },
};

/// The number of rows of one kind that a transaction deletes, so that no lock is held for long.
const BATCH: i64 = 500;

/// Deletes what is over.
#[derive(Debug, Clone)]
pub struct Retention {
    db: Db,
    clock: Arc<dyn Clock>,
    config: RetentionConfig,
    pictures: PicturesConfig,
}

impl Retention {
    /// The command's name.
    pub const COMMAND: &'static str = "retention";

    /// The use cases over `db`.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        config: RetentionConfig,
        pictures: PicturesConfig,
    ) -> Self {
        Self {
            db,
            clock,
            config,
            pictures,
        }
    }

    /// Counts the expired rows, which would be deleted.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.count_retention", skip_all)]
    pub async fn count(&self) -> Result<Over, Error> {
        let mut tx = self.db.begin_worker().await?;
        Ok(retention::count(&mut tx, self.ended()).await?)
    }

    /// Deletes what is over, and works out anew the rents that it changes. Every replica may do it at any time. Returns how much it
    /// was.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.apply_retention", skip_all)]
    pub async fn apply(&self) -> Result<Over, Error> {
        let mut all = Over::default();
        loop {
            let mut tx = self.db.begin_worker().await?;
            let gone = retention::delete(&mut tx, self.ended(), BATCH).await?;
            tx.commit().await?;
            if gone.sum() == 0 {
                break;
            }
            all = Over {
                listings: all.listings + gone.listings,
                rents: all.rents + gone.rents,
                refusals: all.refusals + gone.refusals,
                imports: all.imports + gone.imports,
                pictures: all.pictures + gone.pictures,
            };
        }
        loop {
            let mut tx = self.db.begin_worker().await?;
            let settled = rent::settle(&mut tx).await?;
            tx.commit().await?;
            // What an import has is that import's to work out.
            if settled != Settled::One {
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
            ["--dry-run"] => (self.count().await?, "would be deleted"),
            [] => (self.apply().await?, "deleted"),
            _ => anyhow::bail!("usage: retention [--dry-run]"),
        };
        let Over {
            listings,
            rents,
            refusals,
            imports,
            pictures,
        } = over;
        Ok(format!(
            "{listings} listings, {rents} rents, {refusals} refused rows, {imports} imports and {pictures} pictures {what}."
        ))
    }

    fn ended(&self) -> Ended {
        let (config, now) = (self.config, self.clock.now());
        let before = |days: u16| now - Duration::days(days.into());
        Ended {
            withdrawn: before(config.withdrawn_days),
            rents: before(config.rent_days),
            refusals: before(config.refusal_days),
            uploads: now - Duration::hours(config.upload_hours.into()),
            imports: before(config.import_days),
            pictures: bounds(self.pictures, now),
        }
    }
}

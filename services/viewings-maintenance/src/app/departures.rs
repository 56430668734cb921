//! Erases the data of deleted organisations. Every replica may do it at any time: erasing again changes nothing, and what a crash
//! leaves the next round finds.

use std::sync::Arc;

use lintel_auth::TOKENS_LIVE;
use lintel_core::{Clock, Error, OrganisationId};
use lintel_db::Db;

use crate::store::departure;

/// The number of rows of one table that a transaction deletes, so that no lock is held for long.
const BATCH: i64 = 500;

/// Erases deleted organisations.
#[derive(Debug, Clone)]
pub struct Departures {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Departures {
    /// The use cases over `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Deletes every row of deleted organisations, and repeats it until no token can add to them any more. Returns how many rows.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.erase_departed", skip_all)]
    pub async fn erase(&self) -> Result<i64, Error> {
        let worker = self.db.worker();
        let mut erased = 0;
        for (organisation, gone_at) in departure::unerased(worker).await? {
            // Read before the rows are deleted: what is written meanwhile is found by the next round.
            let nobody_writes = self.clock.now() - gone_at >= TOKENS_LIVE;
            erased += self.erase_rows(organisation).await?;
            departure::erase_told(worker, organisation).await?;
            if nobody_writes {
                departure::erased(worker, organisation, self.clock.now()).await?;
            }
        }
        Ok(erased)
    }

    async fn erase_rows(&self, organisation: OrganisationId) -> Result<i64, Error> {
        let mut erased = 0;
        loop {
            match departure::erase(self.db.worker(), organisation, BATCH).await? {
                0 => return Ok(erased),
                rows => erased += rows,
            }
        }
    }
}

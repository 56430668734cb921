//! Erases the data of deleted organisations. Every replica may do it at any time: erasing again changes nothing, and what a crash
//! leaves the next round finds.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_auth::TOKENS_LIVE;
use lintel_core::{Clock, Error, OrganisationId};
use lintel_db::{Db, Tx};
use lintel_files::{FileStore, Owner};

use crate::store::departure;

/// The number of rows of one kind that a transaction deletes, so that no lock is held for long.
const BATCH: i64 = 500;

/// Records that `organisation` was deleted.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn note(
    tx: &mut Tx,
    organisation: OrganisationId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    Ok(departure::note(tx, organisation, now).await?)
}

/// Erases departed organisations.
#[derive(Debug, Clone)]
pub struct Departures {
    db: Db,
    clock: Arc<dyn Clock>,
    files: FileStore,
}

impl Departures {
    /// The use cases over `db` and `files`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, files: FileStore) -> Self {
        Self { db, clock, files }
    }

    /// Deletes every row and file of deleted organisations, and repeats it until no token can add to them any more. Returns how
    /// many rows.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database or the file storage is away.
    #[tracing::instrument(name = "app.erase_departed", skip_all)]
    pub async fn erase(&self) -> Result<i64, Error> {
        let worker = self.db.worker();
        let mut erased = 0;
        for (organisation, departed_at) in departure::unerased(worker).await? {
            // Read before the rows are deleted: what is written meanwhile is found by the next round.
            let nobody_writes = self.clock.now() - departed_at >= TOKENS_LIVE;
            erased += self.erase_rows(organisation).await?;
            departure::erase_told(worker, organisation).await?;
            let removed = self.remove_files(organisation).await;
            removed.map_err(Error::unavailable)?;
            if nobody_writes {
                departure::erased(worker, organisation, self.clock.now()).await?;
            }
        }
        Ok(erased)
    }

    async fn remove_files(
        &self,
        organisation: OrganisationId,
    ) -> Result<(), lintel_files::StoreError> {
        let (owner, ever) = (Owner::Organisation(organisation), DateTime::<Utc>::MAX_UTC);
        for id in self.files.untouched_since(owner, ever).await? {
            self.files.remove(owner, id, ever).await?;
        }
        Ok(())
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

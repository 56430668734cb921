//! Deletes uploaded files that no row names. Every replica may do it at any time.
//!
//! The files are listed from the storage; whether one may be deleted is decided in the database, which holds every row that names
//! files. A request that names a file holds a shared lock on the organisation's files until it commits. This job takes the lock
//! exclusively while one statement looks up which files are named, and skips an organisation whose lock is held. A file marked as
//! deleted can no longer be named. The bytes are deleted after the commit: after a crash in between, the next round finds the file
//! again.
//!
//! A backup takes the databases first and the files after them. A file that a row named when the backup began is still there when
//! it ends, because a file stays for a day after it was found unnamed; naming it in between starts that day again.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{Clock, Error, OrganisationId};
use lintel_db::Db;
use lintel_files::{FileId, FileStore, Owner};

use crate::store;

/// The least time for which a file is kept, because a form may stay open that long; it must then be unnamed as long, which is longer
/// than any backup takes.
pub const KEPT_UNUSED: TimeDelta = TimeDelta::hours(24);
/// The time for which the record of a deleted or waiting file is kept: longer than a request needs to name a file that it found, and longer
/// than a process that removes it may have been frozen.
const REMEMBERED: TimeDelta = TimeDelta::hours(48);
/// The number of files that are decided about at once, so that the lock is short.
const BATCH: usize = 200;

/// Removes files that no row names.
#[derive(Debug, Clone)]
pub struct UnusedUploads {
    db: Db,
    clock: Arc<dyn Clock>,
    files: FileStore,
}

impl UnusedUploads {
    /// The use case over `files` that rows in `db` name.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, files: FileStore) -> Self {
        Self { db, clock, files }
    }

    /// Deletes the files of all organisations that are older than [`KEPT_UNUSED`] and have been unnamed for as long since they were
    /// first found unnamed. Returns how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database or the file storage is away.
    #[tracing::instrument(name = "app.remove_unused_uploads", skip_all)]
    pub async fn remove(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let organisations = self.files.organisations().await;
        let mut removed = 0;
        for organisation in organisations.map_err(Error::unavailable)? {
            removed += self.remove_of(organisation, now).await?;
        }
        store::upload::forget(self.db.worker(), now - REMEMBERED).await?;
        Ok(removed)
    }

    async fn remove_of(
        &self,
        organisation: OrganisationId,
        now: DateTime<Utc>,
    ) -> Result<usize, Error> {
        let (owner, before) = (Owner::Organisation(organisation), now - KEPT_UNUSED);
        let old = self.files.untouched_since(owner, before).await;
        let old: Vec<_> = old
            .map_err(Error::unavailable)?
            .into_iter()
            .map(FileId::address)
            .collect();
        let mut removed = 0;
        for batch in old.chunks(BATCH) {
            let gone = self.decide(organisation, batch, now).await?;
            for id in gone
                .iter()
                .filter_map(|address| FileId::of_address(address))
            {
                let gone = self.files.remove(owner, id, before).await;
                gone.map_err(Error::unavailable)?;
            }
            removed += gone.len();
        }
        Ok(removed)
    }

    /// Returns those of these files that are to be deleted.
    async fn decide(
        &self,
        organisation: OrganisationId,
        addresses: &[String],
        now: DateTime<Utc>,
    ) -> Result<Vec<String>, Error> {
        let unnamed = store::upload::unnamed(self.db.worker(), organisation, addresses).await?;
        if unnamed.is_empty() {
            return Ok(unnamed);
        }
        let mut tx = self.db.begin_worker().await?;
        if !store::upload::lock(&mut tx, organisation).await? {
            return Ok(Vec::new());
        }
        store::upload::note_unnamed(&mut tx, organisation, &unnamed, now).await?;
        let before = now - KEPT_UNUSED;
        let gone = store::upload::let_go(&mut tx, organisation, &unnamed, before, now).await?;
        tx.commit().await?;
        Ok(gone)
    }
}

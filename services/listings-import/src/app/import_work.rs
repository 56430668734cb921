//! Reads files into the tables. The process that holds an import's lease works on it, batch by batch; when it dies, another one goes on
//! after the last batch once the lease is over, and reads the file again up to there.

use std::sync::Arc;

use chrono::TimeDelta;
use lintel_core::{Clock, Error};
use lintel_db::{Db, Tx, outbox};
use tokio::{runtime::Handle, sync::mpsc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{batch::Batches, import_rows, stored_file::StoredFile};
use crate::{
    connectors::Input,
    domain::{Counts, ImportState, Outcome, Phase, Unreadable},
    events,
    store::{
        import_work::{self, Taken},
        imported, rent,
    },
};

/// How long nobody else may take an import whose worker says nothing.
pub(super) const LEASE: TimeDelta = TimeDelta::seconds(60);
/// Homes that are withdrawn in one transaction.
const WITHDRAWN_AT_ONCE: i64 = 500;
/// Medians that are worked out between two signs of life.
const MEDIANS_AT_ONCE: usize = 20;
/// The longest text about what is wrong with a file.
const LONGEST_PROBLEM: usize = 4_000;
const OUR_FAULT: &str = "Something went wrong on our side. What was read until then stays.";

/// Works on imports.
#[derive(Debug, Clone)]
pub struct ImportWork {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
}

/// How working on an import went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worked {
    /// It has ended.
    Ended,
    /// Somebody else works on it by now.
    Elsewhere,
    /// This process stops; another one goes on at once.
    Stopped,
}

/// How reading a file went.
enum Reading {
    Read(Outcome),
    Unreadable(String),
    Broken(Worked),
}

/// Opens a file on a thread that may block.
pub(super) type Open = Box<dyn FnOnce() -> std::io::Result<Box<dyn Input>> + Send>;

impl ImportWork {
    /// Imports kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Works on the import that has waited longest, to its end; `None` if none waits.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away: another process, or a later try, goes on.
    #[tracing::instrument(name = "app.work_on_import", skip_all)]
    pub async fn work(&self, stop: &CancellationToken) -> Result<Option<Worked>, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin_worker().await?;
        let taken = import_work::take(&mut tx, Uuid::now_v7(), now, now + LEASE).await?;
        tx.commit().await?;
        let Some(taken) = taken else {
            return Ok(None);
        };
        let (worker, import, size) = (self.db.worker().clone(), taken.id, taken.size);
        let runtime = Handle::current();
        let open: Open =
            Box::new(move || Ok(Box::new(StoredFile::new(worker, import, runtime, size))));
        self.to_the_end(taken, open, stop).await.map(Some)
    }

    pub(super) async fn to_the_end(
        &self,
        mut taken: Taken,
        open: Open,
        stop: &CancellationToken,
    ) -> Result<Worked, Error> {
        match self.all_phases(&mut taken, open, stop).await {
            Ok(Worked::Stopped) => {
                import_work::let_go(self.db.worker(), &taken).await?;
                Ok(Worked::Stopped)
            }
            // A fault in the program repeats itself, so this import ends and the next ones go on.
            Err(error @ Error::Internal { .. }) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(cause = cause.unwrap_or_default(), "an import failed");
                self.end(&taken, ImportState::Failed, Some(OUR_FAULT)).await
            }
            Err(error) => {
                import_work::let_go(self.db.worker(), &taken).await?;
                Err(error)
            }
            ended => ended,
        }
    }

    async fn all_phases(
        &self,
        taken: &mut Taken,
        open: Open,
        stop: &CancellationToken,
    ) -> Result<Worked, Error> {
        let mut failed = None;
        if taken.phase == Phase::Rows {
            match self.read(taken, open, stop).await? {
                Reading::Broken(worked) => return Ok(worked),
                Reading::Unreadable(problem) => failed = Some(problem),
                Reading::Read(outcome) => {
                    let said = cut(&outcome.warnings.join(" "));
                    if outcome.truncated {
                        failed = Some(said);
                    } else {
                        let phase = if outcome.complete_snapshot {
                            Phase::Withdrawing
                        } else {
                            Phase::Rents
                        };
                        let branches = outcome.branches;
                        if !self.turn_to(taken, phase, branches, &said).await? {
                            return Ok(Worked::Elsewhere);
                        }
                    }
                }
            }
        }
        if failed.is_none() && taken.phase == Phase::Withdrawing {
            if !self.withdraw_missing(taken).await? {
                return Ok(Worked::Elsewhere);
            }
            taken.phase = Phase::Rents;
        }
        if !self.settle_rents(taken).await? {
            return Ok(Worked::Elsewhere);
        }
        match failed {
            Some(problem) => {
                let problem = Some(problem.as_str());
                self.end(taken, ImportState::Failed, problem).await
            }
            None => self.end(taken, ImportState::Done, None).await,
        }
    }

    /// Reads a file from its beginning, and stores the rows that are not in the tables yet.
    async fn read(
        &self,
        taken: &mut Taken,
        open: Open,
        stop: &CancellationToken,
    ) -> Result<Reading, Error> {
        let (to, mut from) = mpsc::channel(1);
        let (format, skip) = (taken.format, taken.cursor);
        let reading = tokio::task::spawn_blocking(move || {
            let mut batches = Batches::new(skip, to);
            let mut input = open()?;
            let outcome = format.connector().read(&mut *input, &mut |row| {
                if batches.take(row) {
                    std::ops::ControlFlow::Continue(())
                } else {
                    std::ops::ControlFlow::Break(())
                }
            });
            // What was good before a file went wrong stays.
            batches.flush();
            outcome
        });
        while let Some(rows) = from.recv().await {
            if stop.is_cancelled() {
                return Ok(Reading::Broken(Worked::Stopped));
            }
            let count = i64::try_from(rows.len()).map_err(Error::internal)?;
            let cursor = taken.cursor + count;
            let mut tx = self.begin().await?;
            let now = self.clock.now();
            let ours = import_rows::store(&mut tx, taken, rows, cursor, now, now + LEASE).await?;
            if !ours {
                return Ok(Reading::Broken(Worked::Elsewhere));
            }
            tx.commit().await?;
            taken.cursor = cursor;
        }
        Ok(match reading.await.map_err(Error::internal)? {
            Ok(outcome) => Reading::Read(outcome),
            Err(Unreadable::Format(problem)) => Reading::Unreadable(cut(&problem.to_string())),
            Err(error @ Unreadable::Io(_)) => return Err(Error::unavailable(error)),
        })
    }

    async fn turn_to(
        &self,
        taken: &mut Taken,
        phase: Phase,
        branches: Vec<String>,
        problem: &str,
    ) -> Result<bool, Error> {
        let until = self.clock.now() + LEASE;
        let worker = self.db.worker();
        let ours = import_work::turn_to(worker, taken, phase, &branches, problem, until).await?;
        taken.phase = phase;
        taken.branches = branches;
        Ok(ours)
    }

    /// Withdraws what a whole snapshot did not have.
    async fn withdraw_missing(&self, taken: &Taken) -> Result<bool, Error> {
        loop {
            let now = self.clock.now();
            let mut tx = self.begin().await?;
            let missing = imported::missing(&mut tx, taken, WITHDRAWN_AT_ONCE).await?;
            if missing.is_empty() {
                return Ok(true);
            }
            let counts = Counts {
                withdrawn: i64::try_from(missing.len()).map_err(Error::internal)?,
                ..Counts::default()
            };
            let news = import_rows::withdraw(&mut tx, taken, missing, now).await?;
            import_rows::tell(&mut tx, &news).await?;
            let until = now + LEASE;
            let ours =
                import_rows::advance(&mut tx, taken, taken.cursor, counts, now, until).await?;
            if !ours {
                return Ok(false);
            }
            tx.commit().await?;
        }
    }

    /// Works out the medians that are stale.
    async fn settle_rents(&self, taken: &Taken) -> Result<bool, Error> {
        for settled in 1.. {
            let mut tx = self.begin().await?;
            let more = rent::settle(&mut tx).await?;
            tx.commit().await?;
            if !more {
                break;
            }
            if settled % MEDIANS_AT_ONCE == 0 {
                let now = self.clock.now();
                let mut tx = self.begin().await?;
                let (cursor, none) = (taken.cursor, Counts::default());
                let ours =
                    import_rows::advance(&mut tx, taken, cursor, none, now, now + LEASE).await?;
                if !ours {
                    return Ok(false);
                }
                tx.commit().await?;
            }
        }
        Ok(true)
    }

    async fn end(
        &self,
        taken: &Taken,
        state: ImportState,
        problem: Option<&str>,
    ) -> Result<Worked, Error> {
        let now = self.clock.now();
        let mut tx = self.begin().await?;
        let Some(import) = import_work::end(&mut tx, taken, state, problem, now).await? else {
            return Ok(Worked::Elsewhere);
        };
        outbox::append(
            &mut tx,
            &events::import_changed(taken.organisation, &import),
        )
        .await?;
        tx.commit().await?;
        Ok(Worked::Ended)
    }

    /// A transaction whose statements may take longer than those of requests: nobody waits, and one that was ended in time after time
    /// would be tried for ever.
    async fn begin(&self) -> Result<Tx, Error> {
        let mut tx = self.db.begin_worker().await?;
        sqlx::query("SET LOCAL statement_timeout = '30s'")
            .execute(&mut *tx)
            .await
            .map_err(lintel_db::StoreError::from)?;
        Ok(tx)
    }
}

fn cut(text: &str) -> String {
    crate::domain::cut(text, LONGEST_PROBLEM)
}

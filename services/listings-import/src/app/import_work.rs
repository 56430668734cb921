//! Reads files into the tables. The process that holds an import's lease works on it, batch by batch; when it dies, another one goes on
//! after the last batch once the lease is over, and reads the file again up to there.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use lintel_core::{Clock, Error};
use lintel_db::{A_ROUND, Db, SOON, Tx, in_time, outbox};
use tokio::{runtime::Handle, sync::mpsc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{batch::Batches, import_rows, stored_file::StoredFile};
use crate::{
    connectors::Input,
    domain::{Counts, ImportState, Outcome, Phase, Row, Unreadable},
    events,
    store::{
        import_work::{self, Taken},
        imported,
        rent::{self, Settled},
    },
};

/// The time for which nobody else may take an import whose worker is silent.
pub(super) const LEASE: TimeDelta = TimeDelta::seconds(60);
/// The longest time that a batch may take: a few statements of at most 30 s each.
const BATCH_TIMEOUT: Duration = Duration::from_secs(120);
/// Homes that are withdrawn in one transaction.
const WITHDRAWN_AT_ONCE: i64 = 500;
/// Medians that are worked out between two signs of life.
const MEDIANS_AT_ONCE: usize = 20;
/// The pause before medians are looked for again that somebody else has.
const HELD_PAUSE: Duration = Duration::from_millis(50);
/// The longest text about what is wrong with a file.
const LONGEST_PROBLEM: usize = 4_000;
const OUR_FAULT: &str = "Something went wrong on our side. What was read until then stays.";

/// Works on imports.
#[derive(Debug, Clone)]
pub struct ImportWork {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
}

/// The result of working on an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worked {
    /// It has ended.
    Ended,
    /// Somebody else works on it by now.
    Elsewhere,
    /// This process stops; another one goes on at once.
    Stopped,
}

/// The result of a batch of a phase.
enum Batch {
    More,
    Last,
    /// Somebody else works on the import by now.
    Elsewhere,
}

/// The result of reading a file.
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
        let taken = in_time(SOON, async {
            let mut tx = self.db.begin_worker().await?;
            let taken = import_work::take(&mut tx, Uuid::now_v7(), now, now + LEASE).await?;
            tx.commit().await?;
            Ok::<_, Error>(taken)
        });
        let Some(taken) = taken.await? else {
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
                self.let_go(&taken).await?;
                Ok(Worked::Stopped)
            }
            // A fault in the program repeats itself, so this import ends and the next ones go on.
            Err(error @ Error::Internal { .. }) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(cause = cause.unwrap_or_default(), "an import failed");
                self.end(&taken, ImportState::Failed, Some(OUR_FAULT)).await
            }
            Err(error) => {
                self.let_go(&taken).await?;
                Err(error)
            }
            ended => ended,
        }
    }

    async fn let_go(&self, taken: &Taken) -> Result<(), Error> {
        in_time(SOON, import_work::let_go(self.db.worker(), taken)).await?;
        Ok(())
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
            if !in_time(BATCH_TIMEOUT, self.store(taken, rows, cursor)).await? {
                return Ok(Reading::Broken(Worked::Elsewhere));
            }
            taken.cursor = cursor;
        }
        Ok(match reading.await.map_err(Error::internal)? {
            Ok(outcome) => Reading::Read(outcome),
            Err(Unreadable::Format(problem)) => Reading::Unreadable(cut(&problem.to_string())),
            Err(error @ Unreadable::Io(_)) => return Err(Error::unavailable(error)),
        })
    }

    /// Stores a batch that ends before `cursor`. Returns whether the import is still ours.
    async fn store(&self, taken: &Taken, rows: Vec<Row>, cursor: i64) -> Result<bool, Error> {
        let mut tx = self.begin().await?;
        let now = self.clock.now();
        let ours = import_rows::store(&mut tx, taken, rows, cursor, now, now + LEASE).await?;
        if ours {
            tx.commit().await?;
        }
        Ok(ours)
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
        let turned = import_work::turn_to(worker, taken, phase, &branches, problem, until);
        let ours = in_time(SOON, turned).await?;
        taken.phase = phase;
        taken.branches = branches;
        Ok(ours)
    }

    /// Withdraws what a whole snapshot did not have. Returns whether the import is still ours.
    async fn withdraw_missing(&self, taken: &Taken) -> Result<bool, Error> {
        loop {
            match in_time(BATCH_TIMEOUT, self.withdraw_some(taken)).await? {
                Batch::More => {}
                Batch::Last => return Ok(true),
                Batch::Elsewhere => return Ok(false),
            }
        }
    }

    async fn withdraw_some(&self, taken: &Taken) -> Result<Batch, Error> {
        let now = self.clock.now();
        let mut tx = self.begin().await?;
        let missing = imported::missing(&mut tx, taken, WITHDRAWN_AT_ONCE).await?;
        if missing.is_empty() {
            return Ok(Batch::Last);
        }
        let counts = Counts {
            withdrawn: i64::try_from(missing.len()).map_err(Error::internal)?,
            ..Counts::default()
        };
        let news = import_rows::withdraw(&mut tx, taken, missing, now).await?;
        import_rows::tell(&mut tx, &news).await?;
        let until = now + LEASE;
        let ours = import_rows::advance(&mut tx, taken, taken.cursor, counts, now, until).await?;
        if !ours {
            return Ok(Batch::Elsewhere);
        }
        tx.commit().await?;
        Ok(Batch::More)
    }

    /// Works out the medians that are stale. Returns whether the import is still ours.
    async fn settle_rents(&self, taken: &Taken) -> Result<bool, Error> {
        loop {
            // Each of them may take as long as a statement may.
            match in_time(A_ROUND, self.settle_some(taken)).await? {
                Batch::More => {}
                Batch::Last => return Ok(true),
                Batch::Elsewhere => return Ok(false),
            }
        }
    }

    async fn settle_some(&self, taken: &Taken) -> Result<Batch, Error> {
        for _ in 0..MEDIANS_AT_ONCE {
            let mut tx = self.begin().await?;
            let settled = rent::settle(&mut tx).await?;
            tx.commit().await?;
            match settled {
                Settled::One => {}
                Settled::None => return Ok(Batch::Last),
                Settled::Held => tokio::time::sleep(HELD_PAUSE).await,
            }
        }
        let now = self.clock.now();
        let mut tx = self.begin().await?;
        let (cursor, none) = (taken.cursor, Counts::default());
        let ours = import_rows::advance(&mut tx, taken, cursor, none, now, now + LEASE).await?;
        if !ours {
            return Ok(Batch::Elsewhere);
        }
        tx.commit().await?;
        Ok(Batch::More)
    }

    async fn end(
        &self,
        taken: &Taken,
        state: ImportState,
        problem: Option<&str>,
    ) -> Result<Worked, Error> {
        in_time(BATCH_TIMEOUT, async {
            let now = self.clock.now();
            let mut tx = self.begin().await?;
            let Some(import) = import_work::end(&mut tx, taken, state, problem, now).await? else {
                return Ok(Worked::Elsewhere);
            };
            let changed = events::import_changed(taken.organisation, &import);
            outbox::append(&mut tx, &changed).await?;
            tx.commit().await?;
            Ok(Worked::Ended)
        })
        .await
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

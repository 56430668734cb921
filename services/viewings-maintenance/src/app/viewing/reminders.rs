//! Reminding viewers a day before. Every replica may do it at any time: each time of a viewing is reminded of once.

use std::sync::Arc;

use lintel_core::{Clock, Error};
use lintel_db::Db;

use super::ViewingMails;
use crate::store;

/// The number of reminders that a transaction writes, so that no lock is held for long.
const BATCH: i64 = 100;

/// Reminds viewers.
#[derive(Debug, Clone)]
pub struct Reminders {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: ViewingMails,
}

impl Reminders {
    /// The use cases of viewings kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: ViewingMails) -> Self {
        Self { db, clock, mails }
    }

    /// Asks for every reminder that is due and was not asked for, of viewings that lie ahead; one that is late comes once. Returns how
    /// many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remind_viewers", skip_all)]
    pub async fn remind(&self) -> Result<usize, Error> {
        let mut reminded = 0;
        loop {
            let now = self.clock.now();
            let mut tx = self.db.begin_worker().await?;
            let (due, looked_at) = store::viewing::remind(&mut tx, now, BATCH).await?;
            for due in &due {
                let name = due.organisation_name.as_deref().unwrap_or_default();
                self.mails.reminder(&mut tx, &due.viewing, name).await?;
            }
            tx.commit().await?;
            reminded += due.len();
            if looked_at == 0 {
                return Ok(reminded);
            }
        }
    }
}

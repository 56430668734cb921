//! Reading the security log.

use lintel_core::{Error, PageRequest, PageToken, Principal};
use lintel_db::{Db, Scope};

use crate::{domain::security_event::SecurityEvent, store::security_event};

/// One page of the log.
#[derive(Debug)]
pub struct LogPage {
    /// The entries, the newest first.
    pub events: Vec<SecurityEvent>,
    /// Where the next page begins; `None` on the last page.
    pub next: Option<PageToken>,
}

/// The caller's log.
#[derive(Debug, Clone)]
pub struct SecurityLog {
    /// Where it is kept.
    pub db: Db,
}

impl SecurityLog {
    /// A page of the caller's entries.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.list_security_events", skip_all)]
    pub async fn list(&self, caller: &Principal, page: &PageRequest) -> Result<LogPage, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // One entry more than asked for shows whether another page follows.
        let limit = i64::from(page.size) + 1;
        let after = page.after.as_ref();
        let mut events = security_event::list(&mut tx, caller.user, after, limit).await?;
        let size = usize::try_from(page.size).unwrap_or(usize::MAX);
        let more = events.len() > size;
        events.truncate(size);
        let last = events.last().filter(|_| more);
        let next = last.map(|last| PageToken {
            sort: String::new(),
            id: last.id,
        });
        Ok(LogPage { events, next })
    }
}

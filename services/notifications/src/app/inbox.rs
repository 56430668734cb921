//! The caller's own notifications: what the bell shows.

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, Error, Page, PageRequest, PageToken, Principal, UserId};
use lintel_db::{Asked, Db, Reply, Scope, StoreError, once};

use super::news;
use crate::{
    domain::{Notification, NotificationId, NotificationKind},
    error::notification_not_found,
    mail::SealedBox,
    store::{self, news::NewsRow},
};

/// The time for which notifications are kept.
const KEPT: Duration = Duration::from_secs(90 * 24 * 3600);
/// The number of rows that are deleted at once, so that no lock is held for long.
const SWEPT_AT_ONCE: u32 = 5000;

/// Notifications of accounts.
#[derive(Debug, Clone)]
pub struct Inbox {
    db: Db,
    clock: Arc<dyn Clock>,
    sealed_box: SealedBox,
}

impl Inbox {
    /// Notifications in `db`, which `sealed_box` opens.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, sealed_box: SealedBox) -> Self {
        Self {
            db,
            clock,
            sealed_box,
        }
    }

    /// A page of the caller's notifications, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_notifications", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        request: &PageRequest,
    ) -> Result<Page<Notification>, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows = store::news::page(&mut tx, caller.user, request).await?;
        let Page { rows, next } = Page::cut(rows, request, |row| PageToken {
            sort: String::new(),
            id: row.id.get(),
        });
        let rows = rows.into_iter();
        let opened = rows.filter_map(|row| self.open(caller.user, &row).transpose());
        Ok(Page {
            rows: opened.collect::<Result<_, _>>()?,
            next,
        })
    }

    /// Counts the caller's unread notifications.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.count_unread", skip_all)]
    pub async fn unread(&self, caller: &Principal) -> Result<i64, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::news::unread(&mut tx, caller.user).await?)
    }

    /// Notes that the caller has read one.
    ///
    /// # Errors
    /// `NOTIFICATION_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.mark_notification_read", skip_all)]
    pub async fn mark_read<R: Reply>(
        &self,
        caller: &Principal,
        id: NotificationId,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let (user, now) = (caller.user, self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            let read = store::news::mark_read(tx, user, id, now).await?;
            if read.ok_or_else(notification_not_found)? {
                news::changed(tx, user).await?;
            }
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// Notes that the caller has read all that there are.
    ///
    /// # Errors
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.mark_all_notifications_read", skip_all)]
    pub async fn mark_all_read<R: Reply>(
        &self,
        caller: &Principal,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let (user, now) = (caller.user, self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            if store::news::mark_all_read(tx, user, now).await? > 0 {
                news::changed(tx, user).await?;
            }
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// Deletes notifications of more than 90 days ago.
    ///
    /// # Errors
    /// [`StoreError::Driver`]; what was deleted before stays deleted.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        loop {
            let mut tx = self.db.begin_worker().await?;
            let swept = store::news::delete_old(&mut tx, KEPT, SWEPT_AT_ONCE.into()).await?;
            tx.commit().await?;
            if swept < SWEPT_AT_ONCE.into() {
                return Ok(());
            }
        }
    }

    /// `None` for one that does not open: its key was lost, and what it said with it.
    fn open(&self, user: UserId, row: &NewsRow) -> Result<Option<Notification>, StoreError> {
        let id = row.id;
        let kind = NotificationKind::parse(&row.kind);
        let kind = kind.ok_or_else(|| StoreError::inconsistent("news", "kind", id.get()))?;
        let Ok(said) = news::open(&self.sealed_box, user, &row.key, &row.sealed) else {
            tracing::error!(
                news = id.get(),
                "a notification does not open with our key; it is left out"
            );
            return Ok(None);
        };
        Ok(Some(Notification {
            id,
            kind,
            said,
            created_at: row.created_at,
            read_at: row.read_at,
        }))
    }
}

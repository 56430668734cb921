//! News on its way to browsers, from telling through claim to result.

use std::time::Duration;

use chrono::TimeDelta;
use lintel_core::{Clock as _, SystemClock, UserId};
use lintel_db::{Db, StoreError};
use lintel_proto::notifications::v1::Notification;
use lintel_sealing::SealError;
use prost::Message as _;
use sqlx::PgConnection;

use crate::{
    app::{OutMessage, wants_push},
    domain::RetrySchedule,
    mail::SealedBox,
    store::{
        push::{self, DuePush, NewPush},
        push_subscription,
    },
};

/// The time for which a push is worth sending: older news is read in Lintel itself.
const WORTH: TimeDelta = TimeDelta::hours(24);
/// The purpose of the derived key.
const USAGE: &str = "pushes";
/// The duration of a claim; longer than an attempt.
const LEASE: Duration = Duration::from_secs(60);

/// Tells it to every browser of the account, if the account wants that: one push for a browser and a key.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn enqueue(tx: &mut PgConnection, message: &OutMessage<'_>) -> Result<(), StoreError> {
    if !wants_push(message.fact, message.contact) {
        return Ok(());
    }
    let said = Notification {
        title: message.title.to_owned(),
        url: message.url.to_owned(),
        ..Notification::default()
    };
    let sealed = message
        .sealed_box
        .derive(USAGE)
        .seal(
            &said.encode_to_vec(),
            context(message.user, message.key).as_bytes(),
        )
        .map_err(|_| StoreError::inconsistent("pushes", "sealed", message.user))?;
    push::insert(
        tx,
        NewPush {
            user: message.user,
            key: message.key,
            organisation: message.organisation,
            fact: message.fact.as_str(),
            sealed: &sealed,
            not_after: SystemClock.now() + WORTH,
        },
    )
    .await
}

/// Returns the context that a sealed push is bound to.
fn context(user: UserId, key: &str) -> String {
    format!("{user}:{key}")
}

/// Opens a push.
///
/// # Errors
/// [`SealError`] where it was sealed with another key, or altered.
pub fn open(sealed_box: &SealedBox, due: &DuePush) -> Result<Notification, SealError> {
    let plain = sealed_box
        .derive(USAGE)
        .open(&due.sealed, context(due.user, &due.key).as_bytes())?;
    Notification::decode(plain.as_slice()).map_err(|_| SealError)
}

/// The fate of a push after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterPush {
    /// It is over: it was taken, is refused for good, or not wanted any more.
    Over,
    /// The browser does not exist any more.
    Gone,
    /// The push service asked to wait, or did not answer.
    Later(Option<Duration>),
    /// The account's quiet hours end then; no attempt was made.
    Quiet(Duration),
}

/// The queue of pushes.
#[derive(Debug, Clone)]
pub struct Pushes {
    db: Db,
    schedule: RetrySchedule,
}

impl Pushes {
    /// Pushes in `db`, tried again by `schedule`.
    #[must_use]
    pub const fn new(db: Db, schedule: RetrySchedule) -> Self {
        Self { db, schedule }
    }

    /// Takes at most `at_most` due pushes for this process, and drops those that have become pointless.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim(&self, at_most: i64) -> Result<Vec<DuePush>, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        push::delete_pointless(&mut tx).await?;
        let due = push::claim(&mut tx, at_most, LEASE).await?;
        tx.commit().await?;
        Ok(due)
    }

    /// Notes what became of an attempt, `jitter` thousandths of the usual delay before the next one. `false` when another process
    /// has the push by now.
    ///
    /// # Errors
    /// [`StoreError`]; nothing was noted then.
    pub async fn settle(
        &self,
        due: &DuePush,
        after: AfterPush,
        jitter: u32,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let ours = match after {
            AfterPush::Over => push::end(&mut tx, due).await?,
            AfterPush::Gone => push_subscription::delete(&mut tx, due.subscription).await?,
            AfterPush::Quiet(delay) => push::requeue(&mut tx, due, delay, false).await?,
            AfterPush::Later(asked) => match self.schedule.delay_after(due.attempt, jitter) {
                Some(delay) => {
                    let delay = asked.unwrap_or_default().max(delay);
                    push::requeue(&mut tx, due, delay, true).await?
                }
                None => push::end(&mut tx, due).await?,
            },
        };
        tx.commit().await?;
        Ok(ours)
    }

    /// Returns the number of waiting pushes, and for how long the most overdue one has been due.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn waiting(&self) -> Result<(u64, Duration), StoreError> {
        let mut tx = self.db.begin_worker().await?;
        push::waiting(&mut tx).await
    }
}

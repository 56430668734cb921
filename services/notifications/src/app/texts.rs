//! News on its way to phones, from telling through claim to receipt.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Europe::London;
use lintel_core::{Clock as _, SystemClock, UserId};
use lintel_db::{Db, StoreError};
use lintel_proto::notifications::v1::Notification;
use lintel_sealing::SealError;
use prost::Message as _;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    app::{OutMessage, wants_text},
    domain::{DeliveryState, Fact, RetrySchedule, e164, phone_code::CODE_LIFETIME},
    mail::SealedBox,
    store::{
        phone,
        text::{self, DueText, NewText},
    },
};

/// The time for which a text message is worth sending: older news is read in Lintel itself.
const WORTH: TimeDelta = TimeDelta::hours(24);
/// The purpose of the derived key.
const USAGE: &str = "texts";
/// The duration of a claim; longer than an attempt.
const LEASE: Duration = Duration::from_secs(60);

/// Tells it to the account's phone, if the account wants that and has shown that the number is its own: one message for an account and a
/// key.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn enqueue(tx: &mut PgConnection, message: &OutMessage<'_>) -> Result<(), StoreError> {
    if !wants_text(message.fact, message.contact) {
        return Ok(());
    }
    let Some(number) = e164(&message.contact.phone) else {
        return Ok(());
    };
    // Anybody types any number into their settings.
    let digest = message.sealed_box.phone_digest(&number);
    if !phone::is_verified(tx, message.user, &digest).await? {
        return Ok(());
    }
    let said = Notification {
        title: message.title.to_owned(),
        url: message.url.to_owned(),
        ..Notification::default()
    };
    let (id, key) = (Uuid::now_v7(), message.sealed_box.derive(USAGE));
    let seal = |plain: &[u8], column| {
        key.seal(plain, id.as_bytes())
            .map_err(|_| StoreError::inconsistent("texts", column, id))
    };
    let new = NewText {
        id,
        user: message.user,
        key: message.key,
        fact: message.fact.as_str(),
        organisation: message.organisation,
        about: message.about,
        recipient: &seal(number.as_bytes(), "recipient_sealed")?,
        title: &seal(message.title.as_bytes(), "title_sealed")?,
        sealed: &seal(&said.encode_to_vec(), "sealed")?,
        not_after: SystemClock.now() + WORTH,
    };
    text::insert(tx, new).await
}

/// Sends the code that shows whose a number is. It stands in no log.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn enqueue_code(
    tx: &mut PgConnection,
    sealed_box: &SealedBox,
    user: UserId,
    number: &str,
    code: &str,
) -> Result<(), StoreError> {
    let said = Notification {
        title: format!("{code} is your Lintel code. Nobody of Lintel asks you for it."),
        ..Notification::default()
    };
    let (id, key) = (Uuid::now_v7(), sealed_box.derive(USAGE));
    let seal = |plain: &[u8], column| {
        key.seal(plain, id.as_bytes())
            .map_err(|_| StoreError::inconsistent("texts", column, id))
    };
    let new = NewText {
        id,
        user,
        key: &format!("phone-code:{id}"),
        fact: Fact::PhoneCode.as_str(),
        organisation: None,
        about: None,
        recipient: &seal(number.as_bytes(), "recipient_sealed")?,
        title: &seal(b"A code", "title_sealed")?,
        sealed: &seal(&said.encode_to_vec(), "sealed")?,
        not_after: SystemClock.now() + CODE_LIFETIME,
    };
    text::insert(tx, new).await
}

/// A message that is to be sent now: its number, and what it says.
///
/// # Errors
/// [`SealError`] where it was sealed with another key, or altered.
pub fn open(sealed_box: &SealedBox, due: &DueText) -> Result<(String, Notification), SealError> {
    let key = sealed_box.derive(USAGE);
    let number = key.open(&due.recipient, due.id.as_bytes())?;
    let said = key.open(&due.sealed, due.id.as_bytes())?;
    Ok((
        String::from_utf8(number.to_vec()).map_err(|_| SealError)?,
        Notification::decode(said.as_slice()).map_err(|_| SealError)?,
    ))
}

/// Opens a line of the log: the number, and the message in a line.
///
/// # Errors
/// [`StoreError::Inconsistent`] where it was sealed with another key.
pub fn open_line(
    sealed_box: &SealedBox,
    id: Uuid,
    recipient: &[u8],
    title: &[u8],
) -> Result<(String, String), StoreError> {
    let key = sealed_box.derive(USAGE);
    let open = |sealed: &[u8], column| {
        let odd = || StoreError::inconsistent("texts", column, id);
        let plain = key.open(sealed, id.as_bytes()).map_err(|_| odd())?;
        String::from_utf8(plain.to_vec()).map_err(|_| odd())
    };
    Ok((
        open(recipient, "recipient_sealed")?,
        open(title, "title_sealed")?,
    ))
}

/// The fate of a text message after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterText {
    /// It is over.
    Over(DeliveryState),
    /// The gateway asked to wait, or did not answer.
    Later(Option<Duration>),
    /// The account's quiet hours end then; no attempt was made.
    Quiet(Duration),
}

/// The queue of text messages.
#[derive(Debug, Clone)]
pub struct Texts {
    db: Db,
    schedule: RetrySchedule,
    allowance: u32,
}

impl Texts {
    /// Text messages in `db`, tried again by `schedule`; at most `allowance` a day for one organisation.
    #[must_use]
    pub const fn new(db: Db, schedule: RetrySchedule, allowance: u32) -> Self {
        Self {
            db,
            schedule,
            allowance,
        }
    }

    /// Takes at most `at_most` due messages for this process, and ends those that have become pointless.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim(&self, at_most: i64) -> Result<Vec<DueText>, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        text::expire(&mut tx).await?;
        let due = text::claim(&mut tx, at_most, LEASE).await?;
        tx.commit().await?;
        Ok(due)
    }

    /// Returns whether the organisation's allowance of the day, in London, has room for it. It counts once, however often it is tried.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn allowed(&self, due: &DueText, now: DateTime<Utc>) -> Result<bool, StoreError> {
        if due.counted_on.is_some() {
            return Ok(true);
        }
        let day = now.with_timezone(&London).date_naive();
        let mut tx = self.db.begin_worker().await?;
        let allowed = text::count(&mut tx, due, day, self.allowance.into()).await?;
        tx.commit().await?;
        Ok(allowed)
    }

    /// Notes what became of an attempt, `jitter` thousandths of the usual delay before the next one. `false` when another process
    /// has the message by now.
    ///
    /// # Errors
    /// [`StoreError`]; nothing was noted then.
    pub async fn settle(
        &self,
        due: &DueText,
        after: AfterText,
        jitter: u32,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let ours = match after {
            AfterText::Over(state) => text::end(&mut tx, due, state).await?,
            AfterText::Quiet(delay) => text::requeue(&mut tx, due, delay, false).await?,
            AfterText::Later(asked) => match self.schedule.delay_after(due.attempt, jitter) {
                Some(delay) => {
                    let delay = asked.unwrap_or_default().max(delay);
                    text::requeue(&mut tx, due, delay, true).await?
                }
                None => text::end(&mut tx, due, DeliveryState::Expired).await?,
            },
        };
        tx.commit().await?;
        Ok(ours)
    }

    /// Deletes what waits, for an installation that sends no text messages.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn discard(db: &Db) -> Result<(), StoreError> {
        let mut tx = db.begin_worker().await?;
        text::delete_waiting(&mut tx).await?;
        tx.commit().await
    }

    /// Returns the number of waiting messages, and for how long the most overdue one has been due.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn waiting(&self) -> Result<(u64, Duration), StoreError> {
        let mut tx = self.db.begin_worker().await?;
        text::waiting(&mut tx).await
    }
}

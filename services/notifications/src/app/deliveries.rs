//! Deliveries from request through claim to result.

use std::time::Duration;

use lintel_core::{Clock as _, Error, SystemClock};
use lintel_db::{Db, StoreError, outbox};
use lintel_telemetry::{metrics, trace};
use opentelemetry::KeyValue;
use rand::Rng as _;
use sqlx::PgConnection;
use tracing::Span;

use super::{Failures, landlords};
use crate::{
    domain::{
        Addressee, Cause, DeliveryId, Due, Ending, Hold, Landlord, MailAllowance, NewDelivery,
        Outcome, RetrySchedule, StopReason, hold,
    },
    events::delivery_failed,
    mail::SealedBox,
    store::{
        allowance as mails, attempt,
        delivery::{self, Queue},
        delivery_log, phone, push_subscription,
    },
};

/// The number of rows that are deleted at once, so that no lock is held for long.
const SWEPT_AT_ONCE: u32 = 5000;

/// The fate of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It is over.
    Ended(Ending),
    /// It will be tried again.
    Again(Duration),
    /// The lease had run out and another process has it: this result is ignored.
    LeaseLost,
}

/// The result of a request for a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requested {
    /// It was requested before.
    Before,
    /// It goes now.
    Now,
    /// It waits to go with others.
    Held(Hold),
}

/// Mails to send, and their results.
#[derive(Debug, Clone)]
pub struct Deliveries {
    db: Db,
    schedule: RetrySchedule,
    lease: Duration,
    failures: Failures,
}

impl Deliveries {
    /// Deliveries in `db`, tried again by `schedule`; a claim lasts for `lease`. `failures` says what follows when nobody has an
    /// address.
    #[must_use]
    pub const fn new(db: Db, schedule: RetrySchedule, lease: Duration, failures: Failures) -> Self {
        Self {
            db,
            schedule,
            lease,
            failures,
        }
    }

    /// Returns the duration of a claim.
    #[must_use]
    pub const fn lease(&self) -> Duration {
        self.lease
    }

    /// Requests a mail in the consumer's transaction, continuing the current trace. `false` when it was requested before.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn request(tx: &mut PgConnection, mut new: NewDelivery) -> Result<bool, StoreError> {
        new.traceparent = trace::headers_of(&Span::current()).remove("traceparent");
        delivery::insert(tx, &new).await
    }

    /// Requests a mail as [`Self::request`] does, within what `to` gets in a day by `allowance`, and of one thread in an hour.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn request_within(
        tx: &mut PgConnection,
        new: NewDelivery,
        to: &Addressee,
        allowance: MailAllowance,
    ) -> Result<Requested, StoreError> {
        let id = new.id;
        mails::lock(tx, &to.digest).await?;
        if !Self::request(tx, new).await? {
            return Ok(Requested::Before);
        }
        let recent = mails::recent(tx, &to.digest).await?;
        if let Some(hold) = hold(to, &recent, allowance, SystemClock.now()) {
            mails::hold(tx, id, to, hold.until).await?;
            return Ok(Requested::Held(hold));
        }
        if to.counted || to.thread.is_some() {
            mails::note(tx, id, to).await?;
        }
        Ok(Requested::Now)
    }

    /// Returns the length of the queue.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        delivery::queue(&mut tx).await
    }

    /// Takes at most `at_most` due deliveries for this process, and ends those that have become pointless.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim(&self, at_most: usize) -> Result<Vec<Due>, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let expired = delivery::expire(&mut tx, self.schedule.attempts()).await?;
        for (id, template) in &expired {
            tracing::warn!(delivery = %id, template, "a mail was given up: nobody took it in time");
            fail(&mut tx, *id, template, Ending::Expired).await?;
        }
        let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
        let attempts = self.schedule.attempts();
        let due = delivery::claim(&mut tx, at_most, self.lease, attempts).await?;
        attempt::begin(&mut tx, &due).await?;
        tx.commit().await?;
        for _ in expired {
            count(Ending::Expired);
        }
        Ok(due)
    }

    /// Returns who lets the homes that a mail is about, as `sealed_box` opens it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn landlord(
        &self,
        due: &Due,
        sealed_box: &SealedBox,
    ) -> Result<Option<Landlord>, StoreError> {
        let Some(organisation) = due.organisation else {
            return Ok(None);
        };
        let mut tx = self.db.begin_worker().await?;
        landlords::find(&mut tx, sealed_box, organisation).await
    }

    /// Keeps for the log to whom a mail goes and what its subject is, before it is handed over. Returns whether it may go: nothing that
    /// can be switched off goes to an address that mails came back from.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn may_go(
        &self,
        due: &Due,
        recipient: &str,
        subject: &str,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let stopped = self.failures.note(&mut tx, due.id, recipient, subject);
        let stopped = stopped.await?;
        tx.commit().await?;
        Ok(!stopped || due.setting.is_none())
    }

    /// Notes how the attempt ended and decides what follows.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away; nothing was noted then, and it may be called again.
    pub async fn settle(&self, due: &Due, outcome: Outcome) -> Result<Settled, Error> {
        let jitter = rand::thread_rng().gen_range(RetrySchedule::JITTER);
        let next = match outcome {
            Outcome::Sent => Settled::Ended(Ending::Sent),
            Outcome::Refused(_) => Settled::Ended(Ending::Refused),
            Outcome::Stopped => Settled::Ended(Ending::Stopped),
            Outcome::Failed(_) => self
                .schedule
                .delay_after(due.attempt, jitter)
                .map_or(Settled::Ended(Ending::Expired), Settled::Again),
        };
        let mut tx = self.db.begin_worker().await?;
        let ours = match next {
            Settled::Again(delay) => delivery::requeue(&mut tx, due.id, due.lease, delay).await?,
            Settled::Ended(ending) => delivery::end(&mut tx, due.id, due.lease, ending).await?,
            Settled::LeaseLost => false,
        };
        if !ours {
            return Ok(Settled::LeaseLost);
        }
        attempt::finish(&mut tx, due.id, due.attempt, outcome).await?;
        if let Outcome::Refused(Cause::Mailbox(_)) = outcome {
            self.stop(&mut tx, due).await?;
        }
        if let Settled::Ended(ending) = next {
            fail(&mut tx, due.id, due.template.as_str(), ending).await?;
        }
        tx.commit().await?;
        if let Settled::Ended(ending) = next {
            count(ending);
        }
        Ok(next)
    }

    /// Nobody has the address: it is stopped, and whoever the mail was sent for hears of it.
    async fn stop(&self, tx: &mut PgConnection, due: &Due) -> Result<(), Error> {
        match delivery_log::by_id(tx, due.id).await? {
            Some(mail) => {
                self.failures
                    .came_back(tx, &mail, StopReason::Refused)
                    .await
            }
            None => Ok(()),
        }
    }

    /// Deletes mails and text messages that ended longer ago than what they are about is kept, and sends again to addresses that were
    /// stopped long ago. Forgets browsers that no session is known of.
    ///
    /// # Errors
    /// [`StoreError::Driver`]; what was deleted before stays deleted.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        let mut tx = self.db.begin_worker().await?;
        Failures::lift_old(&mut tx).await?;
        push_subscription::delete_unbound(&mut tx).await?;
        phone::forget_old_codes(&mut tx).await?;
        tx.commit().await?;
        loop {
            let mut tx = self.db.begin_worker().await?;
            let swept = delivery_log::delete_old(&mut tx, SWEPT_AT_ONCE.into()).await?;
            tx.commit().await?;
            if swept < SWEPT_AT_ONCE.into() {
                return Ok(());
            }
        }
    }
}

fn count(ending: Ending) {
    metrics::MAIL_ENDED.add(1, &[KeyValue::new("lintel.mail.state", ending.state())]);
}

/// Publishes an event when a delivery ended without a sent mail.
async fn fail(
    tx: &mut PgConnection,
    id: DeliveryId,
    template: &str,
    ending: Ending,
) -> Result<(), StoreError> {
    if let Some(reason) = ending.failure() {
        outbox::append(tx, &delivery_failed(id, template, reason)).await?;
    }
    Ok(())
}

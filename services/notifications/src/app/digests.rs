//! Digests: one mail at eight in the morning in London with what there is to tell, instead of a mail for each thing. Every replica may
//! send them at any time: each digest is a row that one of them holds while it turns it into one delivery.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{Clock, Error, SystemClock, UserId};
use lintel_db::{Db, StoreError, Tx};
use lintel_proto::{
    common::v1::Sealed,
    identity::v1::{AccountContact, Digest},
};
use sqlx::PgConnection;

use super::{Deliveries, NewsItem, news, wants};
use crate::{
    domain::{DigestRhythm, NewDelivery, Setting, Template, is_worth_sending},
    mail::{DigestLine, DigestMail, SealedBox},
    store::{
        contact,
        digest::{self, DueDigest, ItemRow},
    },
};

/// The number of digests that a transaction sends, so that no lock is held for long.
const BATCH: i64 = 50;
/// The time for which a digest is tried.
const WORTH: TimeDelta = TimeDelta::days(1);
/// The time for which a finished digest is remembered.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// Sends digests.
#[derive(Debug, Clone)]
pub struct Digests {
    db: Db,
    clock: Arc<dyn Clock>,
    sealed_box: SealedBox,
    domain: String,
}

impl Digests {
    /// Digests of what waits in `db`; `domain`, the sender's, is used in message ids.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, sealed_box: SealedBox, domain: String) -> Self {
        Self {
            db,
            clock,
            sealed_box,
            domain,
        }
    }

    /// Keeps what is told for the account's next digest, if it wants one. `false` where each thing is to have a mail of its own.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn add(
        tx: &mut PgConnection,
        sealed_box: &SealedBox,
        user: UserId,
        contact: &AccountContact,
        told: &NewsItem<'_>,
    ) -> Result<bool, Error> {
        let Some(rhythm) = rhythm(contact) else {
            return Ok(false);
        };
        let sealed = news::seal(sealed_box, user, told.key, told.said)?;
        if digest::add(tx, user, told.organisation, told.fact, told.key, &sealed).await? {
            let due = rhythm.next_after(SystemClock.now());
            if !digest::plan(tx, user, due).await? {
                digest::plan(tx, user, rhythm.next_after(due)).await?;
            }
        }
        Ok(true)
    }

    /// Sends every digest that is due. Returns how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.send_digests", skip_all)]
    pub async fn send(&self) -> Result<usize, Error> {
        let mut sent = 0;
        loop {
            let now = self.clock.now();
            let mut tx = self.db.begin_worker().await?;
            let due = digest::claim(&mut tx, now, BATCH).await?;
            for one in &due {
                if self.send_one(&mut tx, *one, now).await? {
                    sent += 1;
                }
                digest::end(&mut tx, *one, now).await?;
            }
            tx.commit().await?;
            if due.is_empty() {
                return Ok(sent);
            }
        }
    }

    /// Deletes what is noted of digests that were over long ago.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn sweep(&self) -> Result<(), StoreError> {
        let mut tx = self.db.begin_worker().await?;
        digest::delete_ended(&mut tx, KEPT).await?;
        tx.commit().await
    }

    /// Turns a digest into a delivery. `false` where there is nothing to tell, or not now.
    async fn send_one(
        &self,
        tx: &mut Tx,
        due: DueDigest,
        now: DateTime<Utc>,
    ) -> Result<bool, Error> {
        let items = digest::waiting(tx, due.user).await?;
        if items.is_empty() {
            return Ok(false);
        }
        let Some(contact) = self.contact(tx, due.user).await? else {
            return Ok(false);
        };
        let rhythm = rhythm(&contact);
        let moved = rhythm.is_some_and(|rhythm| !is_due(rhythm, due.due_at));
        if moved || !is_worth_sending(due.due_at, now) {
            let next = rhythm.unwrap_or(DigestRhythm::Daily).next_after(now);
            digest::plan(tx, due.user, next).await?;
            return Ok(false);
        }
        let ids: Vec<_> = items.iter().map(|item| item.id).collect();
        // Settings act at once: what was switched off since is not told.
        let wanted = contact.email_notifications && !contact.verified_email.is_empty();
        let lines = items
            .iter()
            .filter(|item| wanted && wants(item.fact.row().setting, &contact));
        let lines: Vec<_> = lines.filter_map(|item| self.line(due.user, item)).collect();
        digest::delete(tx, &ids).await?;
        if lines.is_empty() {
            return Ok(false);
        }
        let mail = DigestMail {
            recipient_name: contact.display_name,
            recipient_email: contact.verified_email,
            lines,
            bundled: false,
        };
        let mut delivery = NewDelivery::new(
            Template::Digest,
            format!("digest:{}:{}", due.user, due.due_at.timestamp()),
            Some(due.user),
            self.sealed_box.seal(&mail)?.ciphertext,
            now + WORTH,
            &self.domain,
        );
        delivery.setting = Some(Setting::Email);
        Ok(Deliveries::request(tx, delivery).await?)
    }

    async fn contact(
        &self,
        tx: &mut Tx,
        user: UserId,
    ) -> Result<Option<AccountContact>, StoreError> {
        let ciphertext = contact::of_user(tx, user).await?;
        // One that does not open waits until identity tells of the account again.
        Ok(ciphertext.and_then(|ciphertext| {
            let sealed = Sealed { ciphertext };
            self.sealed_box.open_message(&sealed).ok()
        }))
    }

    fn line(&self, user: UserId, item: &ItemRow) -> Option<DigestLine> {
        let said = news::open(&self.sealed_box, user, &item.key, &item.sealed).ok()?;
        Some(DigestLine {
            kind: item.fact.row().kind.as_str().to_owned(),
            title: said.title,
            url: said.url,
            text: String::new(),
        })
    }
}

/// Returns how often the account gets a digest; `None` where each thing has a mail of its own.
fn rhythm(contact: &AccountContact) -> Option<DigestRhythm> {
    match contact.digest() {
        Digest::Daily => Some(DigestRhythm::Daily),
        Digest::Weekly => Some(DigestRhythm::Weekly),
        Digest::Off | Digest::Unspecified => None,
    }
}

/// Returns whether digests of `rhythm` are due at `due_at`: somebody who changed from daily to weekly waits for Monday.
fn is_due(rhythm: DigestRhythm, due_at: DateTime<Utc>) -> bool {
    rhythm.next_after(due_at - TimeDelta::seconds(1)) == due_at
}

//! Mails that waited go on: one by itself, several as one.

use chrono::{TimeDelta, Utc};
use lintel_core::{Clock as _, Error, SystemClock};
use lintel_db::{Db, StoreError, Tx, outbox};

use super::Deliveries;
use crate::{
    domain::{Addressee, Contents, Ending, MailAllowance, NewDelivery, Setting, Template, hold},
    events::delivery_failed,
    mail::{DigestLine, DigestMail, SealedBox, said_in_bundle},
    store::allowance::{self, HeldRow},
};

/// The number of addresses that a transaction looks at, so that no lock is held for long.
const BATCH: i64 = 20;
/// The time for which a bundle is tried.
const WORTH: TimeDelta = TimeDelta::days(1);

/// Sends what waited.
#[derive(Debug, Clone)]
pub struct Bundles {
    db: Db,
    sealed_box: SealedBox,
    allowance: MailAllowance,
    domain: String,
}

impl Bundles {
    /// Bundles of what waits in `db`, within `allowance`; `domain`, the sender's, is used in message ids.
    #[must_use]
    pub const fn new(
        db: Db,
        sealed_box: SealedBox,
        allowance: MailAllowance,
        domain: String,
    ) -> Self {
        Self {
            db,
            sealed_box,
            allowance,
            domain,
        }
    }

    /// Lets go all whose time has come. Returns how many mails that are.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.send_bundles", skip_all)]
    pub async fn send(&self) -> Result<usize, Error> {
        let mut sent = 0;
        loop {
            let mut tx = self.db.begin_worker().await?;
            let due = allowance::due(&mut tx, BATCH).await?;
            drop(tx);
            let mut went = 0;
            for (digest, sender) in &due {
                let mut tx = self.db.begin_worker().await?;
                went += usize::from(self.send_one(&mut tx, digest, sender).await?);
                tx.commit().await?;
            }
            sent += went;
            if went == 0 {
                return Ok(sent);
            }
        }
    }

    /// Forgets mails that count no more.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn sweep(&self) -> Result<(), StoreError> {
        let mut tx = self.db.begin_worker().await?;
        allowance::forget_old(&mut tx).await?;
        tx.commit().await
    }

    /// Sends what waits for an address from a sender as one mail; `false` where nothing goes now.
    async fn send_one(&self, tx: &mut Tx, digest: &[u8], sender: &str) -> Result<bool, Error> {
        allowance::lock(tx, digest).await?;
        let now = SystemClock.now();
        let waiting = allowance::waiting(tx, digest, sender).await?;
        let (late, mails): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|mail| mail.not_after <= now);
        for mail in &late {
            let failed = delivery_failed(
                mail.id,
                mail.template.as_str(),
                Ending::Expired.failure().unwrap_or_default(),
            );
            outbox::append(tx, &failed).await?;
        }
        allowance::expire(tx, &late.iter().map(|mail| mail.id).collect::<Vec<_>>()).await?;
        let Some(newest) = mails.last() else {
            return Ok(false);
        };
        let to = Addressee {
            digest: digest
                .try_into()
                .map_err(|_| StoreError::inconsistent("held_mails", "address_digest", newest.id))?,
            sender: sender.to_owned(),
            thread: newest.thread.clone(),
            counted: mails.iter().any(|mail| mail.counted),
        };
        // A thread's hour is over; whether there is room is asked again.
        let alone = Addressee {
            thread: None,
            ..to.clone()
        };
        if let Some(hold) = hold(
            &alone,
            &allowance::recent(tx, digest).await?,
            self.allowance,
            now,
        ) {
            allowance::wait_longer(tx, digest, sender, hold.until).await?;
            return Ok(false);
        }
        let told = newest_of_each(&mails);
        if let [only] = told.as_slice() {
            allowance::note(tx, only.id, &to).await?;
            let others: Vec<_> = mails
                .iter()
                .map(|mail| mail.id)
                .filter(|id| *id != only.id)
                .collect();
            allowance::bundle(tx, &others, only.id).await?;
            allowance::release(tx, only.id).await?;
            return Ok(true);
        }
        let Some(bundle) = self.bundle(&told, newest, now)? else {
            // None opens with our key: they wait for the right one as all mails do.
            for mail in &told {
                allowance::release(tx, mail.id).await?;
            }
            return Ok(true);
        };
        let id = bundle.id;
        Deliveries::request(tx, bundle).await?;
        allowance::note(tx, id, &to).await?;
        allowance::bundle(
            tx,
            &mails.iter().map(|mail| mail.id).collect::<Vec<_>>(),
            id,
        )
        .await?;
        Ok(true)
    }

    /// One mail that says what `mails` say; `None` where none opens.
    fn bundle(
        &self,
        mails: &[&HeldRow],
        newest: &HeldRow,
        now: chrono::DateTime<Utc>,
    ) -> Result<Option<NewDelivery>, Error> {
        let opened = mails.iter().filter_map(|mail| {
            let contents = self.sealed_box.open(mail.template, &mail.sealed).ok()?;
            Some((*mail, contents))
        });
        let opened: Vec<_> = opened.collect();
        let Some((_, last)) = opened.last() else {
            return Ok(None);
        };
        let to = last.recipient();
        let mail = DigestMail {
            recipient_name: to.name().unwrap_or_default().to_owned(),
            recipient_email: to.address().to_owned(),
            lines: opened
                .iter()
                .filter_map(|(mail, contents)| line(mail, contents))
                .collect(),
            bundled: true,
        };
        let mut delivery = NewDelivery::new(
            Template::Digest,
            format!("bundle:{}", newest.id),
            newest.user,
            self.sealed_box.seal(&mail)?.ciphertext,
            now + WORTH,
            &self.domain,
        );
        delivery.about = newest.about;
        let mut settings = mails.iter().map(|mail| mail.setting);
        let first = settings.next().flatten();
        delivery.setting = match settings.all(|setting| setting == first) {
            true => first,
            false => Some(Setting::Email),
        };
        Ok(Some(delivery))
    }
}

/// The mails of threads, and of all others about one thing the newest alone: a link that is mailed anew ends the one before.
fn newest_of_each(mails: &[HeldRow]) -> Vec<&HeldRow> {
    let told = mails.iter().enumerate().filter(|(at, mail)| {
        let later = mails.iter().skip(at + 1);
        let mut same =
            later.filter(|other| other.template == mail.template && other.about == mail.about);
        mail.thread.is_some() || mail.about.is_none() || same.next().is_none()
    });
    told.map(|(_, mail)| mail).collect()
}

/// Returns a bundle's line about one mail; `None` where it leads nowhere.
fn line(mail: &HeldRow, contents: &Contents) -> Option<DigestLine> {
    let said = said_in_bundle(contents).ok()??;
    let kind = mail.template.fact()?.row().kind;
    Some(DigestLine {
        kind: kind.as_str().to_owned(),
        title: said.title,
        url: said.url,
        text: said.text,
    })
}

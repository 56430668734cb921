//! Mails that did not reach anybody: their addresses are stopped, and whoever they were sent for hears of it.

use std::time::Duration;

use lintel_core::Error;
use lintel_db::StoreError;
use lintel_proto::{common::v1::Sealed, identity::v1::AccountContact};
use sqlx::PgConnection;

use super::{News, NewsItem};
use crate::{
    domain::{DeliveryId, Fact, Said, StopReason},
    mail::SealedBox,
    store::{contact, delivery_log, delivery_log::Mailed, stopped_address},
};

/// The time for which an address stays stopped: by then its mailbox may have been made again.
const STOPPED_FOR: Duration = Duration::from_secs(90 * 24 * 3600);
/// The purpose of the derived key.
const USAGE: &str = "delivery log";

/// The handling of mails that came back.
#[derive(Debug, Clone)]
pub struct Failures {
    sealed_box: SealedBox,
    news: News,
}

impl Failures {
    /// Opens what the log keeps with `sealed_box`, and tells members by `news`.
    #[must_use]
    pub const fn new(sealed_box: SealedBox, news: News) -> Self {
        Self { sealed_box, news }
    }

    /// Keeps for the log to whom a mail goes and what its subject is. Returns whether the address is stopped.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note(
        &self,
        tx: &mut PgConnection,
        id: DeliveryId,
        recipient: &str,
        title: &str,
    ) -> Result<bool, StoreError> {
        let seal = |text: &str, column| {
            self.sealed_box
                .derive(USAGE)
                .seal(text.as_bytes(), context(id, column).as_bytes())
                .map_err(|_| StoreError::inconsistent("deliveries", column, id))
        };
        let (to, line) = (
            seal(recipient, "recipient_sealed")?,
            seal(title, "title_sealed")?,
        );
        delivery_log::note(tx, id, &to, &line).await?;
        stopped_address::is_stopped(tx, &self.sealed_box.address_digest(recipient)).await
    }

    /// Opens a line of the log: to whom a mail went, and its subject.
    ///
    /// # Errors
    /// [`StoreError::Inconsistent`] where it was sealed with another key.
    pub fn open(
        &self,
        id: DeliveryId,
        recipient: &[u8],
        title: &[u8],
    ) -> Result<(String, String), StoreError> {
        let open = |sealed: &[u8], column| {
            let key = self.sealed_box.derive(USAGE);
            let plain = key.open(sealed, context(id, column).as_bytes());
            let odd = || StoreError::inconsistent("deliveries", column, id);
            String::from_utf8(plain.map_err(|_| odd())?.to_vec()).map_err(|_| odd())
        };
        Ok((
            open(recipient, "recipient_sealed")?,
            open(title, "title_sealed")?,
        ))
    }

    /// A mail came back, was refused or was complained about: its address is stopped, and the members of the organisation that it was
    /// sent for are told.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn came_back(
        &self,
        tx: &mut PgConnection,
        mail: &Mailed,
        reason: StopReason,
    ) -> Result<(), Error> {
        let (Some(recipient), Some(title)) = (&mail.recipient, &mail.title) else {
            return Ok(());
        };
        let (recipient, title) = self.open(mail.id, recipient, title)?;
        let digest = self.sealed_box.address_digest(&recipient);
        stopped_address::stop(tx, &digest, reason).await?;
        let Some(about) = mail.about else {
            return Ok(());
        };
        let said = Said {
            title: "An email did not arrive".to_owned(),
            text: format!(
                "“{title}” to {recipient} {}. No more emails go to this address for 90 days, unless its owner proves it again. Reach \
                 them in another way, or correct the address.",
                reason.told()
            ),
            url: about.path(),
        };
        let mut members = Vec::new();
        for (user, contact) in contact::of_organisation(tx, about.organisation).await? {
            let sealed = Sealed {
                ciphertext: contact,
            };
            // One that does not open is told nothing; the consumers say so in the log.
            if let Ok(contact) = self.sealed_box.open_message::<AccountContact>(&sealed) {
                members.push((user, contact));
            }
        }
        let told = NewsItem {
            fact: Fact::DeliveryFailed,
            organisation: Some(about.organisation),
            about: Some(about),
            key: &format!("delivery-failed:{}", mail.id),
            said: &said,
        };
        self.news.tell(tx, told, &members).await
    }

    /// Sends again to addresses that have been stopped for 90 days.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn lift_old(tx: &mut PgConnection) -> Result<(), StoreError> {
        stopped_address::lift_old(tx, STOPPED_FOR).await
    }
}

/// Returns the context that a sealed value of the log is bound to.
fn context(id: DeliveryId, column: &str) -> String {
    format!("{id}:{column}")
}

//! Telling accounts something: behind the bell, and from there to their browsers and phones.

use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::{StoreError, outbox};
use lintel_proto::{identity::v1::AccountContact, notifications::v1};
use lintel_sealing::SealError;
use prost::Message as _;
use sqlx::PgConnection;

use super::{OutMessage, pushes, texts, wants};
use crate::{
    domain::{About, Fact, Said},
    events::notifications_changed,
    mail::SealedBox,
    store::news::{self, NewNews},
};

/// The purpose of the derived key.
const USAGE: &str = "news";

/// A piece of news for accounts.
#[derive(Debug, Clone, Copy)]
pub struct NewsItem<'a> {
    /// The event that it is about.
    pub fact: Fact,
    /// For which organisation it is told; `None` for what belongs to the account alone.
    pub organisation: Option<OrganisationId>,
    /// The thing that it is about, where an organisation is to find it again.
    pub about: Option<About>,
    /// One piece of news for an account and a key, however often it is told.
    pub key: &'a str,
    /// Its text.
    pub said: &'a Said,
}

/// Tells accounts what happened.
#[derive(Debug, Clone)]
pub struct News {
    sealed_box: SealedBox,
}

impl News {
    /// Keeps what is told unreadable but for the holder of `sealed_box`.
    #[must_use]
    pub const fn new(sealed_box: SealedBox) -> Self {
        Self { sealed_box }
    }

    /// Tells it to each of the accounts that wants it, in the caller's transaction; what was told before under the same key is not
    /// told again.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tell_news", skip_all)]
    pub async fn tell(
        &self,
        tx: &mut PgConnection,
        told: NewsItem<'_>,
        recipients: &[(UserId, AccountContact)],
    ) -> Result<(), Error> {
        let row = told.fact.row();
        // In one order, so that two events that are told to the same people do not wait for each other.
        let mut recipients: Vec<_> = recipients.iter().collect();
        recipients.sort_by_key(|(user, _)| *user);
        recipients.dedup_by_key(|(user, _)| *user);
        for (user, contact) in recipients {
            if !wants(row.setting, contact) {
                continue;
            }
            if row.ways.in_app && !self.keep(tx, &told, *user).await? {
                continue;
            }
            let message = OutMessage {
                user: *user,
                contact,
                fact: told.fact,
                organisation: told.organisation,
                about: told.about,
                title: &told.said.title,
                text: &told.said.text,
                url: &told.said.url,
                key: told.key,
                sealed_box: &self.sealed_box,
            };
            pushes::enqueue(tx, &message).await?;
            texts::enqueue(tx, &message).await?;
        }
        Ok(())
    }

    /// Keeps it behind the bell of `user`; `false` where it was told before.
    async fn keep(
        &self,
        tx: &mut PgConnection,
        told: &NewsItem<'_>,
        user: UserId,
    ) -> Result<bool, Error> {
        let sealed = seal(&self.sealed_box, user, told.key, told.said)?;
        let new = NewNews {
            user,
            organisation: told.organisation,
            key: told.key,
            fact: told.fact,
            sealed: &sealed,
        };
        if !news::insert(tx, new).await? {
            return Ok(false);
        }
        changed(tx, user).await?;
        Ok(true)
    }
}

/// Seals what is said to `user` under `key`.
///
/// # Errors
/// [`Error::Internal`] if it cannot be sealed.
pub fn seal(
    sealed_box: &SealedBox,
    user: UserId,
    key: &str,
    said: &Said,
) -> Result<Vec<u8>, Error> {
    let said = v1::Notification {
        title: said.title.clone(),
        text: said.text.clone(),
        url: said.url.clone(),
        ..v1::Notification::default()
    };
    let (plain, context) = (said.encode_to_vec(), context(user, key));
    let sealed = sealed_box.derive(USAGE).seal(&plain, context.as_bytes());
    sealed.map_err(Error::internal)
}

/// Opens a piece of news.
///
/// # Errors
/// [`SealError`] where it was sealed with another key, or altered.
pub fn open(
    sealed_box: &SealedBox,
    user: UserId,
    key: &str,
    sealed: &[u8],
) -> Result<Said, SealError> {
    let plain = sealed_box
        .derive(USAGE)
        .open(sealed, context(user, key).as_bytes())?;
    let said = v1::Notification::decode(plain.as_slice()).map_err(|_| SealError)?;
    Ok(Said {
        title: said.title,
        text: said.text,
        url: said.url,
    })
}

/// Says to live screens that what `user` sees is another one.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn changed(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    let version = news::bump(tx, user).await?;
    outbox::append(tx, &notifications_changed(user, version)).await?;
    Ok(())
}

/// Returns the context that sealed news is bound to.
fn context(user: UserId, key: &str) -> String {
    format!("{user}:{key}")
}

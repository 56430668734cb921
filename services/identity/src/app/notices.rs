//! Mails that tell an owner what happened to the account.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Error, device_name};
use lintel_db::outbox;
use lintel_proto::{convert::timestamp, identity::v1};
use sqlx::PgConnection;

use crate::{
    domain::{client::Client, user::User},
    events::{self, MailSealer},
};

/// After this time a notice is no longer worth sending.
const NEWS_LIFETIME: Duration = Duration::hours(72);

/// Asks for mails that tell an owner what happened.
#[derive(Debug, Clone)]
pub struct Notices(Option<MailSealer>);

impl Notices {
    /// `mail` is `None` where no mail transport is configured; then no notice is sent.
    pub const fn new(mail: Option<MailSealer>) -> Self {
        Self(mail)
    }

    /// Tells `user` in the caller's transaction that `kind` happened `at`, done with `client` where that matters.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn tell(
        &self,
        tx: &mut PgConnection,
        user: &User,
        kind: v1::AccountMailKind,
        at: DateTime<Utc>,
        client: Option<&Client>,
    ) -> Result<(), Error> {
        let Some(sealer) = &self.0 else {
            return Ok(());
        };
        let mail = sealer.account_mail(&v1::AccountMail {
            recipient_name: user.name.clone(),
            recipient_email: user.email.clone(),
            occur_time: Some(timestamp(at)),
            device: client.map_or_else(String::new, |client| device_name(&client.user_agent)),
            address: client.map_or_else(String::new, |client| client.address.clone()),
            ..v1::AccountMail::default()
        })?;
        let event = events::account_mail_requested(user.id, kind, at + NEWS_LIFETIME, mail);
        outbox::append(tx, &event).await?;
        Ok(())
    }
}

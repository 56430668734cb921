//! Mails to ask notifications for. What one needs travels sealed to notifications' key.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_db::outbox;
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};
use lintel_sealing::Sealer;
use sqlx::PgConnection;

use crate::events;

/// After this time news is no longer worth sending.
pub const NEWS: Duration = Duration::hours(72);

/// Asks for mails.
#[derive(Debug, Clone)]
pub struct Mails(Option<Sealer>);

impl Mails {
    /// `sealer` is `None` where the installation sends no mail; then none is asked for.
    #[must_use]
    pub const fn new(sealer: Option<Sealer>) -> Self {
        Self(sealer)
    }

    /// Whether the installation sends mail.
    #[must_use]
    pub const fn are_sent(&self) -> bool {
        self.0.is_some()
    }

    /// Asks for a mail in the caller's transaction: to the recipient in it, or to every member of the organisation. After `expire` it
    /// is pointless.
    ///
    /// # Errors
    /// The store's errors; [`Error::Internal`] when it cannot be sealed.
    pub async fn request(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: TenancyMailKind,
        mail: TenancyMail,
        to_members: bool,
        expire: DateTime<Utc>,
    ) -> Result<(), Error> {
        let Some(sealer) = &self.0 else {
            return Ok(());
        };
        let sealed = sealer.seal(&mail)?;
        let event = events::tenancy_mail_requested(organisation, kind, sealed, to_members, expire);
        outbox::append(tx, &event).await?;
        Ok(())
    }
}

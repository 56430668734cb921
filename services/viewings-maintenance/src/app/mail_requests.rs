//! Mails to ask notifications for. What one needs travels sealed to notifications' key.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Error, OrganisationId, UserId};
use lintel_db::outbox;
use lintel_proto::{
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind},
    viewings::v1::{ViewingMail, ViewingMailKind},
};
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

    /// Asks for a mail about a viewing in the caller's transaction: to the recipient in it, or to `member` at their own address. After
    /// `expire` it is pointless.
    ///
    /// # Errors
    /// The store's errors; [`Error::Internal`] when it cannot be sealed.
    pub async fn viewing(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: ViewingMailKind,
        mail: &ViewingMail,
        member: Option<UserId>,
        expire: DateTime<Utc>,
    ) -> Result<(), Error> {
        let Some(sealer) = &self.0 else {
            return Ok(());
        };
        let sealed = sealer.seal(mail)?;
        let event = events::viewing_mail_requested(organisation, kind, sealed, member, expire);
        outbox::append(tx, &event).await?;
        Ok(())
    }

    /// Asks for a mail about maintenance in the caller's transaction: to every member that wants alerts, to `member`, or to the recipient
    /// in it. After `expire` it is pointless.
    ///
    /// # Errors
    /// As [`Self::viewing`].
    #[expect(
        clippy::too_many_arguments,
        reason = "each is one part of the mail's address"
    )]
    pub async fn maintenance(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: MaintenanceMailKind,
        mail: &MaintenanceMail,
        to_members: bool,
        member: Option<UserId>,
        expire: DateTime<Utc>,
    ) -> Result<(), Error> {
        let Some(sealer) = &self.0 else {
            return Ok(());
        };
        let sealed = sealer.seal(mail)?;
        let event = events::maintenance_mail_requested(
            organisation,
            kind,
            sealed,
            to_members,
            member,
            expire,
        );
        outbox::append(tx, &event).await?;
        Ok(())
    }
}

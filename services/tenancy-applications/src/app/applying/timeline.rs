//! Writing down what happens to an application.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId};
use sqlx::PgConnection;

use crate::{
    domain::applying::{Actor, TimelineEvent},
    store::applying::application_event,
};

/// Adds an entry to an application's timeline, in the transaction of what it tells.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn record(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    event: TimelineEvent,
    actor: Actor,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    application_event::append(tx, organisation, application, &event, actor, now).await?;
    Ok(())
}

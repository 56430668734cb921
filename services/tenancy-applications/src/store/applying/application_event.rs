//! What happened to applications.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, OrganisationId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::applying::{Actor, TimelineEntry, TimelineEvent};

/// Adds an entry.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.application_event.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    event: &TimelineEvent,
    actor: Actor,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO application_events (organisation_id, application_id, event, description, actor, happened_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        organisation.get(),
        application.get(),
        event.word(),
        event.description(),
        actor.as_str(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// When something of this kind happened last.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.application_event.last_at", skip_all)]
pub async fn last_at(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    event: &str,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    Ok(sqlx::query_scalar!(
        "SELECT max(happened_at) FROM application_events
         WHERE organisation_id = $1 AND application_id = $2 AND event = $3",
        organisation.get(),
        application.get(),
        event,
    )
    .fetch_one(tx)
    .await?)
}

/// An application's entries, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.application_event.of_application", skip_all)]
pub async fn of_application(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Vec<TimelineEntry>, StoreError> {
    let rows = sqlx::query!(
        "SELECT application_event_id, event, description, actor, happened_at FROM application_events
         WHERE organisation_id = $1 AND application_id = $2 ORDER BY application_event_id",
        organisation.get(),
        application.get(),
    )
    .fetch_all(tx)
    .await?;
    let entries = rows.into_iter().map(|row| {
        let name = RowName {
            table: "application_events",
            id: row.application_event_id,
        };
        Ok(TimelineEntry {
            event: row.event,
            description: row.description,
            actor: name.known("actor", Actor::parse(&row.actor))?,
            at: row.happened_at,
        })
    });
    entries.collect()
}

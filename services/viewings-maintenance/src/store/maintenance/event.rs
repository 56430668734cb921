//! The history of requests.

use lintel_core::{MaintenanceRequestId, OrganisationId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::maintenance::{
    Happening, MaintenanceActor, MaintenanceEvent, MaintenanceEventKind,
};

/// Adds an entry.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_event.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    event: &MaintenanceEvent,
) -> Result<(), StoreError> {
    let Happening {
        kind,
        was,
        became,
        private,
    } = &event.happening;
    // Programs of before know neither contractors' acts nor jobs, and read the nearest that they know.
    let (of_job, by_contractor) = (
        *kind == MaintenanceEventKind::Job,
        event.actor == MaintenanceActor::Contractor,
    );
    let kind = if of_job {
        MaintenanceEventKind::Contractor
    } else {
        *kind
    };
    let actor = if by_contractor {
        MaintenanceActor::Lintel
    } else {
        event.actor
    };
    sqlx::query!(
        "INSERT INTO maintenance_events
             (organisation_id, maintenance_request_id, kind, actor, user_id, was, became, private, happened_at, of_job, by_contractor)
         VALUES ($1, $2, $3, $4, $5, nullif($6, ''), nullif($7, ''), $8, $9, $10, $11)",
        organisation.get(),
        request.get(),
        kind.as_str(),
        actor.as_str(),
        event.user.map(UserId::get),
        was,
        became,
        private,
        event.at,
        of_job,
        by_contractor,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A request's entries, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_event.of_request", skip_all)]
pub async fn of_request(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Vec<MaintenanceEvent>, StoreError> {
    let rows = sqlx::query!(
        "SELECT maintenance_event_id, kind, actor, user_id, was, became, private, happened_at, of_job, by_contractor
         FROM maintenance_events
         WHERE organisation_id = $1 AND maintenance_request_id = $2 ORDER BY maintenance_event_id",
        organisation.get(),
        request.get(),
    )
    .fetch_all(tx)
    .await?;
    let events = rows.into_iter().map(|row| {
        let name = RowName {
            table: "maintenance_events",
            id: row.maintenance_event_id,
        };
        let kind = name.known("kind", MaintenanceEventKind::parse(&row.kind))?;
        let actor = name.known("actor", MaintenanceActor::parse(&row.actor))?;
        Ok(MaintenanceEvent {
            happening: Happening {
                kind: if row.of_job {
                    MaintenanceEventKind::Job
                } else {
                    kind
                },
                was: row.was.unwrap_or_default(),
                became: row.became.unwrap_or_default(),
                private: row.private,
            },
            at: row.happened_at,
            actor: if row.by_contractor {
                MaintenanceActor::Contractor
            } else {
                actor
            },
            user: row.user_id.map(Into::into),
        })
    });
    events.collect()
}

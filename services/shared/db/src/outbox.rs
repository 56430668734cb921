//! Appending events in the transaction of the change they report.

pub use lintel_core::NewEvent;
use lintel_core::OrganisationId;
use lintel_telemetry::trace;
use sqlx::PgConnection;
use tracing::Span;
use uuid::Uuid;

use crate::StoreError;

/// Appends `event` with the current trace. It is published if and only if `tx` commits.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn append(tx: &mut PgConnection, event: &NewEvent) -> Result<Uuid, StoreError> {
    let event_id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO outbox (event_id, event_type, aggregate_type, aggregate_id, aggregate_version, organisation_id, \
         headers, payload) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        event_id,
        event.event_type,
        event.aggregate_type,
        event.aggregate_id,
        event.aggregate_version,
        event.organisation.map(OrganisationId::get),
        serde_json::json!(trace::headers_of(&Span::current())),
        event.payload,
    )
    .execute(tx)
    .await?;
    Ok(event_id)
}

/// Appends many events at once, in their order. They are published if and only if `tx` commits.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn append_all(tx: &mut PgConnection, events: &[NewEvent]) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let texts = |text: fn(&NewEvent) -> &str| {
        events
            .iter()
            .map(|event| text(event).to_owned())
            .collect::<Vec<_>>()
    };
    let ids: Vec<_> = events.iter().map(|_| Uuid::now_v7()).collect();
    let versions: Vec<_> = events.iter().map(|event| event.aggregate_version).collect();
    let organisations: Vec<_> = events
        .iter()
        .map(|event| event.organisation.map(OrganisationId::get))
        .collect();
    let payloads: Vec<_> = events.iter().map(|event| event.payload.clone()).collect();
    sqlx::query!(
        "INSERT INTO outbox (event_id, event_type, aggregate_type, aggregate_id, aggregate_version, organisation_id, \
         headers, payload) \
         SELECT given.event_id, given.event_type, given.aggregate_type, given.aggregate_id, given.aggregate_version, \
         given.organisation_id, $7, given.payload \
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $8::bytea[]) \
         WITH ORDINALITY AS given (event_id, event_type, aggregate_type, aggregate_id, aggregate_version, \
         organisation_id, payload, place) ORDER BY given.place",
        &ids,
        &texts(|event| event.event_type),
        &texts(|event| event.aggregate_type),
        &texts(|event| &event.aggregate_id),
        &versions,
        &organisations as &[Option<i64>],
        serde_json::json!(trace::headers_of(&Span::current())),
        &payloads,
    )
    .execute(tx)
    .await?;
    Ok(())
}

//! Appending events in the transaction of the change that they tell of.

use lintel_core::OrganisationId;
use lintel_telemetry::trace;
use sqlx::PgConnection;
use tracing::Span;
use uuid::Uuid;

use crate::StoreError;

/// An event to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// `<service>.<aggregate>.<event>.v<major>`, as the contract names it.
    pub event_type: &'static str,
    /// What kind of thing changed (`property`).
    pub aggregate_type: &'static str,
    /// Which one: a number, or a UUID as text.
    pub aggregate_id: String,
    /// Its version after the change; one event of a type for each version.
    pub aggregate_version: i64,
    /// The organisation that may hear of it, for things that belong to one.
    pub organisation: Option<OrganisationId>,
    /// The encoded message. No personal data in clear.
    pub payload: Vec<u8>,
}

/// Appends `event`. It is published if and only if `tx` commits, and carries the current trace with it.
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

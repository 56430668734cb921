//! An event as a service appends it to its outbox.

use crate::OrganisationId;

/// An event to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// `<package>.<aggregate>.<event>.v<major>`, as the contract names it.
    pub event_type: &'static str,
    /// The kind of thing that changed (`property`).
    pub aggregate_type: &'static str,
    /// Which one: a number, or a UUID as text.
    pub aggregate_id: String,
    /// Its version after the change; one event of a type for each version.
    pub aggregate_version: i64,
    /// The organisation that the event belongs to, if it belongs to one.
    pub organisation: Option<OrganisationId>,
    /// The encoded message. No personal data in clear.
    pub payload: Vec<u8>,
}

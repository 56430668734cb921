//! The events about deliveries for other services.

use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent as _, notifications::v1::DeliveryFailed};
use prost::Message as _;

use crate::domain::DeliveryId;

/// A delivery failed. That happens once, so its version is always the same.
pub fn delivery_failed(id: DeliveryId, template: &str, reason: &str) -> NewEvent {
    let message = DeliveryFailed {
        delivery_id: id.to_string(),
        template: template.to_owned(),
        reason: reason.to_owned(),
    };
    NewEvent {
        event_type: DeliveryFailed::TYPE,
        aggregate_type: "delivery",
        aggregate_id: id.to_string(),
        aggregate_version: 1,
        organisation: None,
        payload: message.encode_to_vec(),
    }
}

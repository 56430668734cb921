//! The events about deliveries and news for other services.

use lintel_core::UserId;
use lintel_db::outbox::NewEvent;
use lintel_proto::{
    PublicEvent as _,
    notifications::v1::{DeliveryFailed, NotificationsChanged},
};
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

/// What an account sees behind the bell is another one. It belongs to the account and to no organisation.
pub fn notifications_changed(user: UserId, version: i64) -> NewEvent {
    let message = NotificationsChanged {
        user_id: user.get(),
        version,
    };
    NewEvent {
        event_type: NotificationsChanged::TYPE,
        aggregate_type: "inbox",
        aggregate_id: user.to_string(),
        aggregate_version: version,
        organisation: None,
        payload: message.encode_to_vec(),
    }
}

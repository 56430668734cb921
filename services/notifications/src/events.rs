//! The events about deliveries and news for other services.

use lintel_core::UserId;
use lintel_db::outbox::NewEvent;
use lintel_proto::{
    PublicEvent as _,
    notifications::v1::{DeliveryFailed, NotificationsChanged},
};

use crate::domain::DeliveryId;

/// A delivery failed. That happens once, so its version is always the same.
pub fn delivery_failed(id: DeliveryId, template: &str, reason: &str) -> NewEvent {
    DeliveryFailed {
        delivery_id: id.to_string(),
        template: template.to_owned(),
        reason: reason.to_owned(),
    }
    .event()
}

/// What an account sees behind the bell is another one. It belongs to the account and to no organisation.
pub fn notifications_changed(user: UserId, version: i64) -> NewEvent {
    NotificationsChanged {
        user_id: user.get(),
        version,
    }
    .event()
}

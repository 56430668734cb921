//! The name under which each event travels.

use prost::Message;

use crate::{identity, notifications, portfolio};

/// An event that a service publishes for others.
pub trait PublicEvent: Message {
    /// `<service>.<aggregate>.<event>.v<major>`; the subject is `lintel.evt.` before it.
    const TYPE: &'static str;
}

macro_rules! public_events {
    ($($message:ty => $name:literal),+ $(,)?) => {
        $(impl PublicEvent for $message {
            const TYPE: &'static str = $name;
        })+

        /// Every type that this program knows. Another one was published by a newer program.
        pub const EVENT_TYPES: &[&str] = &[$($name),+];
    };
}

public_events! {
    identity::v1::UserRegistered => "identity.user.registered.v1",
    identity::v1::EmailVerified => "identity.user.email-verified.v1",
    identity::v1::EmailVerificationRequested => "identity.email-token.verification-requested.v1",
    identity::v1::SessionEnded => "identity.session.ended.v1",
    portfolio::v1::PropertyChanged => "portfolio.property.changed.v1",
    portfolio::v1::PropertyDeleted => "portfolio.property.deleted.v1",
    notifications::v1::DeliveryFailed => "notifications.delivery.failed.v1",
}

//! Web Push: messages to browsers through their makers' push services (RFC 8030), which cannot read them (RFC 8291) and know who sends
//! them (RFC 8292).

mod encrypt;
mod endpoint;
mod sender;
mod subscription;
mod vapid;

pub use endpoint::{Endpoint, EndpointError, PushHosts};
pub use sender::{PushMessage, PushOutcome, PushSender};
pub use subscription::{Subscription, SubscriptionError, digest};
pub use vapid::{PushKey, PushKeyError};

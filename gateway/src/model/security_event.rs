//! What happened to an account's security.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{instant, required};
use crate::problem::Problem;

/// An entry of the caller's security log.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecurityEvent {
    /// Its id.
    #[schema(example = 42)]
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// What, stable: `signed-in`, `sign-in-paused`, `failed-tries`, `password-changed`, `password-reset`, `two-factor-enabled`,
    /// `two-factor-disabled`, `recovery-codes-renewed`, `session-ended`, `other-sessions-ended`, `email-change-requested`,
    /// `email-changed`.
    #[schema(example = "signed-in")]
    pub kind: String,
    /// The device that did it, in words.
    #[schema(example = "Chrome on Windows")]
    pub device: String,
    /// The network address that it came from; empty where none is known.
    #[schema(example = "192.0.2.1")]
    pub address: String,
    /// What happened, as a sentence.
    #[schema(example = "Signed in.")]
    pub text: String,
}

impl TryFrom<identity::SecurityEvent> for SecurityEvent {
    type Error = Problem;

    fn try_from(event: identity::SecurityEvent) -> Result<Self, Problem> {
        Ok(Self {
            id: event.security_event_id,
            at: required(instant(event.occur_time)?, "occur_time")?,
            kind: event.kind,
            device: event.device,
            address: event.address,
            text: event.text,
        })
    }
}

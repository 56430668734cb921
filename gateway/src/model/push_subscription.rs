//! The browsers that news goes to.

use chrono::{DateTime, Utc};
use lintel_proto::notifications::v1 as notifications;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{instant, required};
use crate::problem::Problem;

/// A browser that the caller's news goes to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSubscription {
    /// Its number.
    pub id: i64,
    /// Browser and system in words.
    #[schema(example = "Chrome on Android")]
    pub device: String,
    /// When it was kept, or bound to another session.
    pub created_at: DateTime<Utc>,
    /// Whether the session that asks is its own.
    pub current: bool,
}

impl TryFrom<notifications::PushSubscription> for PushSubscription {
    type Error = Problem;

    fn try_from(browser: notifications::PushSubscription) -> Result<Self, Problem> {
        Ok(Self {
            id: browser.push_subscription_id,
            device: browser.device,
            created_at: required(instant(browser.create_time)?, "create_time")?,
            current: browser.is_current,
        })
    }
}

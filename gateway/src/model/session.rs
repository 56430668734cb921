//! Where somebody is signed in.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::convert::{instant, required};
use crate::problem::Problem;

/// A session of the caller's that goes on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its id.
    #[schema(value_type = String, format = Uuid)]
    pub id: Uuid,
    /// Browser and system in words.
    #[schema(example = "Chrome on Windows")]
    pub device: String,
    /// The client's name for itself.
    pub user_agent: String,
    /// The network address that it was begun from; empty where none is known.
    #[schema(example = "192.0.2.1")]
    pub address: String,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// When a person last used it, to the half minute.
    pub last_used_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// Whether it is the one that asks.
    pub current: bool,
}

impl TryFrom<identity::Session> for Session {
    type Error = Problem;

    fn try_from(session: identity::Session) -> Result<Self, Problem> {
        Ok(Self {
            id: session.session_id.parse().map_err(Problem::internal)?,
            device: session.device,
            user_agent: session.user_agent,
            address: session.address,
            created_at: required(instant(session.create_time)?, "create_time")?,
            last_used_at: required(instant(session.last_use_time)?, "last_use_time")?,
            expires_at: required(instant(session.expire_time)?, "expire_time")?,
            current: session.current,
        })
    }
}

/// What came of ending all others.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedSessions {
    /// How many were ended.
    #[schema(example = 2)]
    pub ended: usize,
}

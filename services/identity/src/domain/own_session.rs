//! A session as its owner sees it.

use chrono::{DateTime, Utc};
use lintel_core::SessionId;

use super::client::Client;

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSession {
    /// Its id.
    pub id: SessionId,
    /// The client that it was begun with.
    pub client: Client,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// When a person last used it.
    pub last_used_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
}

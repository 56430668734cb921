//! What the bell shows, and the ways by which people are reached.

use serde::Serialize;
use utoipa::ToSchema;

/// How many are unread.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadCount {
    /// The number.
    pub unread: i64,
}

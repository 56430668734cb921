//! Models of the duties of homes and their states.

use serde::Serialize;
use utoipa::ToSchema;

/// Of how many homes a fact was said.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnsweredHomes {
    /// Those that have it now.
    pub answered: i32,
    /// Those that are left, of which the same can be said with another key.
    pub remaining: i32,
}

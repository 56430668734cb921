//! Where somebody is signed in.

use serde::Serialize;
use utoipa::ToSchema;

/// What came of ending all others.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedSessions {
    /// How many were ended.
    #[schema(example = 2)]
    pub ended: usize,
}

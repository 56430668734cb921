//! Banks' files and the money that came by them.

use serde::Serialize;
use utoipa::ToSchema;

/// Lines that were taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankLinesUndone {
    /// How many were decided.
    #[schema(example = 1)]
    pub undone: i32,
}

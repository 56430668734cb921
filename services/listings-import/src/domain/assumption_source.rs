//! Sources of the assumptions that nobody typed.

use serde::{Deserialize, Serialize};

/// Where an assumption is from that nobody typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssumptionSource {
    /// Its name in the contract.
    pub field: String,
    /// The name that people read.
    pub source: String,
}

/// Takes what was typed, or the default with its source.
pub(super) struct Defaults {
    pub(super) sources: Vec<AssumptionSource>,
}

impl Defaults {
    pub(super) fn take<T>(&mut self, field: &str, typed: Option<T>, default: T, source: &str) -> T {
        typed.unwrap_or_else(|| {
            self.sources.push(AssumptionSource {
                field: field.to_owned(),
                source: source.to_owned(),
            });
            default
        })
    }
}

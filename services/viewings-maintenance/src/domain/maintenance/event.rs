//! The history of a request.

use chrono::{DateTime, Utc};
use lintel_core::UserId;

use super::{MaintenanceActor, MaintenanceEventKind};

/// The longest text of an entry, in characters.
const LONGEST: usize = 300;

/// An entry of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaintenanceEvent {
    /// The thing that happened.
    pub happening: Happening,
    /// When.
    pub at: DateTime<Utc>,
    /// The person who did it.
    pub actor: MaintenanceActor,
    /// The account that did it.
    pub user: Option<UserId>,
}

/// The thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// Its kind.
    pub kind: MaintenanceEventKind,
    /// The old value, as people read it; of a member the account's number. May be empty.
    pub was: String,
    /// The new value. May be empty.
    pub became: String,
    /// True when it is for the landlord alone.
    pub private: bool,
}

impl Happening {
    /// An entry that both sides may read.
    #[must_use]
    pub fn new(kind: MaintenanceEventKind, was: &str, became: &str) -> Self {
        let cut = |text: &str| text.chars().take(LONGEST).collect();
        Self {
            kind,
            was: cut(was),
            became: cut(became),
            private: false,
        }
    }

    /// An entry for the landlord alone.
    #[must_use]
    pub fn private(kind: MaintenanceEventKind, was: &str, became: &str) -> Self {
        Self {
            private: true,
            ..Self::new(kind, was, became)
        }
    }
}

//! Entries about jobs in a request's history.

use crate::domain::maintenance::{Happening, MaintenanceEventKind};

/// Returns the history's entry about a job, for the landlord alone.
pub(super) fn happening(text: &str) -> Happening {
    Happening::private(MaintenanceEventKind::Job, "", text)
}

//! Phrases that mails about repairs share.

use crate::{domain::MaintenanceFacts, mail::words::slot};

pub(super) fn title(facts: &MaintenanceFacts) -> &str {
    facts.title.as_deref().unwrap_or("A repair")
}

/// When a visit is.
pub(super) fn visit(facts: &MaintenanceFacts) -> String {
    match (facts.start, facts.end) {
        (Some(start), Some(end)) => slot(start, end),
        _ => "a day that is still to be agreed".to_owned(),
    }
}

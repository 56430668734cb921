//! Keeps the last changes, so that a browser that was away for a moment misses nothing.

use std::collections::VecDeque;

use uuid::Uuid;

use super::{audience::Listener, change::Change};

/// The most changes that are kept, for everybody together.
const MOST: usize = 4096;

/// The last changes in the order of their arrival.
#[derive(Debug, Default)]
pub struct Ring(VecDeque<Change>);

impl Ring {
    /// Adds a change; `false` if it is known already (a relay may publish an event twice).
    pub fn push(&mut self, change: &Change) -> bool {
        if self.0.iter().rev().any(|known| known.event == change.event) {
            return false;
        }
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(change.clone());
        true
    }

    /// Returns the changes for the listener after `last`; `None` if `last` is not known or no longer kept.
    #[must_use]
    pub fn since(&self, listener: Listener, last: Uuid) -> Option<Vec<Change>> {
        let own = || self.0.iter().filter(|change| change.audience.has(listener));
        let position = own().position(|change| change.event == last)?;
        Some(own().skip(position + 1).cloned().collect())
    }

    /// Drops all changes, because events may have been missed.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use lintel_core::{OrganisationId, UserId};

    use super::*;
    use crate::live::{Audience, ChangedData};

    fn change(organisation: i64, number: u128) -> Change {
        Change {
            event: Uuid::from_u128(number),
            audience: Audience::organisation(OrganisationId::new(organisation)),
            data: ChangedData {
                resource: "properties",
                id: 1,
                version: 1,
                gone: false,
            },
        }
    }

    fn since(ring: &Ring, organisation: i64, last: u128) -> Option<Vec<u128>> {
        let listener = Listener {
            organisation: Some(OrganisationId::new(organisation)),
            account: UserId::new(7),
        };
        let changes = ring.since(listener, Uuid::from_u128(last))?;
        Some(
            changes
                .into_iter()
                .map(|change| change.event.as_u128())
                .collect(),
        )
    }

    #[test]
    fn what_came_later_in_the_same_organisation_is_replayed() {
        let mut ring = Ring::default();
        for (organisation, number) in [(1, 10), (2, 20), (1, 11), (2, 21), (1, 12)] {
            assert!(ring.push(&change(organisation, number)));
        }
        assert!(!ring.push(&change(1, 11)));
        assert_eq!(since(&ring, 1, 10), Some(vec![11, 12]));
        assert_eq!(since(&ring, 1, 12), Some(vec![]));
        assert_eq!(since(&ring, 2, 10), None);
        assert_eq!(since(&ring, 1, 99), None);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut ring = Ring::default();
        for number in 0..=MOST as u128 {
            ring.push(&change(1, number));
        }
        assert_eq!(since(&ring, 1, 0), None);
        assert_eq!(
            since(&ring, 1, 1).map(|changes| changes.len()),
            Some(MOST - 1)
        );
    }
}

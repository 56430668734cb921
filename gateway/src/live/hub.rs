//! Sends changes to the browsers of each organisation.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lintel_core::OrganisationId;
use tokio::sync::broadcast;
use uuid::Uuid;

use super::{change::Change, ring::Ring};

/// How many changes a browser may be behind before it is told to refetch everything.
const BACKLOG: usize = 64;

/// A message to a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// One thing changed.
    Changed(Change),
    /// Changes may have been missed.
    Resync,
    /// Too many streams are open: this one, the oldest, ends.
    Displaced,
}

/// What a new stream has missed, and what comes.
#[derive(Debug)]
pub struct Watch {
    /// What to send first.
    pub missed: Vec<Message>,
    /// What follows.
    pub coming: broadcast::Receiver<Message>,
}

/// Distributes changes by organisation; clones share their listeners.
#[derive(Debug, Clone, Default)]
pub struct Hub(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    ring: Ring,
    listeners: HashMap<OrganisationId, broadcast::Sender<Message>>,
}

impl Hub {
    /// Sends a change to its organisation.
    pub fn publish(&self, change: Change) {
        let mut state = self.lock();
        if !state.ring.push(&change) {
            return;
        }
        if let Some(sender) = state.listeners.get(&change.organisation)
            && sender.receiver_count() > 0
        {
            let _ = sender.send(Message::Changed(change));
        } else {
            state.listeners.remove(&change.organisation);
        }
    }

    /// Tells all browsers that changes may have been missed.
    pub fn resync(&self) {
        let mut state = self.lock();
        state.ring.clear();
        state
            .listeners
            .retain(|_, sender| sender.send(Message::Resync).is_ok());
    }

    /// Starts a stream for an organisation, from after `last_seen` if the browser names one.
    #[must_use]
    pub fn watch(&self, organisation: OrganisationId, last_seen: Option<&str>) -> Watch {
        let mut state = self.lock();
        let missed = match last_seen {
            None => Vec::new(),
            Some(text) => text
                .parse::<Uuid>()
                .ok()
                .and_then(|last| state.ring.since(organisation, last))
                .map_or_else(
                    || vec![Message::Resync],
                    |changes| changes.into_iter().map(Message::Changed).collect(),
                ),
        };
        let sender = state
            .listeners
            .entry(organisation)
            .or_insert_with(|| broadcast::channel(BACKLOG).0);
        Watch {
            missed,
            coming: sender.subscribe(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::live::ChangedData;

    const ORGANISATION: OrganisationId = OrganisationId::new(1);

    fn change(organisation: i64, number: u128) -> Change {
        Change {
            event: Uuid::from_u128(number),
            organisation: OrganisationId::new(organisation),
            data: ChangedData {
                resource: "properties",
                id: 1,
                version: 1,
                gone: false,
            },
        }
    }

    #[test]
    fn only_the_organisation_itself_is_told() {
        let hub = Hub::default();
        let mut own = hub.watch(ORGANISATION, None);
        let mut other = hub.watch(OrganisationId::new(2), None);
        hub.publish(change(1, 1));
        assert_eq!(
            own.coming.try_recv().unwrap(),
            Message::Changed(change(1, 1))
        );
        assert!(other.coming.try_recv().is_err());
    }

    #[test]
    fn who_was_away_gets_what_it_missed_or_is_told_to_fetch_again() {
        let hub = Hub::default();
        hub.publish(change(1, 1));
        hub.publish(change(1, 2));
        let first = Uuid::from_u128(1).to_string();
        let missed = |last: &str| hub.watch(ORGANISATION, Some(last)).missed;
        assert_eq!(missed(&first), [Message::Changed(change(1, 2))]);
        assert_eq!(missed("nonsense"), [Message::Resync]);
        assert_eq!(missed(&Uuid::from_u128(9).to_string()), [Message::Resync]);
        hub.resync();
        assert_eq!(missed(&first), [Message::Resync]);
    }

    #[test]
    fn who_falls_behind_notices() {
        let hub = Hub::default();
        let mut slow = hub.watch(ORGANISATION, None);
        for number in 0..=BACKLOG as u128 {
            hub.publish(change(1, number));
        }
        let lag = slow.coming.try_recv();
        assert!(matches!(
            lag,
            Err(broadcast::error::TryRecvError::Lagged(_))
        ));
    }

    #[test]
    fn nobody_is_kept_in_memory_for_nobody() {
        let hub = Hub::default();
        drop(hub.watch(ORGANISATION, None));
        hub.publish(change(1, 1));
        assert!(hub.lock().listeners.is_empty());
    }
}

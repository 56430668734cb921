//! Sends changes to the browsers of those whom they concern.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::broadcast;
use uuid::Uuid;

use super::{audience::Listener, change::Change, ring::Ring};

/// The most changes that a browser may be behind before it is told to refetch everything.
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

/// The messages that a new stream has missed, and those to come.
#[derive(Debug)]
pub struct Watch {
    /// The messages to send first.
    pub missed: Vec<Message>,
    /// The messages that follow.
    pub coming: broadcast::Receiver<Message>,
}

/// Distributes changes by organisation and account; clones share their listeners.
#[derive(Debug, Clone, Default)]
pub struct Hub(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    ring: Ring,
    /// The browsers of one account in one organisation share a channel.
    listeners: HashMap<Listener, broadcast::Sender<Message>>,
}

impl Hub {
    /// Sends a change to whom it concerns.
    pub fn publish(&self, change: &Change) {
        let mut state = self.lock();
        if !state.ring.push(change) {
            return;
        }
        state.listeners.retain(|listener, sender| {
            // Nobody receives any more where sending fails.
            !change.audience.has(*listener) || sender.send(Message::Changed(change.clone())).is_ok()
        });
    }

    /// Tells all browsers that changes may have been missed.
    pub fn resync(&self) {
        let mut state = self.lock();
        state.ring.clear();
        state
            .listeners
            .retain(|_, sender| sender.send(Message::Resync).is_ok());
    }

    /// Starts a stream, from after `last_seen` if the browser names one.
    #[must_use]
    pub fn watch(&self, listener: Listener, last_seen: Option<&str>) -> Watch {
        let mut state = self.lock();
        let missed = match last_seen {
            None => Vec::new(),
            Some(text) => text
                .parse::<Uuid>()
                .ok()
                .and_then(|last| state.ring.since(listener, last))
                .map_or_else(
                    || vec![Message::Resync],
                    |changes| changes.into_iter().map(Message::Changed).collect(),
                ),
        };
        let sender = state
            .listeners
            .entry(listener)
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

    use lintel_core::{OrganisationId, UserId};

    use super::*;
    use crate::live::{Audience, ChangedData};

    const MEMBER: Listener = Listener {
        organisation: Some(OrganisationId::new(1)),
        account: UserId::new(7),
    };

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

    #[test]
    fn only_the_organisation_itself_is_told() {
        let hub = Hub::default();
        let mut own = hub.watch(MEMBER, None);
        let elsewhere = Listener {
            organisation: Some(OrganisationId::new(2)),
            ..MEMBER
        };
        let mut other = hub.watch(elsewhere, None);
        hub.publish(&change(1, 1));
        assert_eq!(
            own.coming.try_recv().unwrap(),
            Message::Changed(change(1, 1))
        );
        assert!(other.coming.try_recv().is_err());
    }

    #[test]
    fn who_was_away_gets_what_it_missed_or_is_told_to_fetch_again() {
        let hub = Hub::default();
        hub.publish(&change(1, 1));
        hub.publish(&change(1, 2));
        let first = Uuid::from_u128(1).to_string();
        let missed = |last: &str| hub.watch(MEMBER, Some(last)).missed;
        assert_eq!(missed(&first), [Message::Changed(change(1, 2))]);
        assert_eq!(missed("nonsense"), [Message::Resync]);
        assert_eq!(missed(&Uuid::from_u128(9).to_string()), [Message::Resync]);
        hub.resync();
        assert_eq!(missed(&first), [Message::Resync]);
    }

    #[test]
    fn an_account_without_an_organisation_is_told_of_what_is_its_own() {
        let hub = Hub::default();
        let tenant = Listener {
            organisation: None,
            account: UserId::new(9),
        };
        let mut stream = hub.watch(tenant, None);
        hub.publish(&change(1, 1));
        let mut own = change(1, 2);
        own.audience.accounts.push(UserId::new(9));
        hub.publish(&own);
        assert_eq!(stream.coming.try_recv().unwrap(), Message::Changed(own));
        assert!(stream.coming.try_recv().is_err());
    }

    #[test]
    fn who_falls_behind_notices() {
        let hub = Hub::default();
        let mut slow = hub.watch(MEMBER, None);
        for number in 0..=BACKLOG as u128 {
            hub.publish(&change(1, number));
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
        drop(hub.watch(MEMBER, None));
        hub.publish(&change(1, 1));
        assert!(hub.lock().listeners.is_empty());
    }
}

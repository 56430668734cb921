//! Limits the event streams that a session and an account may have open at this replica. Beyond the limit the oldest is closed,
//! so that the newest tab always receives changes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lintel_core::{Principal, SessionId, UserId};
use tokio_util::sync::CancellationToken;

/// The tabs of one browser share a session.
const PER_SESSION: usize = 6;
/// Several devices, and colleagues' programs with a session each.
const PER_ACCOUNT: usize = 24;

/// The open streams of each account, the oldest first; clones share them.
#[derive(Debug, Clone, Default)]
pub struct OpenStreams(Arc<Mutex<HashMap<UserId, Vec<Entry>>>>);

#[derive(Debug)]
struct Entry {
    session: SessionId,
    displaced: CancellationToken,
}

/// An open stream, which counts until it is dropped.
#[derive(Debug)]
pub struct OpenStream {
    streams: OpenStreams,
    user: UserId,
    displaced: CancellationToken,
}

impl OpenStreams {
    /// Counts a stream of `caller`, and closes the oldest if that is one too many.
    #[must_use]
    pub fn open(&self, caller: &Principal) -> OpenStream {
        let displaced = CancellationToken::new();
        let mut accounts = self.lock();
        let open = accounts.entry(caller.user).or_default();
        open.push(Entry {
            session: caller.session,
            displaced: displaced.clone(),
        });
        close_oldest(open, PER_SESSION, |entry| entry.session == caller.session);
        close_oldest(open, PER_ACCOUNT, |_| true);
        OpenStream {
            streams: self.clone(),
            user: caller.user,
            displaced,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, Vec<Entry>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the oldest stream that `counts` if there are more than `most`. Streams are added one by one, so closing one is enough.
fn close_oldest(open: &mut Vec<Entry>, most: usize, counts: impl Fn(&Entry) -> bool) {
    if open.iter().filter(|entry| counts(entry)).count() > most
        && let Some(oldest) = open.iter().position(counts)
    {
        open.remove(oldest).displaced.cancel();
    }
}

impl OpenStream {
    /// Completes when a newer stream takes this one's place.
    pub async fn displaced(&self) {
        self.displaced.cancelled().await;
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        // Identifies the entry of a stream that closes by itself.
        self.displaced.cancel();
        let mut accounts = self.streams.lock();
        if let Some(open) = accounts.get_mut(&self.user) {
            open.retain(|entry| !entry.displaced.is_cancelled());
            if open.is_empty() {
                accounts.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lintel_testkit::tokens::landlord;

    use super::*;

    fn is_open(stream: &OpenStream) -> bool {
        !stream.displaced.is_cancelled()
    }

    fn open(streams: &OpenStreams, caller: &Principal, count: usize) -> Vec<OpenStream> {
        (0..count).map(|_| streams.open(caller)).collect()
    }

    #[test]
    fn one_more_than_a_session_may_have_closes_its_oldest_and_no_other() {
        let streams = OpenStreams::default();
        let (laptop, phone) = (landlord(7, 1), landlord(7, 1));
        let phones = open(&streams, &phone, 2);
        let laptops = open(&streams, &laptop, PER_SESSION + 2);
        let open: Vec<bool> = laptops.iter().map(is_open).collect();
        assert_eq!(open[..2], [false, false]);
        assert!(open[2..].iter().all(|open| *open));
        assert!(phones.iter().all(is_open));
    }

    #[test]
    fn an_account_has_so_many_whatever_its_sessions() {
        let streams = OpenStreams::default();
        let other = streams.open(&landlord(8, 1));
        let sessions: Vec<Principal> = (0..200).map(|_| landlord(7, 1)).collect();
        let all: Vec<OpenStream> = sessions.iter().map(|one| streams.open(one)).collect();
        assert!(all[..200 - PER_ACCOUNT].iter().all(|one| !is_open(one)));
        assert!(all[200 - PER_ACCOUNT..].iter().all(is_open));
        assert!(is_open(&other));
    }

    #[test]
    fn a_stream_that_ended_makes_room_and_leaves_nothing_behind() {
        let streams = OpenStreams::default();
        let caller = landlord(7, 1);
        let mut held = open(&streams, &caller, PER_SESSION);
        drop(held.pop());
        held.push(streams.open(&caller));
        assert!(held.iter().all(is_open));
        // The entry of a displaced stream is removed before the stream is dropped.
        held.push(streams.open(&caller));
        drop(held);
        assert!(streams.lock().is_empty());
    }
}

//! Makes tries for one address take turns.

use std::{
    hash::{BuildHasher as _, RandomState},
    sync::Arc,
};

use tokio::sync::{Mutex, MutexGuard};

/// The number of locks. Addresses share them by hash; there are so many because a call that waits for its turn, although it takes
/// no place in the queue for hashing, still uses resources everywhere else (T13).
const TURNS: usize = 4096;

/// Gives each address one turn at a time within this process; across replicas the count in the database limits tries.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    locks: Arc<[Mutex<()>]>,
    keyed: RandomState,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            locks: (0..TURNS).map(|_| Mutex::default()).collect(),
            keyed: RandomState::new(),
        }
    }
}

impl Turns {
    /// Waits for the turn of the address with this key and keeps it until the guard is dropped.
    pub(super) async fn take(&self, email_key: &str) -> MutexGuard<'_, ()> {
        let turn = self.keyed.hash_one(email_key) % self.locks.len() as u64;
        self.locks[usize::try_from(turn).unwrap_or_default()]
            .lock()
            .await
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[test]
    fn t13_an_address_waits_for_itself_and_hardly_ever_for_another() {
        let turns = Turns::default();
        let addresses: Vec<_> = (0..100).map(|n| format!("u{n}@example.com")).collect();
        let held: Vec<_> = addresses
            .iter()
            .filter_map(|address| turns.take(address).now_or_never())
            .collect();
        assert!(held.len() > 80, "{} of 100 at once", held.len());
        assert!(turns.take("u0@example.com").now_or_never().is_none());
        drop(held);
        assert!(turns.take("u0@example.com").now_or_never().is_some());
    }
}

//! The space that an owner's files use. Each replica looks anew every ten minutes, and in between adds what came
//! through it.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use lintel_files::{FileStore, Owner};
use lintel_runtime::limits::Stored;

use crate::rest::problem::Problem;

/// The time for which a sum counts; within it, files that are deleted elsewhere do not make room.
const VALID_FOR: Duration = Duration::from_secs(600);

/// The known use of space by each owner.
#[derive(Debug)]
pub(super) struct Space {
    stored: Stored,
    sums: Mutex<HashMap<Owner, Sum>>,
}

#[derive(Debug, Clone, Copy)]
struct Sum {
    bytes: u64,
    seen: Instant,
}

impl Space {
    pub(super) fn new(stored: Stored) -> Self {
        Self {
            stored,
            sums: Mutex::default(),
        }
    }

    /// Refuses a file of `length` bytes that an owner has no space for.
    pub(super) async fn check(
        &self,
        files: &FileStore,
        owner: Owner,
        length: usize,
    ) -> Result<(), Problem> {
        let bytes = match self.known(owner) {
            Some(bytes) => bytes,
            None => match files.stored(owner).await {
                Ok(bytes) => {
                    let seen = Instant::now();
                    self.sums(|sums| sums.insert(owner, Sum { bytes, seen }));
                    bytes
                }
                Err(error) => {
                    // A bucket that nothing was put into yet cannot be listed everywhere; one that is away refuses the file itself.
                    tracing::warn!(%error, "what an owner keeps could not be summed; the file is taken");
                    return Ok(());
                }
            },
        };
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        Ok(self.stored.check_organisation(bytes, length)?)
    }

    /// Notes a file that was kept.
    pub(super) fn note(&self, owner: Owner, length: usize) {
        self.sums(|sums| {
            if let Some(sum) = sums.get_mut(&owner) {
                sum.bytes += length as u64;
            }
        });
    }

    fn known(&self, owner: Owner) -> Option<u64> {
        self.sums(|sums| {
            sums.retain(|_, sum| sum.seen.elapsed() < VALID_FOR);
            sums.get(&owner).map(|sum| sum.bytes)
        })
    }

    fn sums<T>(&self, with: impl FnOnce(&mut HashMap<Owner, Sum>) -> T) -> T {
        with(&mut self.sums.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

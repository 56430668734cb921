//! Connections between two reads that follow each other closely.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use sqlx::{PgConnection, Postgres, pool::PoolConnection};

/// A connection that rested in the pool for less, or that the pool gave out less long ago, is used without being asked whether
/// it still lives: under load that question would be one round trip more to every read. One that broke meanwhile fails its
/// first statement, as it would have a moment later, and the call is UNAVAILABLE and may be tried again.
pub(crate) const TRUSTED: Duration = Duration::from_secs(1);

/// What reads leave for the reads behind them. The pool asks every connection that it is given back whether it still lives,
/// and has no switch for that; a connection whose last statement was answered as a whole has said so already.
///
/// Nobody waits in the pool for what lies here: a connection is kept only while nobody waits, and never more than half of the
/// pool, which others ask without a word. It is used for [`TRUSTED`] after the pool gave it out; then the next who reads gives
/// it back, and the pool judges its age. Where nobody reads any more it lies here until a transaction finds the pool empty.
#[derive(Debug)]
pub(crate) struct Kept {
    at_most: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    connections: Vec<Lent>,
    waiting: usize,
}

/// A connection of the pool, for one who reads; dropped, it goes back to the pool.
#[derive(Debug)]
pub(crate) struct Lent {
    connection: PoolConnection<Postgres>,
    /// When the pool gave it out.
    since: Instant,
}

/// Somebody who may have to wait for the pool.
#[derive(Debug)]
pub(crate) struct Waiting<'a>(&'a Kept);

impl Kept {
    /// For a pool of `connections`.
    pub(crate) fn of_pool(connections: u32) -> Arc<Self> {
        let at_most = usize::try_from(connections / 2).unwrap_or(usize::MAX);
        Arc::new(Self {
            at_most,
            state: Mutex::default(),
        })
    }

    /// The connection that was kept last; or else a place among those who wait, in the same moment, so that none is kept
    /// meanwhile.
    pub(crate) fn take(&self) -> Result<Lent, Waiting<'_>> {
        let mut state = self.state();
        while let Some(lent) = state.connections.pop() {
            if lent.is_trusted() {
                return Ok(lent);
            }
        }
        state.waiting += 1;
        Err(Waiting(self))
    }

    /// A place among those who wait, for one who cannot use what is kept; `bare` says that the pool has nothing idle, and
    /// then it gets one back.
    pub(crate) fn wait(&self, bare: bool) -> Waiting<'_> {
        let mut state = self.state();
        state.waiting += 1;
        if bare {
            state.connections.pop();
        }
        Waiting(self)
    }

    /// Keeps `lent` for the next read, or gives it back to the pool.
    pub(crate) fn give_back(&self, lent: Lent) {
        let mut state = self.state();
        if state.waiting == 0 && state.connections.len() < self.at_most && lent.is_trusted() {
            state.connections.push(lent);
        }
    }

    /// How many connections lie here.
    pub(crate) fn count(&self) -> usize {
        self.state().connections.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lent {
    /// For a connection that the pool gave out just now.
    pub(crate) fn new(connection: PoolConnection<Postgres>) -> Self {
        Self {
            connection,
            since: Instant::now(),
        }
    }

    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    fn is_trusted(&self) -> bool {
        self.since.elapsed() < TRUSTED
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.state().waiting -= 1;
    }
}

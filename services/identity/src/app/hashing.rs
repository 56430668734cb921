//! Hashing passwords with a limit on how many at once (docs/reference/promises.md T13).

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use lintel_core::Error;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

/// The log reports a full queue at most this often.
const SILENCE: Duration = Duration::from_secs(10);

/// The password that is hashed for unknown addresses.
const DECOY: &str = "nobody's password";

/// Argon2id for as many passwords at once as there are cores, with a short queue.
#[derive(Clone)]
pub struct PasswordHasher {
    /// A permit for each call that hashes or waits.
    admitted: Arc<Semaphore>,
    /// A permit for each call that hashes.
    running: Arc<Semaphore>,
    /// The hash of [`DECOY`].
    decoy: Arc<str>,
    /// When a full queue was last logged.
    said: Arc<Mutex<Option<Instant>>>,
}

impl PasswordHasher {
    /// Hashes up to `cores` passwords at once and lets `queue` more calls wait. Further calls are refused at once, because waiting
    /// would only make them late.
    ///
    /// # Errors
    /// [`Error::Internal`] when the system gives no randomness.
    pub fn new(cores: usize, queue: usize) -> Result<Self, Error> {
        Ok(Self {
            admitted: Arc::new(Semaphore::new(cores + queue)),
            running: Arc::new(Semaphore::new(cores)),
            decoy: hash_now(DECOY)?.into(),
            said: Arc::default(),
        })
    }

    /// Checks that the queue has a free place, without taking it.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full.
    pub fn has_room(&self) -> Result<(), Error> {
        if self.admitted.available_permits() == 0 {
            return Err(self.turn_away());
        }
        Ok(())
    }

    /// Takes a place in the queue until it is dropped. Callers that have other work to do before hashing take it first, so that a
    /// refused call costs nothing else and leaves nothing behind.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full.
    pub fn admit(&self) -> Result<QueueSlot, Error> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| self.turn_away())?;
        Ok(QueueSlot {
            running: Arc::clone(&self.running),
            admitted,
            decoy: Arc::clone(&self.decoy),
        })
    }

    /// Refuses a call. Logs it only now and then: a line for each call would let strangers fill the log.
    fn turn_away(&self) -> Error {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_none_or(|at| at.elapsed() > SILENCE) {
            *said = Some(Instant::now());
            tracing::warn!("passwords are turned away: the queue for hashing them is full");
        }
        Error::Busy
    }

    /// Hashes a new password to a PHC string.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full.
    pub async fn hash(&self, password: SecretString) -> Result<String, Error> {
        self.admit()?
            .run(move || hash_now(password.expose_secret()))
            .await?
    }
}

/// A place in the queue of a [`PasswordHasher`], for one password.
#[derive(Debug)]
pub struct QueueSlot {
    running: Arc<Semaphore>,
    admitted: OwnedSemaphorePermit,
    decoy: Arc<str>,
}

impl QueueSlot {
    /// Returns whether `password` is the one that `hash` was made of. Without a hash (an unknown address) the answer is `false` and takes
    /// just as long, so that the time does not show whether the account exists (T11).
    ///
    /// # Errors
    /// [`Error::Internal`] where `hash` is not a PHC string.
    pub async fn verify(self, password: SecretString, hash: Option<String>) -> Result<bool, Error> {
        let decoy = Arc::clone(&self.decoy);
        self.run(move || {
            let parsed = PasswordHash::new(hash.as_deref().unwrap_or(&decoy));
            let fits = Argon2::default()
                .verify_password(
                    password.expose_secret().as_bytes(),
                    &parsed.map_err(Error::internal)?,
                )
                .is_ok();
            Ok(fits && hash.is_some())
        })
        .await?
    }

    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let Self {
            running, admitted, ..
        } = self;
        let running = running.acquire_owned().await.map_err(Error::internal)?;
        // The work keeps both permits: a caller that gives up frees its place only when the core is free.
        spawn_blocking(move || {
            let _permits = (admitted, running);
            work()
        })
        .await
        .map_err(Error::internal)
    }
}

impl std::fmt::Debug for PasswordHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHasher")
    }
}

fn hash_now(password: &str) -> Result<String, Error> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::{JoinSet, yield_now};

    use super::*;

    #[tokio::test]
    async fn a_password_verifies_against_its_own_hash_only() -> Result<(), Error> {
        let hasher = PasswordHasher::new(1, 16)?;
        let hash = hasher.hash("correct horse".into()).await?;
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        for (password, hash, fits) in [
            ("correct horse", Some(&hash), true),
            ("Correct horse", Some(&hash), false),
            (DECOY, None, false),
        ] {
            let verified = hasher.admit()?.verify(password.into(), hash.cloned());
            assert_eq!(verified.await?, fits, "{password}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn t13_beyond_the_queue_a_call_is_refused_at_once() -> Result<(), Error> {
        let hasher = PasswordHasher::new(1, 1)?;
        let first = hasher.admit()?;
        let second = hasher.admit()?;
        assert!(matches!(hasher.admit(), Err(Error::Busy)));
        assert!(matches!(hasher.has_room(), Err(Error::Busy)));
        assert!(matches!(hasher.hash("x".into()).await, Err(Error::Busy)));
        drop(first);
        hasher.has_room()?;
        assert!(!second.verify("x".into(), None).await?);
        hasher.hash("x".into()).await?;
        Ok(())
    }

    #[tokio::test]
    async fn t13_a_caller_that_gives_up_frees_its_place_when_its_hash_is_done() -> Result<(), Error>
    {
        let hasher = PasswordHasher::new(1, 0)?;
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (finish, finished) = mpsc::channel::<()>();
        let place = hasher.admit()?;
        let caller = tokio::spawn(place.run(move || {
            let _ = begin.send(());
            let _ = finished.recv();
        }));
        begun.await.map_err(Error::internal)?;
        caller.abort();
        assert!(caller.await.is_err_and(|gone| gone.is_cancelled()));
        assert!(matches!(hasher.admit(), Err(Error::Busy)));
        drop(finish);
        while hasher.has_room().is_err() {
            yield_now().await;
        }
        Ok(())
    }

    #[tokio::test]
    async fn t13_no_more_hash_at_once_than_there_are_cores() -> Result<(), Error> {
        const CORES: usize = 2;
        let hasher = PasswordHasher::new(CORES, 4)?;
        let (begin, mut begun) = tokio::sync::mpsc::unbounded_channel();
        let (finish, finished) = mpsc::channel::<()>();
        let finished = Arc::new(Mutex::new(finished));
        let mut hashing = JoinSet::new();
        for _ in 0..CORES + 4 {
            let (begin, finished) = (begin.clone(), Arc::clone(&finished));
            hashing.spawn(hasher.admit()?.run(move || {
                let _ = begin.send(());
                let finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = finished.recv();
            }));
        }
        for _ in 0..CORES {
            begun.recv().await;
        }
        assert_eq!(hasher.running.available_permits(), 0);
        assert!(begun.try_recv().is_err(), "the others wait");
        drop(finish);
        while let Some(done) = hashing.join_next().await {
            done.map_err(Error::internal)??;
        }
        Ok(())
    }
}

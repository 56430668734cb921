//! Hashing passwords without letting it take the machine (security-reliability.md T13).

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use lintel_core::Error;
use rustix::process::{getpriority_process, setpriority_process};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How far behind everything else the system puts a thread that hashes: people who are signed in do not wait for those who try
/// passwords.
const NICENESS: i32 = 10;

/// The log is told of a full queue no more often than this.
const SILENCE: Duration = Duration::from_secs(10);

/// The password of addresses that nobody has.
const DECOY: &str = "nobody's password";

/// Argon2id on as many threads as there are cores, with a short queue.
#[derive(Clone)]
pub struct PasswordHasher {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    /// The hash of [`DECOY`].
    decoy: Arc<str>,
    /// When the log was last told of a full queue.
    said: Arc<Mutex<Option<Instant>>>,
}

impl PasswordHasher {
    /// A hasher on `cores` threads with room for `queue` more calls; beyond, a call is refused at once, because waiting
    /// would only make it late.
    ///
    /// # Errors
    /// [`Error::Internal`] when the system gives no randomness.
    pub fn new(cores: usize, queue: usize) -> Result<Self, Error> {
        Ok(Self {
            running: Arc::new(Semaphore::new(cores)),
            admitted: Arc::new(Semaphore::new(cores + queue)),
            decoy: hash_now(DECOY)?.into(),
            said: Arc::default(),
        })
    }

    /// That there is a place in the queue now, which somebody else may take before the caller does.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full.
    pub fn has_room(&self) -> Result<(), Error> {
        if self.admitted.available_permits() == 0 {
            return Err(self.turn_away());
        }
        Ok(())
    }

    /// Takes a place in the queue, for as long as it is kept. Whoever has work to do before it hashes takes one first: what is
    /// turned away then costs nothing else, and leaves nothing behind.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full.
    pub fn admit(&self) -> Result<Place, Error> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| self.turn_away())?;
        Ok(Place {
            running: Arc::clone(&self.running),
            admitted,
            decoy: Arc::clone(&self.decoy),
        })
    }

    /// Says it in the log now and then: a line for each would let strangers fill it, and reading it costs, too.
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
pub struct Place {
    running: Arc<Semaphore>,
    admitted: OwnedSemaphorePermit,
    decoy: Arc<str>,
}

impl Place {
    /// Whether `password` is the one that `hash` was made of. Without a hash, for an account that nobody has, it never is, and
    /// that takes as long, so that time does not tell (T11).
    ///
    /// # Errors
    /// [`Error::Internal`] for what is no PHC string.
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
        let running = self
            .running
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        // The permits go with the work: a caller that gives up frees nothing before the core is free.
        let permits = (self.admitted, running);
        tokio::task::spawn_blocking(move || {
            let _permits = permits;
            step_back();
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

/// Puts this thread behind the others, for good: it belongs to those that do what blocks, and nothing else that does is in a
/// hurry here. A system that refuses leaves it as it is.
fn step_back() {
    if getpriority_process(None).is_ok_and(|now| now < NICENESS) {
        let _ = setpriority_process(None, NICENESS);
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
    async fn t13_whoever_hashes_stands_behind_everybody_else() -> anyhow::Result<()> {
        let before = getpriority_process(None)?;
        let hasher = PasswordHasher::new(1, 16)?;
        let while_hashing = hasher.admit()?.run(|| getpriority_process(None)).await??;
        assert!(while_hashing >= NICENESS, "{while_hashing}");
        assert_eq!(getpriority_process(None)?, before, "and nobody else does");
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
}

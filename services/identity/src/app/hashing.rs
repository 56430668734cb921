//! Hashing passwords without letting it take the machine (security-reliability.md T13).

mod standing;

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use lintel_core::Error;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use standing::Standing;

/// The log is told of a full queue no more often than this.
const SILENCE: Duration = Duration::from_secs(10);

/// The password of addresses that nobody has.
const DECOY: &str = "nobody's password";

/// Argon2id on as many threads as there are cores, with a short queue.
#[derive(Clone)]
pub struct PasswordHasher {
    queue: Queue,
    /// The hash of [`DECOY`].
    decoy: Arc<str>,
    /// When the log was last told of a full queue.
    said: Arc<Mutex<Option<Instant>>>,
}

/// Who waits and who hashes.
#[derive(Debug, Clone)]
struct Queue {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    /// Held by one of those that run.
    first: Arc<Semaphore>,
    /// With fewer places left than this it is crowded.
    crowded_below: usize,
}

impl Queue {
    fn new(cores: usize, places: usize) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(cores + places)),
            running: Arc::new(Semaphore::new(cores)),
            first: Arc::new(Semaphore::new(1)),
            crowded_below: places / 2,
        }
    }

    /// How whoever begins to hash now stands beside the rest of the machine. While passwords are tried by the hundred, one
    /// thread goes on behind everybody, so that sign-ins always get on; the others take what nobody else wants.
    fn standing(&self) -> (Standing, Option<OwnedSemaphorePermit>) {
        let first = Arc::clone(&self.first).try_acquire_owned().ok();
        let is_crowded = self.admitted.available_permits() < self.crowded_below;
        let standing = match first {
            None if is_crowded => Standing::Leftovers,
            _ => Standing::Behind,
        };
        (standing, first)
    }
}

impl PasswordHasher {
    /// A hasher on `cores` threads with room for `queue` more calls; beyond, a call is refused at once, because waiting
    /// would only make it late.
    ///
    /// # Errors
    /// [`Error::Internal`] when the system gives no randomness.
    pub fn new(cores: usize, queue: usize) -> Result<Self, Error> {
        Ok(Self {
            queue: Queue::new(cores, queue),
            decoy: hash_now(DECOY)?.into(),
            said: Arc::default(),
        })
    }

    /// That there is a place in the queue now, which somebody else may take before the caller does.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full.
    pub fn has_room(&self) -> Result<(), Error> {
        if self.queue.admitted.available_permits() == 0 {
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
        let admitted = Arc::clone(&self.queue.admitted)
            .try_acquire_owned()
            .map_err(|_| self.turn_away())?;
        Ok(Place {
            queue: self.queue.clone(),
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
    queue: Queue,
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
        let running = Arc::clone(&self.queue.running)
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        let (standing, first) = self.queue.standing();
        // The permits go with the work: a caller that gives up frees nothing before the core is free.
        let permits = (self.admitted, running, first);
        let (tell, told) = oneshot::channel();
        // A thread of its own: what stands behind others stays there for good.
        thread::Builder::new()
            .name("password".to_owned())
            .spawn(move || {
                let _permits = permits;
                standing.take();
                // Nobody may be listening any more.
                let _ = tell.send(work());
            })
            .map_err(Error::internal)?;
        told.await.map_err(Error::internal)
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
        let before = Standing::here()?;
        let hasher = PasswordHasher::new(2, 16)?;
        let hashing = hasher.admit()?.run(Standing::here).await??;
        assert_eq!((before, hashing), (None, Some(Standing::Behind)));
        assert_eq!(Standing::here()?, None, "and nobody else does");
        Ok(())
    }

    #[tokio::test]
    async fn t13_in_a_crowd_all_but_one_take_what_nobody_else_wants() -> anyhow::Result<()> {
        let hasher = PasswordHasher::new(2, 2)?;
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn(hasher.admit()?.run(move || {
            let standing = Standing::here();
            // Ends with its sender.
            let _ = gone.recv();
            standing
        }));
        while hasher.queue.first.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = hasher.admit()?.run(Standing::here).await??;
        assert_eq!(second, Some(Standing::Behind), "two are no crowd");
        let waiting = (hasher.admit()?, hasher.admit()?);
        let crowded = hasher.admit()?.run(Standing::here).await??;
        assert_eq!(crowded, Some(Standing::Leftovers));
        drop((go, waiting));
        assert_eq!(first.await???, Some(Standing::Behind));
        let later = hasher.admit()?.run(Standing::here).await??;
        assert_eq!(later, Some(Standing::Behind), "one always goes on");
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

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
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::timeout,
};

use standing::Standing;

/// How long a hash may live on what others leave of the machine before it is begun once more with a share of its own.
const PATIENCE: Duration = Duration::from_millis(300);

/// The log is told of a full queue no more often than this.
const SILENCE: Duration = Duration::from_secs(10);

/// The password of addresses that nobody has.
const DECOY: &str = "nobody's password";

/// Argon2id on as many threads as there are cores, half as many in a crowd, with a short queue.
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
    /// Those of the running that go on in a crowd: for half of the cores, so that the other half has its caches to itself.
    crowd: Arc<Semaphore>,
    /// One for each thread that lives on what others leave, until it ends, however late.
    leftovers: Arc<Semaphore>,
    /// With fewer places left than this it is crowded.
    crowded_below: usize,
}

impl Queue {
    fn new(cores: usize, places: usize) -> Self {
        let half = (cores / 2).max(1);
        Self {
            admitted: Arc::new(Semaphore::new(cores + places)),
            running: Arc::new(Semaphore::new(cores)),
            crowd: Arc::new(Semaphore::new(half)),
            leftovers: Arc::new(Semaphore::new(half)),
            crowded_below: places / 2,
        }
    }

    /// Does `work` while its caller has its turn.
    async fn work<T: Send + 'static>(&self, work: impl Work<T>) -> Result<T, Error> {
        if self.admitted.available_permits() < self.crowded_below {
            return self.work_in_a_crowd(work).await;
        }
        let done = begin(Standing::Behind, work)?;
        done.await.map_err(Error::internal)
    }

    /// A crowd is how trying passwords by the hundred looks from here: `work` has only what others leave of the machine, and is
    /// begun once more with a share of its own where that is too little. So signing in gets slower than everything else and
    /// never stands still.
    async fn work_in_a_crowd<T: Send + 'static>(&self, work: impl Work<T>) -> Result<T, Error> {
        let _turn = self.crowd.acquire().await.map_err(Error::internal)?;
        let Ok(leftover) = Arc::clone(&self.leftovers).try_acquire_owned() else {
            // Somebody before is still waiting for anything to be left.
            let done = begin(Standing::Behind, work)?;
            return done.await.map_err(Error::internal);
        };
        let again = work.clone();
        let mut first = begin(Standing::Leftovers, move || {
            let _leftover = leftover;
            work()
        })?;
        if let Ok(done) = timeout(PATIENCE, &mut first).await {
            return done.map_err(Error::internal);
        }
        let second = begin(Standing::Behind, again)?;
        tokio::select! { done = first => done, done = second => done }.map_err(Error::internal)
    }
}

/// What may be done twice, by two threads.
trait Work<T>: Fn() -> T + Clone + Send + 'static {}
impl<T, F: Fn() -> T + Clone + Send + 'static> Work<T> for F {}

/// Does `work` on a thread of its own, which ends with it: where it stands it stays.
fn begin<T: Send + 'static>(
    standing: Standing,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<oneshot::Receiver<T>, Error> {
    let (tell, told) = oneshot::channel();
    thread::Builder::new()
        .name("password".to_owned())
        .spawn(move || {
            standing.take();
            // The other one may have been first.
            let _ = tell.send(work());
        })
        .map_err(Error::internal)?;
    Ok(told)
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

    async fn run<T: Send + 'static>(self, work: impl Work<T>) -> Result<T, Error> {
        let Self {
            queue, admitted, ..
        } = self;
        let running = Arc::clone(&queue.running)
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        // A task of its own keeps both permits: a caller that gives up frees nothing before the core is free.
        tokio::spawn(async move {
            let _permits = (admitted, running);
            queue.work(work).await
        })
        .await
        .map_err(Error::internal)?
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
    use std::sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };

    use tokio::task::JoinSet;

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
        let hasher = PasswordHasher::new(1, 16)?;
        let hashing = hasher.admit()?.run(Standing::here).await??;
        assert_eq!((before, hashing), (None, Some(Standing::Behind)));
        assert_eq!(Standing::here()?, None, "and nobody else does");
        Ok(())
    }

    #[tokio::test]
    async fn t13_in_a_crowd_hashing_takes_what_nobody_else_wants() -> anyhow::Result<()> {
        let hasher = PasswordHasher::new(1, 2)?;
        let crowd = (hasher.admit()?, hasher.admit()?);
        // Whoever stands elsewhere never answers, however slow this machine is.
        let crowded = hasher.admit()?.run(|| match Standing::here() {
            Ok(Some(Standing::Leftovers)) => true,
            _ => loop {
                thread::park();
            },
        });
        assert!(crowded.await?);
        drop(crowd);
        let alone = hasher.admit()?.run(Standing::here).await??;
        assert_eq!(alone, Some(Standing::Behind), "and only in a crowd");
        Ok(())
    }

    #[tokio::test]
    async fn t13_in_a_crowd_half_of_the_cores_hash() -> anyhow::Result<()> {
        const CORES: usize = 4;
        let hasher = PasswordHasher::new(CORES, 8)?;
        let _crowd = (0..8)
            .map(|_| hasher.admit())
            .collect::<Result<Vec<_>, _>>()?;
        let gate = Arc::new(OnceLock::new());
        let begun = Arc::new(AtomicUsize::new(0));
        let mut hashing = JoinSet::new();
        for _ in 0..CORES {
            let (gate, begun) = (Arc::clone(&gate), Arc::clone(&begun));
            let is_counted = Arc::new(AtomicBool::new(false));
            hashing.spawn(hasher.admit()?.run(move || {
                // Begun once more it is still one.
                if !is_counted.swap(true, Ordering::SeqCst) {
                    begun.fetch_add(1, Ordering::SeqCst);
                }
                gate.wait();
            }));
        }
        while hasher.queue.running.available_permits() > 0 || begun.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(begun.load(Ordering::SeqCst), CORES / 2);
        let _ = gate.set(());
        while let Some(done) = hashing.join_next().await {
            done??;
        }
        assert_eq!(begun.load(Ordering::SeqCst), CORES, "the others follow");
        Ok(())
    }

    #[tokio::test]
    async fn t13_where_others_leave_nothing_hashing_goes_on() -> anyhow::Result<()> {
        let hasher = PasswordHasher::new(1, 2)?;
        let _crowd = (hasher.admit()?, hasher.admit()?);
        let starved = Arc::new(AtomicUsize::new(0));
        for _ in 0..2 {
            let count = Arc::clone(&starved);
            let standing = hasher.admit()?.run(move || match Standing::here() {
                Ok(Some(Standing::Leftovers)) => {
                    count.fetch_add(1, Ordering::Relaxed);
                    loop {
                        thread::park();
                    }
                }
                elsewhere => elsewhere,
            });
            assert_eq!(standing.await??, Some(Standing::Behind));
            while starved.load(Ordering::Relaxed) == 0 {
                tokio::task::yield_now().await;
            }
        }
        let starved = starved.load(Ordering::Relaxed);
        assert_eq!(starved, 1, "nobody joins one that starves");
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

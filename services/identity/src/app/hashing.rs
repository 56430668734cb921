//! Hashing passwords without letting it take the machine (security-reliability.md T13).

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use lintel_core::Error;
use rustix::process::{getpriority_process, setpriority_process};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Semaphore;

/// How far behind everything else the system puts a thread that hashes: people who are signed in do not wait for those who try
/// passwords.
const NICENESS: i32 = 10;

/// Argon2id on as many threads as there are cores, with a short queue.
#[derive(Clone)]
pub struct PasswordHasher {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    /// The hash of a password that nobody has, for addresses that nobody has.
    decoy: Arc<str>,
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
            decoy: hash_now("nobody's password")?.into(),
        })
    }

    /// Hashes a new password to a PHC string.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the queue is full.
    pub async fn hash(&self, password: SecretString) -> Result<String, Error> {
        self.run(move || hash_now(password.expose_secret())).await?
    }

    /// Whether `password` is the one that `hash` was made of.
    ///
    /// # Errors
    /// As [`Self::hash`]; [`Error::Internal`] for what is no PHC string.
    pub async fn verify(&self, password: SecretString, hash: String) -> Result<bool, Error> {
        self.run(move || {
            let hash = PasswordHash::new(&hash).map_err(Error::internal)?;
            Ok(Argon2::default()
                .verify_password(password.expose_secret().as_bytes(), &hash)
                .is_ok())
        })
        .await?
    }

    /// Takes as long as [`Self::verify`] for an account that does not exist, so that time does not tell (T11).
    ///
    /// # Errors
    /// As [`Self::hash`].
    pub async fn verify_nobody(&self, password: SecretString) -> Result<(), Error> {
        self.verify(password, self.decoy.to_string()).await?;
        Ok(())
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| Error::unavailable("the queue for hashing passwords is full"))?;
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        // The permits go with the work: a caller that gives up frees nothing before the core is free.
        tokio::task::spawn_blocking(move || {
            let _permits = (admitted, running);
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
        assert!(hasher.verify("correct horse".into(), hash.clone()).await?);
        assert!(!hasher.verify("Correct horse".into(), hash).await?);
        Ok(())
    }

    #[tokio::test]
    async fn t13_whoever_hashes_stands_behind_everybody_else() -> anyhow::Result<()> {
        let before = getpriority_process(None)?;
        let hasher = PasswordHasher::new(1, 16)?;
        let while_hashing = hasher.run(|| getpriority_process(None)).await??;
        assert!(while_hashing >= NICENESS, "{while_hashing}");
        assert_eq!(getpriority_process(None)?, before, "and nobody else does");
        Ok(())
    }

    #[tokio::test]
    async fn beyond_the_queue_a_call_is_refused_at_once() -> Result<(), Error> {
        let hasher = PasswordHasher::new(1, 1)?;
        let calls = (0..6).map(|_| hasher.verify_nobody("x".into()));
        let answers = futures::future::join_all(calls).await;
        let refused = answers
            .iter()
            .filter(|answer| matches!(answer, Err(Error::Unavailable { .. })))
            .count();
        assert_eq!(refused, 4);
        assert!(hasher.verify_nobody("x".into()).await.is_ok());
        Ok(())
    }
}

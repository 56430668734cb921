//! Verifies tokens, and knows the sessions that ended before their tokens expired.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use lintel_auth::{Audience, Rule, TokenError, TokenVerifier, Verified};
use lintel_core::{Error, Principal, SessionId};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_util::task::AbortOnDropHandle;

use crate::rest::problem::Problem;

/// A token lives 15 minutes; after that (and the difference of two clocks) the end of its session need not be remembered.
pub const REMEMBERED: Duration = Duration::from_secs(16 * 60);
/// The most ends that a listener may be behind; one that is further behind checks its session again.
const BACKLOG: usize = 256;

/// Verifies tokens and knows which sessions have ended; clones share what they know.
#[derive(Debug, Clone)]
pub struct Sessions {
    verifier: TokenVerifier,
    ended: Arc<Mutex<HashMap<SessionId, Instant>>>,
    news: broadcast::Sender<SessionId>,
}

impl Sessions {
    /// Knows of no ended session yet.
    #[must_use]
    pub fn new(verifier: TokenVerifier) -> Self {
        Self {
            verifier,
            ended: Arc::default(),
            news: broadcast::channel(BACKLOG).0,
        }
    }

    /// Verifies `token` and that its session has not ended.
    ///
    /// # Errors
    /// 401; 503 while identity's keys are not known yet, so that a start of identity signs nobody out.
    pub fn verify(&self, token: &str, audience: Audience) -> Result<Verified, Problem> {
        self.live(self.verifier.verify(token, audience))
    }

    /// Verifies `token` for a call under `rule` and that its session has not ended.
    ///
    /// # Errors
    /// Fails like [`Self::verify`]; 403 `PASSWORD_CHANGE_REQUIRED` while the password has to be changed first.
    pub fn verify_call(&self, token: &str, rule: &Rule) -> Result<Verified, Problem> {
        self.live(self.verifier.verify_call(token, rule))
    }

    fn live(&self, verified: Result<Verified, TokenError>) -> Result<Verified, Problem> {
        let verified = match verified {
            Ok(verified) => verified,
            Err(TokenError::UnknownKey) if !self.verifier.has_keys() => {
                return Err(Problem::busy(Duration::from_secs(1)));
            }
            Err(error) => return Err(token_refused(error).into()),
        };
        if self.has_ended(verified.principal.session) {
            return Err(session_ended().into());
        }
        Ok(verified)
    }

    /// The caller of a token that the gateway fetched itself; `None` when it has expired or its session has ended.
    #[must_use]
    pub fn caller_of(&self, token: &str) -> Option<Principal> {
        let verified = self.verifier.verify(token, Audience::Lintel).ok()?;
        (!self.has_ended(verified.principal.session)).then_some(verified.principal)
    }

    /// The caller of a token with which calls are made, even if it has expired.
    #[must_use]
    pub fn named_by(&self, token: &str) -> Option<Principal> {
        [Audience::Lintel, Audience::PasswordChange, Audience::Read]
            .into_iter()
            .find_map(|audience| self.verifier.verify_signature(token, audience).ok())
            .map(|verified| verified.principal)
    }

    /// Returns true once tokens can be verified.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.verifier.has_keys()
    }

    /// Returns true where `session` is known to have ended.
    #[must_use]
    pub fn has_ended(&self, session: SessionId) -> bool {
        self.lock().contains_key(&session)
    }

    /// Remembers that `session` has ended and tells all listeners.
    pub fn end(&self, session: SessionId) {
        let now = Instant::now();
        let mut ended = self.lock();
        ended.retain(|_, since| now.duration_since(*since) < REMEMBERED);
        if ended.insert(session, now).is_none() {
            // There may be no listener.
            let _ = self.news.send(session);
        }
    }

    /// Completes when `session` has ended. It waits in a task of its own, so that it also notices while the reader of a reply
    /// stalls; the task stops when this is dropped.
    pub fn until_ended(&self, session: SessionId) -> AbortOnDropHandle<()> {
        // Subscribes before it checks, so that an end in between is not missed.
        let mut news = self.news.subscribe();
        let sessions = self.clone();
        AbortOnDropHandle::new(tokio::spawn(async move {
            while !sessions.has_ended(session) && news.recv().await != Err(RecvError::Closed) {}
        }))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, Instant>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The refusal of a session that has ended.
#[must_use]
pub fn session_ended() -> Error {
    Error::Unauthenticated {
        reason: "SESSION_ENDED",
        message: "Your session has ended. Please sign in again.",
    }
}

fn token_refused(error: TokenError) -> Error {
    match error {
        TokenError::Expired => Error::Unauthenticated {
            reason: "TOKEN_EXPIRED",
            message: "Your session has expired. Please sign in again.",
        },
        TokenError::PasswordChange => Error::PermissionDenied {
            reason: "PASSWORD_CHANGE_REQUIRED",
            message: "Change your password first: it is older than 90 days.",
        },
        TokenError::UnknownKey | TokenError::Invalid => Error::Unauthenticated {
            reason: "TOKEN_INVALID",
            message: "Please sign in.",
        },
    }
}

//! Signing in.

use std::{
    hash::{BuildHasher as _, RandomState},
    sync::Arc,
};

use lintel_core::{Clock, Error, SessionId, UserId};
use lintel_db::{Db, Scope};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Mutex;

use super::{
    hashing::PasswordHasher,
    sessions::{SessionTokens, TokenMaker},
};
use crate::{
    domain::{
        email::EmailAddress,
        lockout, password,
        refresh::RefreshToken,
        secrets::Secrets,
        session::{SESSION_LIFETIME, Session, kept_user_agent},
        user::User,
    },
    error::{account_locked, credentials_wrong, email_not_verified, session_ended},
    store::{
        organisations, sessions,
        users::{self, Credentials},
    },
};

/// Locks that keep the tries for one address in line; addresses share them.
const STRIPES: u64 = 64;
/// The account of an address that has none: ids begin at 1.
const NOBODY: UserId = UserId::new(0);

/// What the form of sign-in holds.
#[derive(Debug)]
pub struct LoginCommand {
    /// As typed.
    pub email: String,
    /// As typed.
    pub password: SecretString,
    /// The client's name for itself.
    pub user_agent: String,
}

/// Begins sessions.
#[derive(Debug, Clone)]
pub struct Login {
    db: Db,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
    hasher: PasswordHasher,
    tokens: TokenMaker,
    turns: Arc<[Mutex<()>]>,
    keyed: RandomState,
}

impl Login {
    /// Judges passwords with `hasher` and makes tokens with `tokens`.
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        secrets: Secrets,
        hasher: PasswordHasher,
        tokens: TokenMaker,
    ) -> Self {
        Self {
            db,
            clock,
            secrets,
            hasher,
            tokens,
            turns: (0..STRIPES).map(|_| Mutex::default()).collect(),
            keyed: RandomState::new(),
        }
    }

    /// Begins a session for the account of an address and a password.
    ///
    /// # Errors
    /// `LOGIN_INVALID`, `CREDENTIALS_WRONG`, `EMAIL_NOT_VERIFIED`, `ACCOUNT_LOCKED`; `Unavailable` when too many hash at
    /// once; the store's errors.
    pub async fn login(&self, command: LoginCommand) -> Result<(SessionTokens, User), Error> {
        let answer = self.judge(command).await;
        let outcome = answer.as_ref().map_or_else(Error::reason, |_| "OK");
        metrics::SIGN_INS.add(1, &[KeyValue::new("lintel.outcome", outcome)]);
        answer
    }

    async fn judge(&self, command: LoginCommand) -> Result<(SessionTokens, User), Error> {
        require(&command)?;
        let LoginCommand {
            email,
            password,
            user_agent,
        } = command;
        if !password::is_possible(password.expose_secret()) {
            return Err(credentials_wrong());
        }
        // Tries for one address go one after the other: a person who signs in several times at once is not taken for one
        // who guesses. Across replicas the count in the database holds.
        let key = EmailAddress::parse(&email).map(|email| email.key());
        let stripe = self.keyed.hash_one(&key) % STRIPES;
        let _turn = self.turns[usize::try_from(stripe).unwrap_or_default()]
            .lock()
            .await;
        let user = match &key {
            Ok(key) => self.account_of(key).await?,
            Err(_) => NOBODY,
        };
        let Some(account) = self.count_try(user).await? else {
            self.hasher.verify_nobody(password).await?;
            return Err(credentials_wrong());
        };
        if !self
            .hasher
            .verify(password, account.password_hash.clone())
            .await?
        {
            return Err(credentials_wrong());
        }
        self.begin_session(user, &account, &user_agent).await
    }

    async fn account_of(&self, email_key: &str) -> Result<UserId, Error> {
        let mut tx = self.db.begin(Scope::none()).await?;
        let user = users::user_of_email(&mut tx, email_key).await?;
        Ok(user.unwrap_or(NOBODY))
    }

    /// Counts the try before the password is looked at, so that a thousand tries at once are not all judged before the
    /// first is counted. A right password clears the count. For [`NOBODY`] the same statements run, because what is left
    /// out would show in the time it takes (T11).
    async fn count_try(&self, user: UserId) -> Result<Option<Credentials>, Error> {
        let mut tx = self.db.begin(Scope::user(user)).await?;
        let account = users::lock_credentials(&mut tx, user).await?;
        let now = self.clock.now();
        let locked_until = account.as_ref().and_then(|account| account.locked_until);
        if let Some(until) = locked_until.filter(|until| now < *until) {
            return Err(account_locked(until - now));
        }
        let before = account.as_ref().map_or(0, |account| account.failed_logins);
        let failures = before.saturating_add(1);
        let delay = lockout::delay_after(u32::try_from(failures).unwrap_or_default());
        users::record_try(&mut tx, user, failures, delay.map(|delay| now + delay)).await?;
        tx.commit().await?;
        Ok(account)
    }

    async fn begin_session(
        &self,
        user: UserId,
        account: &Credentials,
        user_agent: &str,
    ) -> Result<(SessionTokens, User), Error> {
        let mut tx = self.db.begin(Scope::user(user)).await?;
        if !users::clear_failures(&mut tx, user, &account.password_hash).await? {
            return Err(credentials_wrong());
        }
        if !account.verified {
            tx.commit().await?;
            return Err(email_not_verified());
        }
        let now = self.clock.now();
        let id = SessionId::generate();
        let refresh = RefreshToken::generate(id, &self.secrets);
        let session = Session {
            id,
            user,
            organisation: organisations::first_of(&mut tx, user).await?,
            last_used_at: now,
            expires_at: now + SESSION_LIFETIME,
            ended_at: None,
            refresh_hash: refresh.hash(),
            rotation: None,
        };
        sessions::insert(&mut tx, &session, &kept_user_agent(user_agent)).await?;
        let user = users::find(&mut tx, user, session.organisation)
            .await?
            .ok_or_else(session_ended)?;
        let tokens = self.tokens.make(&session, &user, &refresh, now)?;
        tx.commit().await?;
        Ok((tokens, user))
    }
}

fn require(command: &LoginCommand) -> Result<(), Error> {
    let mut violations = lintel_core::Violations::default();
    if command.email.trim().is_empty() {
        violations.add("email", "Email is required.");
    }
    if command.password.expose_secret().is_empty() {
        violations.add("password", "Password is required.");
    }
    violations.into_result("LOGIN_INVALID")
}

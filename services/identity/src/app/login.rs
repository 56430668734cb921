//! Signing in.

use std::sync::Arc;

use lintel_core::{Clock, Error, SessionId, UserId};
use lintel_db::{Db, Scope};
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

/// Locks that keep the tries of one account apart; accounts share them by id.
const STRIPES: usize = 64;

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
        }
    }

    /// Begins a session for the account of an address and a password.
    ///
    /// # Errors
    /// `LOGIN_INVALID`, `CREDENTIALS_WRONG`, `EMAIL_NOT_VERIFIED`, `ACCOUNT_LOCKED`; `Unavailable` when too many hash at
    /// once; the store's errors.
    pub async fn login(&self, command: LoginCommand) -> Result<(SessionTokens, User), Error> {
        require(&command)?;
        let LoginCommand {
            email,
            password,
            user_agent,
        } = command;
        if !password::is_possible(password.expose_secret()) {
            return Err(credentials_wrong());
        }
        let Some(user) = self.account_of(&email).await? else {
            self.hasher.verify_nobody(password).await?;
            return Err(credentials_wrong());
        };
        // Tries of one account go one after the other: a person who signs in several times at once is not taken for one
        // who guesses. Across replicas the count in the database holds.
        let stripe = usize::try_from(user.get()).unwrap_or_default() % STRIPES;
        let _turn = self.turns[stripe].lock().await;
        let account = self.count_try(user).await?;
        if !self
            .hasher
            .verify(password, account.password_hash.clone())
            .await?
        {
            return Err(credentials_wrong());
        }
        self.begin_session(user, &account, &user_agent).await
    }

    async fn account_of(&self, email: &str) -> Result<Option<UserId>, Error> {
        let Ok(email) = EmailAddress::parse(email) else {
            return Ok(None);
        };
        let mut tx = self.db.begin(Scope::none()).await?;
        Ok(users::user_of_email(&mut tx, &email.key()).await?)
    }

    /// Counts the try before the password is looked at, so that a thousand tries at once are not all judged before the
    /// first is counted. A right password clears the count.
    async fn count_try(&self, user: UserId) -> Result<Credentials, Error> {
        let mut tx = self.db.begin(Scope::user(user)).await?;
        let account = users::lock_credentials(&mut tx, user)
            .await?
            .ok_or_else(credentials_wrong)?;
        let now = self.clock.now();
        if let Some(until) = account.locked_until.filter(|until| now < *until) {
            return Err(account_locked(until - now));
        }
        let failures = account.failed_logins.saturating_add(1);
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

//! Signing in.

use std::sync::Arc;

use lintel_core::{Clock, Error, UserId};
use lintel_db::{Db, Scope, StoreError};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    begin_session::{Begun, SessionBeginner},
    hashing::PasswordHasher,
    mail_requests::MailRequests,
    tries::{self, Tries},
    turns::Turns,
};
use crate::{
    domain::{
        client::Client,
        email::EmailAddress,
        lockout, password,
        secrets::Secrets,
        token::{CHALLENGE_LIFETIME, LinkToken},
    },
    error::{credentials_wrong, email_not_verified},
    store::{
        devices, login_challenges, second_factors,
        users::{self, Credentials},
    },
};

/// The account of an address that has none: ids begin at 1.
const NOBODY: UserId = UserId::new(0);

/// What the form of sign-in holds.
#[derive(Debug)]
pub struct LoginCommand {
    /// As typed.
    pub email: String,
    /// As typed.
    pub password: SecretString,
    /// Where it comes from.
    pub client: Client,
    /// The token of a device that signed in before.
    pub device: Option<LinkToken>,
}

/// What a right password leads to.
pub enum LoggedIn {
    /// A session.
    Begun(Box<Begun>),
    /// A challenge, which takes the second factor's code.
    Challenged(LinkToken),
}

/// A try that was counted.
struct Try {
    /// None for an address that nobody has.
    account: Option<Credentials>,
    /// What was tried for the address before.
    tries: Tries,
    /// Whether the owner hears of this try, if it fails.
    tells: bool,
}

/// Judges passwords.
#[derive(Debug, Clone)]
pub struct Login {
    db: Db,
    clock: Arc<dyn Clock>,
    hasher: PasswordHasher,
    beginner: SessionBeginner,
    secrets: Secrets,
    mails: MailRequests,
    turns: Turns,
}

impl Login {
    /// Judges passwords with `hasher`, begins sessions with `beginner`, and has owners told of wrong passwords by `mails`.
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        hasher: PasswordHasher,
        beginner: SessionBeginner,
        secrets: Secrets,
        mails: MailRequests,
    ) -> Self {
        Self {
            db,
            clock,
            hasher,
            beginner,
            secrets,
            mails,
            turns: Turns::default(),
        }
    }

    /// Begins a session for the account of an address and a password, or answers a challenge where a second factor is on.
    ///
    /// # Errors
    /// `LOGIN_INVALID`, `CREDENTIALS_WRONG`, `EMAIL_NOT_VERIFIED`, `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`; `Unavailable`
    /// when too many hash at once; the store's errors.
    pub async fn login(&self, command: LoginCommand) -> Result<LoggedIn, Error> {
        let answer = self.judge(command).await;
        let outcome = match &answer {
            Ok(LoggedIn::Begun(_)) => "OK",
            Ok(LoggedIn::Challenged(_)) => "CHALLENGED",
            Err(error) => error.reason(),
        };
        metrics::SIGN_INS.add(1, &[KeyValue::new("lintel.outcome", outcome)]);
        answer
    }

    async fn judge(&self, command: LoginCommand) -> Result<LoggedIn, Error> {
        require(&command)?;
        let LoginCommand {
            email,
            password,
            client,
            device,
        } = command;
        if !password::is_possible(password.expose_secret()) {
            return Err(credentials_wrong());
        }
        let address = EmailAddress::parse(&email).map(|address| address.key());
        let key = match &address {
            Ok(key) => key.clone(),
            Err(_) => email.trim().to_lowercase(),
        };
        // A person who signs in several times at once is not taken for one who guesses.
        let _turn = self.turns.take(&key).await;
        // Before anything is read or counted: a flood that the queue turns away costs the database nothing, and no owner a
        // try. After the turn, because who waits for it should take nobody's place.
        let place = self.hasher.admit()?;
        let user = match &address {
            Ok(key) => self.account_of(key).await?,
            Err(_) => NOBODY,
        };
        let counted = self.count_try(user, &key, device.as_ref()).await?;
        let hash = counted
            .account
            .as_ref()
            .map(|account| account.password_hash.clone());
        let is_right = place.verify(password, hash).await?;
        match &counted.account {
            Some(account) if is_right => {
                self.let_in(user, account, &counted.tries, &client, device)
                    .await
            }
            _ => {
                if let (true, Ok(key)) = (counted.tells, address) {
                    self.mails.tell_of_pause(key, client);
                }
                Err(credentials_wrong())
            }
        }
    }

    async fn account_of(&self, email_key: &str) -> Result<UserId, Error> {
        // No transaction: it is one statement, and would be four round trips.
        let mut connection = self
            .db
            .unscoped()
            .acquire()
            .await
            .map_err(StoreError::from)?;
        let user = users::user_of_email(&mut connection, email_key).await?;
        Ok(user.unwrap_or(NOBODY))
    }

    /// Counts the try before the password is looked at, so that a thousand tries at once are not all judged before the
    /// first is counted. A right password clears the count. For [`NOBODY`] the same statements run and count by the same
    /// rule, because what is left out would show in the answer or in the time it takes (T11). A device that the account knows
    /// has a count of its own: strangers who lock the account do not lock its owner out (T12).
    async fn count_try(
        &self,
        user: UserId,
        email_key: &str,
        device: Option<&LinkToken>,
    ) -> Result<Try, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::user(user)).await?;
        let account = users::lock_credentials(&mut tx, user).await?;
        let device = device.map(LinkToken::hash);
        let known = match &device {
            Some(hash) => devices::lock(&mut tx, user, hash).await?,
            None => None,
        };
        let tries = Tries::of(&mut tx, &self.secrets, email_key, now).await?;
        let tells = match (&device, known) {
            (Some(hash), Some(known)) => {
                tries::allow(known.failed_logins, known.locked_until, now)?;
                let failures = known.failed_logins.saturating_add(1);
                let count = u32::try_from(failures).unwrap_or_default();
                let until = lockout::delay_after(count).map(|delay| now + delay);
                devices::record_try(&mut tx, user, hash, failures, until).await?;
                false
            }
            _ => {
                tries.allow(now)?;
                lockout::is_told(tries.fail(&mut tx, now).await?)
            }
        };
        tx.commit().await?;
        Ok(Try {
            account,
            tries,
            tells,
        })
    }

    async fn let_in(
        &self,
        user: UserId,
        account: &Credentials,
        tries: &Tries,
        client: &Client,
        device: Option<LinkToken>,
    ) -> Result<LoggedIn, Error> {
        let mut tx = self.db.begin(Scope::user(user)).await?;
        let current = users::lock_credentials(&mut tx, user).await?;
        if current.is_none_or(|current| current.password_hash != account.password_hash) {
            return Err(credentials_wrong());
        }
        let challenged = second_factors::confirmed_since(&mut tx, user)
            .await?
            .is_some();
        // Where a code is still to come, wrong codes stay counted: otherwise whoever has the password tries codes for ever.
        if challenged {
            tries.restore(&mut tx).await?;
        } else {
            tries.forget(&mut tx).await?;
        }
        if !account.verified {
            tx.commit().await?;
            return Err(email_not_verified());
        }
        if challenged {
            let challenge = LinkToken::generate();
            let expires_at = self.clock.now() + CHALLENGE_LIFETIME;
            login_challenges::insert(&mut tx, user, &challenge.hash(), expires_at).await?;
            tx.commit().await?;
            return Ok(LoggedIn::Challenged(challenge));
        }
        let begun = self
            .beginner
            .begin(&mut tx, user, account, tries.failures() > 0, client, device)
            .await?;
        tx.commit().await?;
        Ok(LoggedIn::Begun(Box::new(begun)))
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

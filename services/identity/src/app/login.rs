//! Signing in.

use std::sync::Arc;

use lintel_core::{Clock, EmailAddress, Error, UserId};
use lintel_db::{Db, Scope, StoreError, Tx};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    begin_session::{Begun, SessionBeginner},
    codes,
    hashing::PasswordHasher,
    mail_requests::MailRequests,
    tries,
    turns::Turns,
};
use crate::{
    domain::{
        client::Client,
        password,
        secrets::Secrets,
        token::{CHALLENGE_LIFETIME, LinkToken},
    },
    error::{credentials_wrong, email_not_verified},
    store::{
        device, login_challenge, login_try,
        second_factor::StoredFactor,
        user::{self, Credentials},
    },
};

/// Stands for the account of an unknown address; real ids begin at 1.
const NOBODY: UserId = UserId::new(0);

/// The fields of the sign-in form.
#[derive(Debug)]
pub struct LoginCommand {
    /// The text as typed.
    pub email: String,
    /// The text as typed.
    pub password: SecretString,
    /// The client that sends it.
    pub client: Client,
    /// The token of a device that has signed in before.
    pub device: Option<LinkToken>,
}

/// The result of a right password.
pub enum LoggedIn {
    /// A session.
    Begun(Box<Begun>),
    /// A challenge, which takes the second factor's code.
    Challenged(LinkToken),
}

/// A try that was counted.
struct Try {
    /// `None` for an unknown address.
    account: Option<Credentials>,
    /// The counts that it was added to.
    counted: Counted,
    /// True when tries failed before this one.
    after_failures: bool,
    /// True when the owner is told if this try fails.
    tells: bool,
}

/// The counts that a try was added to: the address's, by its keyed hash, or that of a known device, by its hash.
struct Counted {
    address: [u8; 32],
    device: Option<[u8; 32]>,
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
    /// Checks passwords with `hasher`, starts sessions with `beginner`, and tells owners about wrong passwords through `mails`.
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

    /// Starts a session for an address and its password, or returns a challenge where the second factor is on.
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
        // Somebody who signs in several times at once is not mistaken for a guesser.
        let _turn = self.turns.take(&key).await;
        // Before anything is read or counted: a call that the full queue refuses costs no query and no owner a try. After the turn,
        // because a call that waits for its turn must not take a place in the queue.
        let place = self.hasher.admit()?;
        let user = match &address {
            Ok(key) => self.account_of(key).await?,
            Err(_) => NOBODY,
        };
        let attempt = self.count_try(user, &key, device.as_ref()).await?;
        let hash = attempt
            .account
            .as_ref()
            .map(|account| account.password_hash.clone());
        let is_right = place.verify(password, hash).await?;
        match &attempt.account {
            Some(account) if is_right => {
                self.let_in(user, account, &attempt, &client, device).await
            }
            _ => {
                if let (true, Ok(key)) = (attempt.tells, address) {
                    self.mails.tell_of_pause(key, client);
                }
                Err(credentials_wrong())
            }
        }
    }

    async fn account_of(&self, email_key: &str) -> Result<UserId, Error> {
        // Without a transaction: it is one statement, and a transaction would make it four round trips.
        let mut connection = self
            .db
            .unscoped()
            .acquire()
            .await
            .map_err(StoreError::from)?;
        let user = user::user_of_email(&mut connection, email_key).await?;
        Ok(user.unwrap_or(NOBODY))
    }

    /// Counts the try as failed before the password is judged, so that of a thousand tries at once not all are judged before the
    /// first is counted; a right password resets the count. For [`NOBODY`] the same statements run and count by the same rule,
    /// because a difference would show in the answer or in its time (T11). A device that the account knows has its own count:
    /// strangers who lock the address do not lock its owner out (T12).
    async fn count_try(
        &self,
        user: UserId,
        email_key: &str,
        device: Option<&LinkToken>,
    ) -> Result<Try, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::user(user)).await?;
        let account = user::lock_credentials(&mut tx, user).await?;
        let known = match device.map(LinkToken::hash) {
            Some(hash) => device::lock(&mut tx, user, &hash)
                .await?
                .map(|failures| (hash, failures)),
            None => None,
        };
        let address = self.secrets.address_hash(email_key);
        let failures = login_try::lock(&mut tx, &address, now).await?;
        let tells = match &known {
            Some((hash, failures)) => {
                tries::allow(*failures, now)?;
                device::count(&mut tx, user, hash, failures.and_one_at(now)).await?;
                false
            }
            None => {
                tries::allow(failures, now)?;
                let counted = failures.and_one_at(now);
                login_try::count(&mut tx, &address, counted).await?;
                counted.are_told()
            }
        };
        tx.commit().await?;
        Ok(Try {
            account,
            after_failures: failures.count > 0
                || known.is_some_and(|(_, failures)| failures.count > 0),
            counted: Counted {
                address,
                device: known.map(|(hash, _)| hash),
            },
            tells,
        })
    }

    async fn let_in(
        &self,
        user: UserId,
        account: &Credentials,
        attempt: &Try,
        client: &Client,
        device: Option<LinkToken>,
    ) -> Result<LoggedIn, Error> {
        let mut tx = self.db.begin(Scope::user(user)).await?;
        let current = user::lock_credentials(&mut tx, user).await?;
        if current.is_none_or(|current| current.password_hash != account.password_hash) {
            return Err(credentials_wrong());
        }
        // The right password resets the count of wrong passwords, but not that of wrong codes: otherwise a person who knows the
        // password could try codes without end.
        login_try::delete(&mut tx, &attempt.counted.address).await?;
        if let Some(hash) = &attempt.counted.device {
            device::forget_failures(&mut tx, user, hash).await?;
        }
        if !account.verified {
            tx.commit().await?;
            return Err(email_not_verified());
        }
        if let Some(factor) = codes::lock(&mut tx, user).await? {
            let challenge = self.challenge(&mut tx, user, &factor, attempt).await;
            tx.commit().await?;
            return challenge.map(LoggedIn::Challenged);
        }
        let begun = self
            .beginner
            .begin(
                &mut tx,
                user,
                account,
                attempt.after_failures,
                client,
                device,
            )
            .await?;
        tx.commit().await?;
        Ok(LoggedIn::Begun(Box::new(begun)))
    }

    /// A challenge for an account whose second factor is on; refused while codes are locked.
    async fn challenge(
        &self,
        tx: &mut Tx,
        user: UserId,
        factor: &StoredFactor,
        attempt: &Try,
    ) -> Result<LinkToken, Error> {
        let now = self.clock.now();
        tries::allow(factor.failures, now)?;
        let challenge = LinkToken::generate();
        let (hash, expires_at) = (challenge.hash(), now + CHALLENGE_LIFETIME);
        login_challenge::insert(tx, user, &hash, expires_at, attempt.after_failures).await?;
        Ok(challenge)
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

//! Failed sign-ins of an address and the delays that follow from them (T11, T12).

use chrono::{DateTime, Utc};
use lintel_core::{Error, UserId};
use sqlx::PgConnection;

use crate::{
    domain::{lockout, secrets::Secrets},
    error::{account_locked, password_reset_required},
    store::{
        devices,
        login_tries::{self, Tried},
    },
};

/// What was tried for one address, locked until the transaction ends. Lock the account's row before it.
#[derive(Debug)]
pub(super) struct Tries {
    address: [u8; 32],
    tried: Tried,
}

impl Tries {
    /// What was tried for the address with this key, whether anybody has it or not.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn of(
        tx: &mut PgConnection,
        secrets: &Secrets,
        email_key: &str,
        now: DateTime<Utc>,
    ) -> Result<Self, Error> {
        let address = secrets.address_hash(email_key);
        let tried = login_tries::lock(tx, &address, now).await?;
        Ok(Self { address, tried })
    }

    /// That there may be another try now.
    ///
    /// # Errors
    /// `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`.
    pub(super) fn allow(&self, now: DateTime<Utc>) -> Result<(), Error> {
        allow(self.tried.failures, self.tried.locked_until, now)
    }

    /// Failures before this try.
    pub(super) const fn failures(&self) -> i32 {
        self.tried.failures
    }

    /// Counts this try as failed until [`Self::restore`] or [`Self::forget`] says otherwise, and gives the new number. The
    /// transaction must do nothing else that has to outlive a crash of the server.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn fail(
        &self,
        tx: &mut PgConnection,
        now: DateTime<Utc>,
    ) -> Result<u32, Error> {
        let failures = self.tried.failures.saturating_add(1);
        let count = u32::try_from(failures).unwrap_or_default();
        let until = lockout::delay_after(count).map(|delay| now + delay);
        login_tries::count(tx, &self.address, failures, until).await?;
        Ok(count)
    }

    /// This try was right, and what failed before it still counts.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn restore(&self, tx: &mut PgConnection) -> Result<(), Error> {
        Ok(login_tries::restore(tx, &self.address, self.tried.failures).await?)
    }

    /// Nothing that failed counts any more.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn forget(&self, tx: &mut PgConnection) -> Result<(), Error> {
        Ok(login_tries::delete(tx, &self.address).await?)
    }
}

/// That there may be a try at `now` after so many failures, where none may be before `locked_until`.
///
/// # Errors
/// `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`.
pub(super) fn allow(
    failures: i32,
    locked_until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if lockout::takes_a_reset(u32::try_from(failures).unwrap_or_default()) {
        return Err(password_reset_required());
    }
    match locked_until {
        Some(until) if now < until => Err(account_locked(until - now)),
        _ => Ok(()),
    }
}

/// Nothing that failed for an address or from a device of its account counts any more: the account has another password.
///
/// # Errors
/// The store's errors.
pub(super) async fn forget(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    email_key: &str,
) -> Result<(), Error> {
    devices::forget_tries(tx, user).await?;
    Ok(login_tries::delete(tx, &secrets.address_hash(email_key)).await?)
}

//! Asking somebody who is signed in for the password once more, before what a thief of a session must not do.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal};
use lintel_db::{Db, Scope};
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgConnection;

use super::{hashing::PasswordHasher, tries::Tries};
use crate::{
    domain::{password, secrets::Secrets},
    error::{password_wrong, session_ended},
    store::users::{self, Credentials},
};

/// Judges passwords of people who are signed in; wrong ones count as failed sign-ins.
#[derive(Debug, Clone)]
pub struct PasswordProof {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Verifies passwords.
    pub hasher: PasswordHasher,
    /// Knows under which names tries are counted.
    pub secrets: Secrets,
}

impl PasswordProof {
    /// Requires the caller's password, which stands in `field`, and gives the hash that it fits.
    ///
    /// # Errors
    /// `PASSWORD_WRONG`, `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`; `Unavailable` when too many hash at once; the store's errors.
    pub async fn of(
        &self,
        caller: &Principal,
        password: SecretString,
        field: &str,
    ) -> Result<String, Error> {
        let given = password.expose_secret();
        if given.is_empty() || !password::is_possible(given) {
            return Err(password_wrong(field));
        }
        let place = self.hasher.admit()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let account = users::lock_credentials(&mut tx, caller.user)
            .await?
            .ok_or_else(session_ended)?;
        let tries = Tries::of(&mut tx, &self.secrets, &account.email_key, now).await?;
        tries.allow(now)?;
        tries.fail(&mut tx, now).await?;
        tx.commit().await?;
        let hash = account.password_hash;
        if !place.verify(password, Some(hash.clone())).await? {
            return Err(password_wrong(field));
        }
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let account = users::lock_credentials(&mut tx, caller.user).await?;
        if account.is_none_or(|account| account.password_hash != hash) {
            return Err(password_wrong(field));
        }
        tries.restore(&mut tx).await?;
        tx.commit().await?;
        Ok(hash)
    }
}

/// Locks the caller's account and requires that the password which [`PasswordProof::of`] proved is still its password: between the
/// two it may have been changed, or reset by the owner.
///
/// # Errors
/// `PASSWORD_WRONG`; the store's errors.
pub(super) async fn require_still(
    tx: &mut PgConnection,
    caller: &Principal,
    proved_hash: &str,
    field: &str,
) -> Result<Credentials, Error> {
    let account = users::lock_credentials(tx, caller.user)
        .await?
        .ok_or_else(session_ended)?;
    if account.password_hash == proved_hash {
        Ok(account)
    } else {
        Err(password_wrong(field))
    }
}

//! Asking somebody who is signed in for the password again, before anything that a thief of the session must not do.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal};
use lintel_db::{Db, Scope};
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgConnection;

use super::{hashing::PasswordHasher, tries};
use crate::{
    domain::password,
    error::{password_wrong, session_ended},
    store::{
        own_session,
        user::{self, Credentials},
    },
};

/// Judges passwords of people who are signed in. Wrong passwords are counted by session, so that strangers who guess at sign-in
/// lock nobody out here (T12), and the thief of a session gets no more tries than a stranger.
#[derive(Debug, Clone)]
pub struct PasswordProof {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Verifies passwords.
    pub hasher: PasswordHasher,
}

impl PasswordProof {
    /// Requires the caller's password, which the request has in `field`, and returns the matching hash.
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
        let account = user::lock_credentials(&mut tx, caller.user)
            .await?
            .ok_or_else(session_ended)?;
        // Counted as wrong before it is judged, so that of a thousand tries at once not all are judged before the first is counted.
        let failures = own_session::lock_failures(&mut tx, caller.user, caller.session)
            .await?
            .ok_or_else(session_ended)?;
        tries::allow(failures, now)?;
        let counted = failures.and_one_at(now);
        own_session::count_failures(&mut tx, caller.user, caller.session, counted).await?;
        tx.commit().await?;
        let hash = account.password_hash;
        if !place.verify(password, Some(hash.clone())).await? {
            return Err(password_wrong(field));
        }
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let account = user::lock_credentials(&mut tx, caller.user).await?;
        if account.is_none_or(|account| account.password_hash != hash) {
            return Err(password_wrong(field));
        }
        own_session::forget_failures(&mut tx, caller.user, caller.session).await?;
        tx.commit().await?;
        Ok(hash)
    }
}

/// Locks the caller's account and requires that the password which [`PasswordProof::of`] proved is still in force: it may have been
/// changed or reset since.
///
/// # Errors
/// `PASSWORD_WRONG`; the store's errors.
pub(super) async fn require_still(
    tx: &mut PgConnection,
    caller: &Principal,
    proved_hash: &str,
    field: &str,
) -> Result<Credentials, Error> {
    let account = user::lock_credentials(tx, caller.user)
        .await?
        .ok_or_else(session_ended)?;
    if account.password_hash == proved_hash {
        Ok(account)
    } else {
        Err(password_wrong(field))
    }
}

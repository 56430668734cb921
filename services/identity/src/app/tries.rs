//! Failed tries and the delays that follow from them (T11, T12, T20).
//!
//! Each kind has a count of its own: wrong passwords at sign-in by address or, from a device that the account knows, by device
//! (login.rs); wrong passwords of somebody who is signed in by session (proof.rs); wrong codes by account (codes.rs). A count is read,
//! judged and written in one transaction under the lock of its row, and a success sets it to zero: no count that was read in an
//! earlier transaction is ever written back.

use chrono::{DateTime, Utc};
use lintel_core::{Error, UserId};
use sqlx::PgConnection;

use crate::{
    domain::{lockout::Failures, secrets::Secrets},
    error::{account_locked, password_reset_required},
    store::{devices, login_tries},
};

/// That there may be another try at `now`.
///
/// # Errors
/// `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`.
pub(super) fn allow(failures: Failures, now: DateTime<Utc>) -> Result<(), Error> {
    if failures.take_a_reset() {
        return Err(password_reset_required());
    }
    failures
        .wait(now)
        .map_or(Ok(()), |wait| Err(account_locked(wait)))
}

/// The account has another password, or is about to be deleted: no wrong password counts any more, and no device is known but the one
/// with the hash `kept`. A thief's device gets no tries of its own any more, and its next sign-in is told to the owner. Wrong codes
/// still count: whoever changes a password may not know a code.
///
/// # Errors
/// The store's errors.
pub(super) async fn forget(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    email_key: &str,
    kept: Option<&[u8]>,
) -> Result<(), Error> {
    if let Some(device) = kept {
        devices::delete_others(tx, user, device).await?;
        devices::forget_failures(tx, user, device).await?;
    } else {
        devices::delete_all(tx, user).await?;
    }
    Ok(login_tries::delete(tx, &secrets.address_hash(email_key)).await?)
}

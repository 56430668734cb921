//! Failed tries and the delays that follow from them (T11, T12, T20).
//!
//! Each kind has its own count: wrong passwords at sign-in by address, or by device where the account knows it (login.rs); wrong
//! passwords of somebody who is signed in by session (proof.rs); wrong codes by account (codes.rs). A count is read, judged and
//! written in one transaction under the lock of its row, and a success sets it to zero. A count that was read in an earlier
//! transaction is never written back.

use chrono::{DateTime, Utc};
use lintel_core::{Error, UserId};
use sqlx::PgConnection;

use crate::{
    domain::{lockout::Failures, secrets::Secrets},
    error::{account_locked, password_reset_required},
    store::{device, login_try},
};

/// Checks that another try is allowed at `now`.
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

/// Forgets wrong passwords, and every device except the one with the hash `kept`, because the account has a new password or is
/// being deleted. A thief's device then has no tries of its own, and its next sign-in is mailed to the owner. Wrong codes still
/// count: a person who changes the password may not know a code.
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
        device::delete_others(tx, user, device).await?;
        device::forget_failures(tx, user, device).await?;
    } else {
        device::delete_all(tx, user).await?;
    }
    Ok(login_try::delete(tx, &secrets.address_hash(email_key)).await?)
}

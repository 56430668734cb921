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

/// No wrong password counts any more for an address and from the devices of its account: the account has another password. Wrong
/// codes still count: whoever changes a password may not know a code.
///
/// # Errors
/// The store's errors.
pub(super) async fn forget(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    email_key: &str,
) -> Result<(), Error> {
    devices::forget_all_failures(tx, user).await?;
    Ok(login_tries::delete(tx, &secrets.address_hash(email_key)).await?)
}

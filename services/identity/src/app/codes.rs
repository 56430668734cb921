//! Judging a code of the second factor, which counts once. Wrong codes are counted by account and apart from passwords: somebody
//! who knows the password gets five codes and then the delays, however often the right password is given in between (T20).

use chrono::{DateTime, Utc};
use lintel_core::{Error, UserId};
use sqlx::PgConnection;
use zeroize::Zeroizing;

use super::tries;
use crate::{
    domain::{
        recovery::RecoveryCode,
        secrets::Secrets,
        totp::{self, TotpSecret},
    },
    store::{
        second_factor::{self, StoredFactor},
        user,
    },
};

/// Locks and returns the second factor of an account; `None` where it is off. Lock the account's row first.
///
/// # Errors
/// The store's errors.
pub(super) async fn lock(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<StoredFactor>, Error> {
    let factor = second_factor::lock(tx, user).await?;
    Ok(factor.filter(|factor| factor.confirmed_at.is_some()))
}

/// Judges a code of the app or a recovery code in the transaction that locked `factor`, after [`tries::allow`]. A right code resets
/// the count of wrong ones. Returns `false` for a code that is wrong or was used before (T20) and counts it; the caller must commit
/// that.
///
/// # Errors
/// [`Error::Internal`] when the secret does not open with this master key; the store's errors.
pub(super) async fn take(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    factor: &StoredFactor,
    code: &str,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    let is_right = spend(tx, secrets, user, factor, code, now).await?;
    if is_right {
        second_factor::forget_failures(tx, user).await?;
    } else {
        second_factor::count_failures(tx, user, factor.failures.and_one_at(now)).await?;
    }
    Ok(is_right)
}

async fn spend(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    factor: &StoredFactor,
    code: &str,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    if let Some(digits) = totp::digits(code) {
        let secret = open(secrets, user, &factor.sealed_secret)?;
        let Some(step) = secret.step_of(&digits, now, factor.last_step)? else {
            return Ok(false);
        };
        second_factor::take_step(tx, user, step).await?;
        return Ok(true);
    }
    let Some(code) = RecoveryCode::parse(code) else {
        return Ok(false);
    };
    Ok(second_factor::use_recovery_code(tx, user, &code.hash(secrets), now).await?)
}

/// Works like [`take`], for somebody who is signed in; `None` where the second factor is off.
///
/// # Errors
/// `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`; as [`take`].
pub(super) async fn take_own(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Option<bool>, Error> {
    user::lock(tx, user).await?;
    let Some(factor) = lock(tx, user).await? else {
        return Ok(None);
    };
    tries::allow(factor.failures, now)?;
    Ok(Some(take(tx, secrets, user, &factor, code, now).await?))
}

/// Seals an app's secret for its account.
pub(super) fn seal(secrets: &Secrets, user: UserId, secret: &TotpSecret) -> Result<Vec<u8>, Error> {
    secrets
        .second_factors
        .seal(secret.as_bytes(), context(user).as_bytes())
        .map_err(Error::internal)
}

/// Opens an app's secret.
pub(super) fn open(secrets: &Secrets, user: UserId, sealed: &[u8]) -> Result<TotpSecret, Error> {
    let bytes = secrets
        .second_factors
        .open(sealed, context(user).as_bytes())
        .map_err(Error::internal)?;
    Ok(TotpSecret::from_bytes(bytes))
}

fn context(user: UserId) -> Zeroizing<String> {
    Zeroizing::new(format!("second-factor of {user}"))
}

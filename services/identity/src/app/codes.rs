//! Taking a code of the second factor, once.

use chrono::{DateTime, Utc};
use lintel_core::{Error, UserId};
use sqlx::PgConnection;
use zeroize::Zeroizing;

use super::tries::Tries;
use crate::{
    domain::{
        recovery::RecoveryCode,
        secrets::Secrets,
        totp::{self, TotpSecret},
    },
    error::session_ended,
    store::{second_factors, users},
};

/// Takes a code of the app or a recovery code in the caller's transaction. `false` for one that is wrong or was used (T20), and for
/// an account without a second factor.
///
/// # Errors
/// [`Error::Internal`] when the secret does not open with this master key; the store's errors.
pub(super) async fn take(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    let factor = second_factors::lock(tx, user).await?;
    let Some(factor) = factor.filter(|factor| factor.confirmed_at.is_some()) else {
        return Ok(false);
    };
    if let Some(digits) = totp::digits(code) {
        let secret = open(secrets, user, &factor.sealed_secret)?;
        let Some(step) = secret.step_of(&digits, now, factor.last_step)? else {
            return Ok(false);
        };
        second_factors::take_step(tx, user, step).await?;
        return Ok(true);
    }
    let Some(code) = RecoveryCode::parse(code) else {
        return Ok(false);
    };
    Ok(second_factors::use_recovery_code(tx, user, &code.hash(secrets), now).await?)
}

/// As [`take`] for somebody who is signed in and has the second factor on; a wrong code counts as a failed sign-in, which the caller
/// commits.
///
/// # Errors
/// `ACCOUNT_LOCKED`; as [`take`].
pub(super) async fn take_or_count(
    tx: &mut PgConnection,
    secrets: &Secrets,
    user: UserId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    let account = users::lock_credentials(tx, user)
        .await?
        .ok_or_else(session_ended)?;
    let tries = Tries::of(tx, secrets, &account.email_key, now).await?;
    tries.allow(now)?;
    if take(tx, secrets, user, code, now).await? {
        return Ok(true);
    }
    tries.fail(tx, now).await?;
    Ok(false)
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

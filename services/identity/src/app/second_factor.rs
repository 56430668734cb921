//! Managing one's own second factor.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error, Principal};
use lintel_db::{Db, Scope, Tx};
use lintel_proto::identity::v1::AccountMailKind;
use secrecy::SecretString;
use zeroize::Zeroizing;

use super::{
    codes,
    notices::Notices,
    proof::{self, PasswordProof},
    tries,
};
use crate::{
    domain::{
        recovery::{RECOVERY_CODES, RecoveryCode},
        secrets::Secrets,
        security_event::SecurityKind,
        totp::{Provisioning, TotpSecret},
    },
    error::{not_enrolled, own_code_wrong, second_factor_off, second_factor_on, session_ended},
    store::{login_challenge, second_factor, security_event, user},
};

/// The time for which a secret waits for its first code.
const ENROLMENT_LIFETIME: Duration = Duration::hours(1);

/// The state of the second factor: on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactorState {
    /// Since when; `None` while it is off.
    pub since: Option<DateTime<Utc>>,
    /// Recovery codes that were not used.
    pub recovery_codes_left: i64,
}

/// Handles second factors.
#[derive(Debug, Clone)]
pub struct SecondFactor {
    /// Where they are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Seals the secrets of apps.
    pub secrets: Secrets,
    /// Asks for passwords.
    pub proof: PasswordProof,
    /// Tells the owner.
    pub notices: Notices,
}

impl SecondFactor {
    /// The state of the caller's second factor.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn state(&self, caller: &Principal) -> Result<FactorState, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(FactorState {
            since: second_factor::confirmed_since(&mut tx, caller.user).await?,
            recovery_codes_left: second_factor::recovery_codes_left(&mut tx, caller.user).await?,
        })
    }

    /// Makes a secret for an app; it takes effect with its first code.
    ///
    /// # Errors
    /// `SECOND_FACTOR_ON`, `PASSWORD_WRONG`, `ACCOUNT_LOCKED`; the store's errors.
    #[tracing::instrument(name = "app.enrol_second_factor", skip_all)]
    pub async fn enrol(
        &self,
        caller: &Principal,
        password: SecretString,
    ) -> Result<Provisioning, Error> {
        let proved = self.proof.of(caller, password, "password").await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        proof::require_still(&mut tx, caller, &proved, "password").await?;
        if second_factor::confirmed_since(&mut tx, caller.user)
            .await?
            .is_some()
        {
            return Err(second_factor_on());
        }
        let owner = user::find(&mut tx, caller.user, None)
            .await?
            .ok_or_else(session_ended)?;
        let secret = TotpSecret::generate();
        let sealed = codes::seal(&self.secrets, caller.user, &secret)?;
        second_factor::enrol(&mut tx, caller.user, &sealed, now).await?;
        tx.commit().await?;
        secret.provisioning(&owner.email)
    }

    /// Turns the second factor on with a first code and returns the recovery codes.
    ///
    /// # Errors
    /// `CODE_WRONG`, `ACCOUNT_LOCKED`, `PASSWORD_RESET_REQUIRED`, `NOT_ENROLLED`, `SECOND_FACTOR_ON`; the store's errors.
    #[tracing::instrument(name = "app.confirm_second_factor", skip_all)]
    pub async fn confirm(
        &self,
        caller: &Principal,
        code: &str,
    ) -> Result<Vec<Zeroizing<String>>, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        user::lock(&mut tx, caller.user).await?;
        let factor = second_factor::lock(&mut tx, caller.user)
            .await?
            .ok_or_else(not_enrolled)?;
        if factor.confirmed_at.is_some() {
            return Err(second_factor_on());
        }
        if now - factor.created_at > ENROLMENT_LIFETIME {
            return Err(not_enrolled());
        }
        // Wrong codes are counted here too: otherwise the thief of a session could try codes until one turns the factor on and
        // shows the recovery codes.
        tries::allow(factor.failures, now)?;
        if !codes::take(&mut tx, &self.secrets, caller.user, &factor, code, now).await? {
            tx.commit().await?;
            return Err(own_code_wrong());
        }
        second_factor::confirm(&mut tx, caller.user, now).await?;
        let recovery = self.new_recovery_codes(&mut tx, caller).await?;
        self.tell(&mut tx, caller, AccountMailKind::TwoFactorEnabled)
            .await?;
        tx.commit().await?;
        Ok(recovery)
    }

    /// Replaces all recovery codes with new ones.
    ///
    /// # Errors
    /// `SECOND_FACTOR_OFF`, `PASSWORD_WRONG`, `CODE_WRONG`, `ACCOUNT_LOCKED`; the store's errors.
    #[tracing::instrument(name = "app.renew_recovery_codes", skip_all)]
    pub async fn renew(
        &self,
        caller: &Principal,
        password: SecretString,
        code: &str,
    ) -> Result<Vec<Zeroizing<String>>, Error> {
        let proved = self.proof.of(caller, password, "password").await?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        proof::require_still(&mut tx, caller, &proved, "password").await?;
        if !self.take(&mut tx, caller, code).await? {
            tx.commit().await?;
            return Err(own_code_wrong());
        }
        let recovery = self.new_recovery_codes(&mut tx, caller).await?;
        let (kind, now) = (SecurityKind::RecoveryCodesRenewed, self.clock.now());
        security_event::append_of(&mut tx, caller, kind, now).await?;
        tx.commit().await?;
        Ok(recovery)
    }

    /// Turns the second factor off.
    #[tracing::instrument(name = "app.disable_second_factor", skip_all)]
    pub async fn disable(
        &self,
        caller: &Principal,
        password: SecretString,
        code: &str,
    ) -> Result<(), Error> {
        let proved = self.proof.of(caller, password, "password").await?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        proof::require_still(&mut tx, caller, &proved, "password").await?;
        if !self.take(&mut tx, caller, code).await? {
            tx.commit().await?;
            return Err(own_code_wrong());
        }
        second_factor::delete(&mut tx, caller.user).await?;
        login_challenge::delete_all(&mut tx, caller.user).await?;
        self.tell(&mut tx, caller, AccountMailKind::TwoFactorDisabled)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Judges the caller's code; a wrong one is counted, which the caller of this function must commit.
    async fn take(&self, tx: &mut Tx, caller: &Principal, code: &str) -> Result<bool, Error> {
        let now = self.clock.now();
        codes::take_own(tx, &self.secrets, caller.user, code, now)
            .await?
            .ok_or_else(second_factor_off)
    }

    async fn new_recovery_codes(
        &self,
        tx: &mut Tx,
        caller: &Principal,
    ) -> Result<Vec<Zeroizing<String>>, Error> {
        let codes: Vec<_> = (0..RECOVERY_CODES)
            .map(|_| RecoveryCode::generate())
            .collect();
        let hashes: Vec<_> = codes
            .iter()
            .map(|code| code.hash(&self.secrets).to_vec())
            .collect();
        second_factor::replace_recovery_codes(tx, caller.user, &hashes).await?;
        Ok(codes.iter().map(RecoveryCode::expose).collect())
    }

    async fn tell(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        kind: AccountMailKind,
    ) -> Result<(), Error> {
        let owner = user::find(tx, caller.user, None)
            .await?
            .ok_or_else(session_ended)?;
        let now = self.clock.now();
        let noted = match kind {
            AccountMailKind::TwoFactorDisabled => SecurityKind::TwoFactorDisabled,
            _ => SecurityKind::TwoFactorEnabled,
        };
        security_event::append_of(tx, caller, noted, now).await?;
        self.notices.tell(tx, &owner, kind, now, None).await
    }
}

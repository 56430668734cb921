//! Changing a password that is known.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal, SessionId};
use lintel_db::{Asked, Db, Reply, Scope, Tx, once};
use lintel_proto::identity::v1::AccountMailKind;
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    hashing::PasswordHasher,
    notices::Notices,
    own_sessions, passwords,
    proof::{self, PasswordProof},
    tries,
};
use crate::{
    domain::{
        new_password, password::PasswordPolicy, secrets::Secrets, security_event::SecurityKind,
    },
    error::session_ended,
    store::{self, user},
};

/// The fields of the form.
#[derive(Debug)]
pub struct PasswordChangeCommand {
    /// The current password.
    pub current: SecretString,
    /// The new one.
    pub new: SecretString,
    /// The new one again; empty where the client has compared them.
    pub confirmation: SecretString,
}

/// Changes passwords.
#[derive(Debug, Clone)]
pub struct PasswordChange {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Hashes passwords.
    pub hasher: PasswordHasher,
    /// The rule for new passwords.
    pub policy: PasswordPolicy,
    /// Asks for the current one.
    pub proof: PasswordProof,
    /// Tells the owner.
    pub notices: Notices,
    /// Makes the keyed hashes under which tries are counted.
    pub secrets: Secrets,
}

impl PasswordChange {
    /// Sets a new password, ends what was begun with the old one and every other session, forgets every device except the caller's,
    /// and returns the sessions that it ended. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `PASSWORD_MISMATCH`, `PASSWORD_UNCHANGED`, `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_COMMON`, `PASSWORD_INVALID`,
    /// `PASSWORD_WRONG`, `ACCOUNT_LOCKED`, `REQUEST_ID_REUSED`; `Unavailable` when too many hash at once; the store's errors.
    #[tracing::instrument(name = "app.change_password", skip_all)]
    pub async fn change<R: Reply>(
        &self,
        caller: &Principal,
        command: PasswordChangeCommand,
        request: Asked<Vec<SessionId>, R>,
    ) -> Result<R, Error> {
        let new = check(&command, self.policy)?;
        // The result is used below: a repeat has a stored answer, although the current password has changed since.
        let proved = self.prove(caller, command.current, new).await;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let ended = once(&mut tx, request, async |tx| {
            let (old, new) = proved?;
            self.replace(tx, caller, &old, &new).await
        })
        .await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// The hashes of the current password and of the new one.
    async fn prove(
        &self,
        caller: &Principal,
        current: SecretString,
        new: SecretString,
    ) -> Result<(String, String), Error> {
        let old = self.proof.of(caller, current, "current_password").await?;
        Ok((old, self.hasher.hash(new).await?))
    }

    async fn replace(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        old: &str,
        new: &str,
    ) -> Result<Vec<SessionId>, Error> {
        let (user, now) = (caller.user, self.clock.now());
        proof::require_still(tx, caller, old, "current_password").await?;
        let email_key = user::set_password(tx, user, new, now).await?;
        let device = store::own_session::device(tx, user, caller.session).await?;
        tries::forget(tx, &self.secrets, user, &email_key, device.as_deref()).await?;
        passwords::end_what_was_begun(tx, user, now).await?;
        store::own_session::lift_password_change(tx, user, caller.session).await?;
        let ended = own_sessions::end_others(tx, user, caller.session, now).await?;
        let owner = user::find(tx, user, None)
            .await?
            .ok_or_else(session_ended)?;
        let noted = SecurityKind::PasswordChanged;
        store::security_event::append_of(tx, caller, noted, now).await?;
        let kind = AccountMailKind::PasswordChanged;
        self.notices.tell(tx, &owner, kind, now, None).await?;
        Ok(ended)
    }
}

fn check(command: &PasswordChangeCommand, policy: PasswordPolicy) -> Result<SecretString, Error> {
    let (new, again) = (
        command.new.expose_secret(),
        command.confirmation.expose_secret(),
    );
    if !again.is_empty() && new != again {
        return Err(Error::field(
            "PASSWORD_MISMATCH",
            "confirm_password",
            "Passwords do not match. Please try again.",
        ));
    }
    let checked = new_password::check(command.new.clone(), policy)?;
    if new == command.current.expose_secret() {
        return Err(Error::field(
            "PASSWORD_UNCHANGED",
            "new_password",
            "Choose a password other than the one you have.",
        ));
    }
    Ok(checked)
}

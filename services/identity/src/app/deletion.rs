//! Deleting one's own account, together with the organisations that have no other member.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, OrganisationId, Principal, SessionId, UserId};
use lintel_db::{Asked, Db, Reply, Scope, Tx, once, outbox};
use lintel_proto::identity::v1::AccountMailKind;
use secrecy::SecretString;

use super::{
    codes, invitations,
    members::end_membership,
    notices::Notices,
    own_organisations,
    proof::{self, PasswordProof},
    sessions, tries,
};
use crate::{
    domain::{member::Members, secrets::Secrets, security_event::SecurityKind, user::User},
    error::{changed_meanwhile, last_owner_of_all, own_code_wrong, session_ended},
    events,
    store::{
        email_token, login_challenge, membership, organisation, own_session, second_factor,
        security_event, settings, user,
    },
};

/// Deletes accounts.
#[derive(Debug, Clone)]
pub struct Deletion {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens the secrets of second factors.
    pub secrets: Secrets,
    /// Asks for the password.
    pub proof: PasswordProof,
    /// Tells the owner.
    pub notices: Notices,
}

impl Deletion {
    /// Deletes the caller's account. When this returns, its name, address, settings and credentials are deleted, and its sessions
    /// and API keys have ended; returns the ended sessions. Organisations without other members are deleted with it. A repeat under
    /// the same request id gets the first answer.
    ///
    /// # Errors
    /// `PASSWORD_WRONG`, `ACCOUNT_LOCKED`, `CODE_WRONG` where the second factor is on; `LAST_OWNER`; `CONCURRENT_UPDATE`,
    /// `REQUEST_ID_REUSED`; `Unavailable` when too many hash at once; the store's errors.
    #[tracing::instrument(name = "app.delete_account", skip_all)]
    pub async fn delete<R: Reply>(
        &self,
        caller: &Principal,
        password: SecretString,
        code: &str,
        request: Asked<Vec<SessionId>, R>,
    ) -> Result<R, Error> {
        // The result is used below: a repeat has a stored answer, although the account no longer exists.
        let proved = self.prove(caller, password, code, can_go).await;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let ended = once(&mut tx, request, async |tx| {
            let password_hash = proved?;
            let ended = self.erase(tx, caller, &password_hash).await?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(ended)
        })
        .await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// Checks that the owner asks, and returns the password's hash. Refuses an account that `may` not leave its organisations before a
    /// code is used up.
    pub(super) async fn prove(
        &self,
        caller: &Principal,
        password: SecretString,
        code: &str,
        may: impl Fn(&Members, UserId) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let user = caller.user;
        let hash = self.proof.of(caller, password, "password").await?;
        let mut tx = self.db.begin(Scope::user(user)).await?;
        for organisation in own_organisations::ids(&mut tx, user).await? {
            tx.act_as(own_organisations::within(organisation, user))
                .await?;
            let members = Members::new(membership::list(&mut tx, organisation).await?);
            may(&members, user)?;
        }
        tx.act_as_user(user).await?;
        if second_factor::confirmed_since(&mut tx, user)
            .await?
            .is_some()
        {
            if code.trim().is_empty() {
                return Err(own_code_wrong());
            }
            let now = self.clock.now();
            let taken = codes::take_own(&mut tx, &self.secrets, user, code, now).await?;
            tx.commit().await?;
            if taken == Some(false) {
                return Err(own_code_wrong());
            }
        }
        Ok(hash)
    }

    async fn erase(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        password_hash: &str,
    ) -> Result<Vec<SessionId>, Error> {
        let (user, now) = (caller.user, self.clock.now());
        self.leave_all(tx, caller, password_hash, can_go).await?;
        let owner = user::find(tx, user, None)
            .await?
            .ok_or_else(session_ended)?;
        self.forget(tx, caller, &owner, now).await
    }

    /// Ends the account's memberships, as far as it `may`, and deletes the organisations that nobody else belongs to. The account is locked,
    /// and the transaction acts as it afterwards.
    pub(super) async fn leave_all(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        password_hash: &str,
        may: impl Fn(&Members, UserId) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (user, now) = (caller.user, self.clock.now());
        let organisations = own_organisations::locked_all(tx, user).await?;
        let account = proof::require_still(tx, caller, password_hash, "password").await?;
        tries::forget(tx, &self.secrets, user, &account.email_key, None).await?;
        own_organisations::require_same(tx, user, &organisations).await?;
        for (organisation, members) in &organisations {
            may(members, user)?;
            let member = members.find(user).ok_or_else(changed_meanwhile)?;
            tx.act_as(own_organisations::within(*organisation, user))
                .await?;
            end_membership(tx, *organisation, member, now).await?;
            if members.is_only(user) {
                close(tx, *organisation, now).await?;
            }
        }
        tx.act_as_user(user).await?;
        Ok(())
    }

    /// Deletes what belongs to the account alone.
    async fn forget(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        owner: &User,
        now: DateTime<Utc>,
    ) -> Result<Vec<SessionId>, Error> {
        let (user, noted) = (caller.user, SecurityKind::AccountDeleted);
        security_event::append_of(tx, caller, noted, now).await?;
        let ended = sessions::end_all(tx, user, now).await?;
        own_session::forget_clients(tx, user).await?;
        settings::delete(tx, user).await?;
        email_token::delete_all(tx, user).await?;
        second_factor::delete(tx, user).await?;
        login_challenge::delete_all(tx, user).await?;
        let version = user::erase(tx, user, now).await?;
        outbox::append(tx, &events::user_deleted(user, version)).await?;
        let kind = AccountMailKind::AccountDeleted;
        self.notices.tell(tx, owner, kind, now, None).await?;
        Ok(ended)
    }
}

/// Deletes an organisation that has no member left. Other services delete their data when they receive the event.
async fn close(tx: &mut Tx, organisation: OrganisationId, now: DateTime<Utc>) -> Result<(), Error> {
    invitations::take_back_all(tx, organisation, None).await?;
    let version = organisation::erase(tx, organisation, now).await?;
    outbox::append(tx, &events::organisation_deleted(organisation, version)).await?;
    Ok(())
}

/// Checks that no organisation is left with members but without an Owner.
fn can_go(members: &Members, user: UserId) -> Result<(), Error> {
    match members.find(user) {
        Some(_) if members.is_only(user) => Ok(()),
        Some(member) => members
            .can_lose_owner(member)
            .map_err(|_| last_owner_of_all()),
        None => Ok(()),
    }
}

//! Accepting an invitation: with the account that has the invited address, or with a new one.

use std::sync::Arc;

use lintel_auth::{Audience, TokenVerifier};
use lintel_core::{
    Clock, EmailAddress, Error, OrganisationId, Principal, RequestKey, Role, UserId,
};
use lintel_db::{Db, ResultExt as _, Scope, Tx, once, outbox};
use secrecy::SecretString;

use super::{hashing::PasswordHasher, invitations::open, membership_lock::locked, verification};
use crate::{
    domain::{
        client::Client, invitation::Invitation, member::Members, name::PersonName,
        password::PasswordPolicy, security_event::SecurityKind, sign_up::SignUp, token::LinkToken,
    },
    error::{
        already_member, invitation_link_invalid, not_a_landlord, other_account, sign_in_first,
    },
    events,
    store::{
        invitation, membership, security_event, session,
        user::{self, NewUser},
    },
};

/// The form of an invitation's page.
#[derive(Debug)]
pub struct AcceptCommand {
    /// The link's token.
    pub token: String,
    /// The access token of the person who is signed in; empty where nobody is.
    pub access_token: String,
    /// The text as typed; for a new account.
    pub name: String,
    /// The text as typed; for a new account.
    pub password: SecretString,
}

/// Accepts invitations.
#[derive(Debug, Clone)]
pub struct Acceptance {
    /// Where invitations and accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Hashes a new account's password.
    pub hasher: PasswordHasher,
    /// The rule for new passwords.
    pub policy: PasswordPolicy,
    /// Finds out who is signed in.
    pub verifier: TokenVerifier,
}

/// An account that is about to be made.
struct Newcomer {
    name: PersonName,
    email: EmailAddress,
    password_hash: String,
}

impl Acceptance {
    /// Accepts the invitation of a link, once, and gives the organisation that was joined.
    ///
    /// # Errors
    /// `LINK_INVALID`; `SIGN_IN_FIRST`, `OTHER_ACCOUNT`, `NOT_A_LANDLORD`, `ALREADY_MEMBER`; `SIGN_UP_INVALID`,
    /// `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_COMMON`; `Unavailable` when too many hash at once; the store's errors.
    #[tracing::instrument(name = "app.accept_invitation", skip_all)]
    pub async fn accept(
        &self,
        command: AcceptCommand,
        key: Option<&RequestKey>,
    ) -> Result<OrganisationId, Error> {
        let token = LinkToken::parse(&command.token).ok_or_else(invitation_link_invalid)?;
        let hash = token.hash();
        let caller = self.signed_in(&command.access_token).await?;
        // Hashed before the transaction that holds locks, because hashing takes time, and only for a valid link. A used link passes
        // here: a repeat of the request that used it has a stored answer.
        let newcomer = self.newcomer(&hash, command).await?;
        let mut tx = self.db.begin(Scope::none()).await?;
        let organisation = once(&mut tx, key, async |tx| {
            let invitation = open(tx, &hash, self.clock.now())
                .await?
                .ok_or_else(invitation_link_invalid)?;
            locked(tx, invitation.organisation).await?;
            // Read again under the lock: of several requests at once, only the first finds the invitation.
            let invitation = open(tx, &hash, self.clock.now())
                .await?
                .ok_or_else(invitation_link_invalid)?;
            invitation::delete(tx, &invitation).await?;
            let user = match user::user_of_email(tx, &invitation.email_key).await? {
                Some(account) => {
                    admit(account, caller)?;
                    account
                }
                None => {
                    let newcomer = newcomer.as_ref().ok_or_else(invitation_link_invalid)?;
                    self.make_account(tx, newcomer).await?
                }
            };
            self.join(tx, &invitation, user).await?;
            Ok(invitation.organisation.get())
        })
        .await?;
        tx.commit().await?;
        Ok(organisation.into())
    }

    /// Returns the person who is signed in. An invalid token counts as none, because the link decides.
    async fn signed_in(&self, access_token: &str) -> Result<Option<Principal>, Error> {
        let Ok(verified) = self.verifier.verify(access_token, Audience::Lintel) else {
            return Ok(None);
        };
        let caller = verified.principal;
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let now = self.clock.now();
        let live = session::is_live(&mut tx, caller.user, caller.session, now).await?;
        Ok(live.then_some(caller))
    }

    /// The account that accepting would make; `None` where the link is invalid or the address already has an account.
    async fn newcomer(
        &self,
        hash: &[u8; 32],
        command: AcceptCommand,
    ) -> Result<Option<Newcomer>, Error> {
        let mut tx = self.db.begin(Scope::none()).await?;
        let Some(invitation) = open(&mut tx, hash, self.clock.now()).await? else {
            return Ok(None);
        };
        if user::user_of_email(&mut tx, &invitation.email_key)
            .await?
            .is_some()
        {
            return Ok(None);
        }
        drop(tx);
        let SignUp {
            name,
            email,
            password,
            ..
        } = SignUp::check(
            &command.name,
            &invitation.email,
            command.password,
            Some(Role::Landlord),
            self.policy,
        )?;
        let password_hash = self.hasher.hash(password).await?;
        Ok(Some(Newcomer {
            name,
            email,
            password_hash,
        }))
    }

    async fn make_account(&self, tx: &mut Tx, newcomer: &Newcomer) -> Result<UserId, Error> {
        let now = self.clock.now();
        let user = user::reserve_id(tx).await?;
        tx.act_as_user(user).await?;
        let new = NewUser {
            id: user,
            name: newcomer.name.as_str(),
            email: &newcomer.email,
            role: Role::Landlord,
            password_hash: &newcomer.password_hash,
            created_at: now,
        };
        // Somebody signed up with the address a moment ago.
        user::insert(tx, &new)
            .await
            .on_constraint("users_email_key_uq", sign_in_first)?;
        let account = user::find(tx, user, None)
            .await?
            .ok_or_else(|| Error::internal("a new account cannot be read"))?;
        outbox::append(tx, &events::user_registered(&account)).await?;
        // Following the link proves that the person reads that mailbox, as a verification mail would.
        verification::confirm_address(tx, user, now).await?;
        Ok(user)
    }

    async fn join(&self, tx: &mut Tx, invitation: &Invitation, user: UserId) -> Result<(), Error> {
        let organisation = invitation.organisation;
        tx.act_as(Scope {
            organisation: Some(organisation),
            user: Some(user),
        })
        .await?;
        let now = self.clock.now();
        membership::insert(tx, organisation, user, invitation.grade, now)
            .await
            .on_constraint("memberships_pk", already_member)?;
        let members = Members::new(membership::list(tx, organisation).await?);
        let member = members
            .find(user)
            .ok_or_else(|| Error::internal("a new member cannot be read"))?;
        outbox::append(tx, &events::membership_changed(organisation, member)).await?;
        outbox::append(tx, &events::invitation_ended(invitation, true)).await?;
        // A request by link does not name the device.
        let (noted, client) = (SecurityKind::OrganisationJoined, Client::default());
        security_event::append(tx, user, noted, &client, now).await?;
        Ok(())
    }
}

/// Checks that the account with the invited address is the one signed in, and that it may belong to an organisation.
fn admit(account: UserId, caller: Option<Principal>) -> Result<(), Error> {
    let caller = caller.ok_or_else(sign_in_first)?;
    if caller.user != account {
        return Err(other_account());
    }
    if caller.role != Role::Landlord {
        return Err(not_a_landlord());
    }
    Ok(())
}

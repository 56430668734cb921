//! Making an account, and reading one's own.

use std::sync::Arc;

use lintel_core::{Clock, Error, Grade, OrganisationId, Principal, RequestKey, Role, UserId};
use lintel_db::{Db, Reply, ResultExt as _, Scope, Tx, once, outbox};
use secrecy::SecretString;

use super::{hashing::PasswordHasher, verification::Verification};
use crate::{
    domain::{
        name::PersonName, password::PasswordPolicy, secrets::Secrets, sign_up::SignUp,
        snapshot::MemberSnapshot, user::User,
    },
    error::{email_in_use, session_ended},
    events,
    store::{
        self, membership, organisation, session,
        user::{self, NewUser},
    },
};

/// The fields of the sign-up form.
#[derive(Debug)]
pub struct SignUpCommand {
    /// The text as typed.
    pub name: String,
    /// The text as typed.
    pub email: String,
    /// The text as typed.
    pub password: SecretString,
    /// `None` for an account type that does not exist.
    pub role: Option<Role>,
}

/// The answer to a sign-up.
#[derive(Debug)]
pub struct SignedUp {
    /// The account, not yet verified.
    pub user: User,
    /// True when a verification mail is on its way.
    pub email_sent: bool,
    /// The code, only where no mail transport is configured.
    pub verification_code: Option<String>,
}

/// Makes accounts.
#[derive(Debug, Clone)]
pub struct Accounts {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Seals stored answers.
    pub secrets: Secrets,
    /// Hashes passwords.
    pub hasher: PasswordHasher,
    /// The rule for new passwords.
    pub policy: PasswordPolicy,
    /// Asks for the verification mail.
    pub verification: Verification,
}

impl Accounts {
    /// Makes an account, for a landlord together with an organisation that it owns, and asks for the verification mail. The reply
    /// is stored sealed for repeats, because it names a person and may hold a code.
    ///
    /// # Errors
    /// `SIGN_UP_INVALID`, `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_COMMON`, `EMAIL_IN_USE`; `Unavailable` when too many hash at
    /// once; the store's errors.
    pub async fn sign_up<R: Reply>(
        &self,
        command: SignUpCommand,
        key: Option<&RequestKey>,
        reply: impl FnOnce(SignedUp) -> R,
    ) -> Result<R, Error> {
        let SignUp {
            name,
            email,
            password,
            role,
        } = SignUp::check(
            &command.name,
            &command.email,
            command.password,
            command.role,
            self.policy,
        )?;
        // Hashed before the address is looked up, so that a used address is not answered faster than a free one.
        let password_hash = self.hasher.hash(password).await?;
        let mut tx = self.db.begin(Scope::none()).await?;
        let sealed = once(&mut tx, key, async |tx| {
            let user = user::reserve_id(tx).await?;
            tx.act_as_user(user).await?;
            let created_at = self.clock.now();
            user::insert(
                tx,
                &NewUser {
                    id: user,
                    name: name.as_str(),
                    email: &email,
                    role,
                    password_hash: &password_hash,
                    created_at,
                },
            )
            .await
            .on_constraint("users_email_key_uq", email_in_use)?;
            let founded = match role {
                Role::Landlord => Some(self.found_organisation(tx, user, &name).await?),
                Role::Tenant | Role::Employer | Role::Guarantor => None,
            };
            let organisation = founded.map(|(organisation, _)| organisation);
            let code = self
                .verification
                .issue(tx, user, name.as_str(), email.as_typed())
                .await?;
            let user = user::find(tx, user, organisation)
                .await?
                .ok_or_else(|| Error::internal("a new account cannot be read"))?;
            outbox::append(tx, &events::user_registered(&user)).await?;
            if let Some((organisation, founder)) = founded {
                let event = events::membership_founded(organisation, &founder);
                outbox::append(tx, &event).await?;
            }
            let email_sent = self.verification.sends_mail();
            let reply = reply(SignedUp {
                user,
                email_sent,
                verification_code: (!email_sent).then(|| code.expose().to_string()),
            });
            let answers = &self.secrets.answers;
            let sealed = answers.seal(&reply.encode_to_vec(), b"SignUp");
            sealed.map_err(Error::internal)
        })
        .await?;
        let answers = &self.secrets.answers;
        let reply = answers.open(&sealed, b"SignUp").map_err(Error::internal)?;
        let reply = R::decode(reply.as_slice()).map_err(Error::internal)?;
        tx.commit().await?;
        Ok(reply)
    }

    async fn found_organisation(
        &self,
        tx: &mut Tx,
        founder: UserId,
        name: &PersonName,
    ) -> Result<(OrganisationId, MemberSnapshot), Error> {
        let now = self.clock.now();
        let organisation = organisation::reserve_id(tx).await?;
        store::act_in(tx, organisation).await?;
        organisation::insert(tx, organisation, &name.organisation_name(), now).await?;
        let membership = membership::insert(tx, organisation, founder, Grade::Owner, now).await?;
        let founded = MemberSnapshot {
            membership,
            user: founder,
            grade: Grade::Owner,
            version: 1,
        };
        Ok((organisation, founded))
    }

    /// The caller's own account.
    ///
    /// # Errors
    /// `SESSION_ENDED` when the session or the account of the token is gone; the store's errors.
    pub async fn current(&self, caller: &Principal) -> Result<User, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if !session::is_live(&mut tx, caller.user, caller.session, self.clock.now()).await? {
            return Err(session_ended());
        }
        let organisation = caller.membership.map(|membership| membership.organisation);
        user::find(&mut tx, caller.user, organisation)
            .await?
            .ok_or_else(session_ended)
    }
}

//! Setting a new password by a mailed link.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, OrganisationId, RequestKey, UserId};
use lintel_db::{Db, Scope, Tx, once, outbox};
use lintel_proto::identity::v1;
use secrecy::SecretString;
use sqlx::PgConnection;

use super::{
    api_keys, hashing::PasswordHasher, invitations, notices::Notices, own_organisations, sessions,
    tries, verification,
};
use crate::{
    domain::{
        client::Client,
        new_password,
        password::PasswordPolicy,
        secrets::Secrets,
        security_event::SecurityKind,
        token::{LinkToken, Purpose, RESET_LIFETIME},
        user::User,
    },
    error::reset_link_invalid,
    events::{self, MailSealer},
    store::{
        email_token::{self, EmailToken, NewEmailToken},
        login_challenge, second_factor, security_event, user,
    },
};

/// Makes, mails and accepts links that set a new password.
#[derive(Debug, Clone)]
pub struct Passwords {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Hashes passwords.
    pub hasher: PasswordHasher,
    /// The rule for new passwords.
    pub policy: PasswordPolicy,
    /// `None` where no mail transport is configured; then no link can be sent.
    pub mail: Option<MailSealer>,
    /// Tells the owner.
    pub notices: Notices,
    /// Makes the keyed hashes under which tries are counted.
    pub secrets: Secrets,
}

impl Passwords {
    /// Makes a link for `user` in the caller's transaction and asks for its mail. Older links stay valid until they expire or one
    /// is used. Does nothing without a mail transport.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn issue(&self, tx: &mut PgConnection, user: &User) -> Result<(), Error> {
        let Some(sealer) = &self.mail else {
            return Ok(());
        };
        let now = self.clock.now();
        let token = LinkToken::generate();
        email_token::insert(
            tx,
            &NewEmailToken {
                user: user.id,
                purpose: Purpose::PasswordReset,
                token_hash: &token.hash(),
                code_hash: None,
                new_email: None,
                created_at: now,
                expires_at: now + RESET_LIFETIME,
            },
        )
        .await?;
        let mail = sealer.account_mail(&v1::AccountMail {
            recipient_name: user.name.clone(),
            recipient_email: user.email.clone(),
            token: token.expose().to_string(),
            ..v1::AccountMail::default()
        })?;
        let kind = v1::AccountMailKind::PasswordReset;
        let event = events::account_mail_requested(user.id, kind, now + RESET_LIFETIME, mail);
        outbox::append(tx, &event).await?;
        Ok(())
    }

    /// Sets a new password with the token of a link, once. Because the old password may be in somebody else's hands, what was begun
    /// with it and every session end, every device except the one that uses the link is forgotten, the account's API keys are
    /// revoked, the invitations that it sent are taken back, and the owner gets a mail. A repeat under the same request id succeeds
    /// again.
    ///
    /// # Errors
    /// `LINK_INVALID`; `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_COMMON`, `PASSWORD_INVALID`; `CONCURRENT_UPDATE`; `Unavailable` when too
    /// many hash at once; the store's errors.
    pub async fn reset(
        &self,
        token: &str,
        password: SecretString,
        device: Option<LinkToken>,
        key: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let device = device.map(|device| device.hash());
        let hash = LinkToken::parse(token)
            .ok_or_else(reset_link_invalid)?
            .hash();
        // A call without a valid link costs a look-up and no hash. A used link passes here: a repeat of the request that used it
        // has a stored answer.
        let mut tx = self.db.begin(Scope::none()).await?;
        self.find(&mut tx, &hash).await?;
        drop(tx);
        let password = new_password::check(password, self.policy)?;
        let password_hash = self.hasher.hash(password).await?;

        let mut tx = self.db.begin(Scope::none()).await?;
        once(&mut tx, key, async |tx| {
            let (user, _) = self.find(tx, &hash).await?;
            let organisations = own_organisations::locked_all(tx, user).await?;
            user::lock(tx, user).await?;
            own_organisations::require_same(tx, user, &organisations).await?;
            // Under the lock: of two requests at once, the second finds the link used.
            let (_, token) = self.find(tx, &hash).await?;
            if token.used_at.is_some() {
                return Err(reset_link_invalid());
            }
            self.replace(tx, user, &password_hash, device.as_ref())
                .await?;
            for (organisation, _) in organisations {
                self.take_back_access(tx, organisation, user).await?;
            }
            tx.act_as_user(user).await?;
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The account of a link that has not expired; the transaction then acts as that account.
    async fn find(&self, tx: &mut Tx, hash: &[u8; 32]) -> Result<(UserId, EmailToken), Error> {
        let user = email_token::user_of_token(tx, hash, Purpose::PasswordReset)
            .await?
            .ok_or_else(reset_link_invalid)?;
        tx.act_as_user(user).await?;
        let now = self.clock.now();
        let token = email_token::find_by_token(tx, user, hash, Purpose::PasswordReset)
            .await?
            .filter(|token| now < token.expires_at)
            .ok_or_else(reset_link_invalid)?;
        Ok((user, token))
    }

    async fn replace(
        &self,
        tx: &mut Tx,
        user: UserId,
        password_hash: &str,
        device: Option<&[u8; 32]>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let email_key = user::set_password(tx, user, password_hash, now).await?;
        let device = device.map(<[u8; 32]>::as_slice);
        tries::forget(tx, &self.secrets, user, &email_key, device).await?;
        second_factor::forget_failures(tx, user).await?;
        end_what_was_begun(tx, user, now).await?;
        sessions::end_all(tx, user, now).await?;
        // Following the link proves that the person reads that mailbox, as a verification mail would.
        verification::confirm_address(tx, user, now).await?;
        let account = user::find(tx, user, None)
            .await?
            .ok_or_else(|| Error::internal("an account vanished under its lock"))?;
        // A request by link has no session and does not name the device.
        let (noted, client) = (SecurityKind::PasswordReset, Client::default());
        security_event::append(tx, user, noted, &client, now).await?;
        let kind = v1::AccountMailKind::PasswordChanged;
        self.notices.tell(tx, &account, kind, now, None).await
    }

    /// Takes back what the account made to let others into an organisation: API keys and invitations.
    async fn take_back_access(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        user: UserId,
    ) -> Result<(), Error> {
        tx.act_as(own_organisations::within(organisation, user))
            .await?;
        api_keys::revoke_all_of(tx, organisation, user, self.clock.now()).await?;
        invitations::take_back_all(tx, organisation, Some(user)).await
    }
}

/// Ends what was begun with an account's old password and is not finished: mailed links, sign-ins that wait for a code, and an
/// authenticator app that waits for its first code.
///
/// # Errors
/// The store's errors.
pub(super) async fn end_what_was_begun(
    tx: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    email_token::spend_all(tx, user, now).await?;
    login_challenge::delete_all(tx, user).await?;
    second_factor::forget_enrolment(tx, user).await?;
    Ok(())
}

//! Changing the address that an account signs in with.

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, EmailAddress, Error, Principal, RequestKey};
use lintel_db::{Db, ResultExt as _, Scope, Tx, once, outbox};
use lintel_proto::identity::v1::{self, AccountMailKind};
use secrecy::SecretString;

use super::{
    mail_requests::mails_per_hour,
    notices::Notices,
    proof::{self, PasswordProof},
};
use crate::{
    domain::{
        client::Client,
        security_event::SecurityKind,
        token::{EMAIL_CHANGE_LIFETIME, LinkToken, Purpose},
        user::User,
    },
    error::{email_in_use, link_invalid, session_ended},
    events::{self, MailSealer},
    store::{
        email_token::{self, NewEmailToken},
        security_event, user,
    },
};

/// Changes sign-in addresses.
#[derive(Debug, Clone)]
pub struct EmailChange {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Asks for the password.
    pub proof: PasswordProof,
    /// `None` where no mail transport is configured: then no address can be verified.
    pub mail: Option<MailSealer>,
    /// Tells the owner.
    pub notices: Notices,
}

impl EmailChange {
    /// Mails a link to the new address and a notice to the current one. An address that belongs to another account gets no link,
    /// and the answer does not show it.
    ///
    /// # Errors
    /// `EMAIL_INVALID`, `PASSWORD_WRONG`, `ACCOUNT_LOCKED`, `MAIL_OFF`, `RATE_LIMITED`, `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.request_email_change", skip_all)]
    pub async fn request(
        &self,
        caller: &Principal,
        email: &str,
        password: SecretString,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let email = EmailAddress::parse(email)
            .map_err(|error| Error::field("EMAIL_INVALID", "email", error.to_string()))?;
        let Some(sealer) = &self.mail else {
            return Err(Error::FailedPrecondition {
                reason: "MAIL_OFF",
                message: "This installation sends no mails, so a new address cannot be confirmed.",
            });
        };
        let proved = self.proof.of(caller, password, "password").await?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            proof::require_still(tx, caller, &proved, "password").await?;
            let owner = user::find(tx, caller.user, None)
                .await?
                .ok_or_else(session_ended)?;
            let (noted, now) = (SecurityKind::EmailChangeRequested, self.clock.now());
            security_event::append_of(tx, caller, noted, now).await?;
            self.offer(tx, sealer, &owner, &email).await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn offer(
        &self,
        tx: &mut Tx,
        sealer: &MailSealer,
        owner: &User,
        email: &EmailAddress,
    ) -> Result<(), Error> {
        let (now, purpose) = (self.clock.now(), Purpose::EmailChange);
        let hour = now - chrono::Duration::hours(1);
        let (sent, limit) = (
            email_token::count_since(tx, owner.id, purpose, hour).await?,
            mails_per_hour(purpose),
        );
        if sent >= i64::from(limit) {
            return Err(Error::rate_limited(limit, Duration::from_secs(3600)));
        }
        let holder = user::user_of_email(tx, &email.key()).await?;
        if holder == Some(owner.id) {
            let text = "This is the address that you sign in with.";
            return Err(Error::field("EMAIL_INVALID", "email", text));
        }
        let token = LinkToken::generate();
        let expires_at = now + EMAIL_CHANGE_LIFETIME;
        email_token::insert(
            tx,
            &NewEmailToken {
                user: owner.id,
                purpose,
                token_hash: &token.hash(),
                code_hash: None,
                new_email: Some(email.as_typed()),
                created_at: now,
                expires_at,
            },
        )
        .await?;
        if holder.is_none() {
            let mail = sealer.account_mail(&v1::AccountMail {
                recipient_name: owner.name.clone(),
                recipient_email: email.as_typed().to_owned(),
                token: token.expose().to_string(),
                ..v1::AccountMail::default()
            })?;
            let kind = AccountMailKind::EmailChange;
            let event = events::account_mail_requested(owner.id, kind, expires_at, mail);
            outbox::append(tx, &event).await?;
        }
        let kind = AccountMailKind::EmailChanging;
        self.notices.tell(tx, owner, kind, now, None).await
    }

    /// Makes the address of a link the sign-in address, once, and tells the former address. Links that were mailed to the former
    /// address become invalid.
    ///
    /// # Errors
    /// `LINK_INVALID`; `EMAIL_IN_USE` where somebody took the address meanwhile; the store's errors.
    #[tracing::instrument(name = "app.confirm_email_change", skip_all)]
    pub async fn confirm(&self, token: &str, request: Option<&RequestKey>) -> Result<(), Error> {
        let hash = LinkToken::parse(token).ok_or_else(link_invalid)?.hash();
        let mut tx = self.db.begin(Scope::none()).await?;
        once(&mut tx, request, async |tx| {
            let user = email_token::user_of_token(tx, &hash, Purpose::EmailChange)
                .await?
                .ok_or_else(link_invalid)?;
            tx.act_as_user(user).await?;
            user::lock(tx, user).await?;
            let now = self.clock.now();
            let email = email_token::new_email(tx, user, &hash, now)
                .await?
                .ok_or_else(link_invalid)?;
            let email = EmailAddress::parse(&email).map_err(Error::internal)?;
            let owner = user::find(tx, user, None).await?.ok_or_else(link_invalid)?;
            user::change_email(tx, user, &email, now)
                .await
                .on_constraint("users_email_key_uq", email_in_use)?;
            email_token::spend_all(tx, user, now).await?;
            // A request by link may come without a session and does not name the device.
            let (noted, client) = (SecurityKind::EmailChanged, Client::default());
            security_event::append(tx, user, noted, &client, now).await?;
            let kind = AccountMailKind::EmailChanged;
            self.notices.tell(tx, &owner, kind, now, None).await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

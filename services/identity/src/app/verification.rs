//! Verifying an address with a mailed link or code.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, RequestKey, UserId};
use lintel_db::{Db, Scope, once, outbox};
use sqlx::PgConnection;

use crate::{
    domain::{
        code::VerificationCode,
        secrets::Secrets,
        token::{LinkToken, Purpose, VERIFICATION_LIFETIME},
    },
    error::link_invalid,
    events::{self, MailSealer},
    store::{
        email_token::{self, EmailToken, NewEmailToken},
        user,
    },
};

/// Makes, mails and accepts verification tokens.
#[derive(Debug, Clone)]
pub struct Verification {
    db: Db,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
    /// `None` where no mail transport is configured; then no mail is requested.
    mail: Option<MailSealer>,
}

impl Verification {
    /// `mail` is `None` where no mail transport is configured.
    pub fn new(db: Db, clock: Arc<dyn Clock>, secrets: Secrets, mail: Option<MailSealer>) -> Self {
        Self {
            db,
            clock,
            secrets,
            mail,
        }
    }

    /// Returns whether each new token is mailed.
    pub const fn sends_mail(&self) -> bool {
        self.mail.is_some()
    }

    /// Makes a token for `user` in the caller's transaction and asks for its mail. Older codes are retired; older links stay valid
    /// until they expire.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn issue(
        &self,
        tx: &mut PgConnection,
        user: UserId,
        name: &str,
        email: &str,
    ) -> Result<VerificationCode, Error> {
        let now = self.clock.now();
        let expires_at = now + VERIFICATION_LIFETIME;
        let token = LinkToken::generate();
        let code = VerificationCode::generate();
        email_token::retire_codes(tx, user, Purpose::Verification).await?;
        let id = email_token::insert(
            tx,
            &NewEmailToken {
                user,
                purpose: Purpose::Verification,
                token_hash: &token.hash(),
                code_hash: Some(&code.hash(&self.secrets)),
                new_email: None,
                created_at: now,
                expires_at,
            },
        )
        .await?;
        if let Some(sealer) = &self.mail {
            let mail = sealer.verification(name, email, &token, &code)?;
            outbox::append(
                tx,
                &events::verification_requested(user, id, expires_at, mail),
            )
            .await?;
        }
        Ok(code)
    }

    /// Verifies with the token of a link. A used link succeeds again until it expires, because mail scanners and double clicks use
    /// it more than once.
    ///
    /// # Errors
    /// `LINK_INVALID`; the store's errors.
    pub async fn by_link(&self, token: &str, key: Option<&RequestKey>) -> Result<(), Error> {
        let hash = LinkToken::parse(token).ok_or_else(link_invalid)?.hash();
        let mut tx = self.db.begin(Scope::none()).await?;
        once(&mut tx, key, async |tx| {
            let user = email_token::user_of_token(tx, &hash, Purpose::Verification)
                .await?
                .ok_or_else(link_invalid)?;
            tx.act_as_user(user).await?;
            // The account is locked before its token in every transaction; the second of two requests finds it verified.
            user::lock(tx, user).await?;
            let now = self.clock.now();
            let token = email_token::find_by_token(tx, user, &hash, Purpose::Verification)
                .await?
                .filter(|token| now < token.expires_at)
                .ok_or_else(link_invalid)?;
            verify(tx, user, &token, now).await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Verifies with the code of a mail, once: any verification of the account retires its codes.
    pub async fn by_code(&self, code: &str, key: Option<&RequestKey>) -> Result<(), Error> {
        let hash = VerificationCode::parse(code)
            .ok_or_else(link_invalid)?
            .hash(&self.secrets);
        let mut tx = self.db.begin(Scope::none()).await?;
        once(&mut tx, key, async |tx| {
            let user = email_token::user_of_code(tx, &hash, Purpose::Verification)
                .await?
                .ok_or_else(link_invalid)?;
            tx.act_as_user(user).await?;
            user::lock(tx, user).await?;
            let now = self.clock.now();
            let token = email_token::find_by_code(tx, user, &hash, Purpose::Verification)
                .await?
                .filter(|token| now < token.expires_at)
                .ok_or_else(link_invalid)?;
            verify(tx, user, &token, now).await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Marks the token as used and verifies the account.
async fn verify(
    tx: &mut PgConnection,
    user: UserId,
    token: &EmailToken,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    email_token::mark_used(tx, user, token.id, now).await?;
    confirm_address(tx, user, now).await
}

/// Verifies the account once and retires its remaining codes, which are no longer needed.
///
/// # Errors
/// The store's errors.
pub(super) async fn confirm_address(
    tx: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    email_token::retire_codes(tx, user, Purpose::Verification).await?;
    if let Some(version) = user::verify(tx, user, now).await? {
        outbox::append(tx, &events::email_verified(user, version)).await?;
    }
    Ok(())
}

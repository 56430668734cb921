//! Starting a session for somebody who has proved who they are.

use std::sync::Arc;

use lintel_core::{Clock, Error, SessionId, UserId};
use lintel_db::Tx;
use lintel_proto::identity::v1::AccountMailKind;

use super::{
    notices::Notices,
    sessions::{SessionTokens, TokenMaker},
};
use crate::{
    domain::{
        client::Client,
        password_age,
        refresh::RefreshToken,
        secrets::Secrets,
        security_event::SecurityKind,
        session::{SESSION_LIFETIME, Session},
        settings::{SavedSettings, idle_limit},
        token::LinkToken,
        user::User,
    },
    error::session_ended,
    store::{
        device, membership, security_event, session, settings,
        user::{self, Credentials},
    },
};

/// A session that has just started.
pub struct Begun {
    /// Its tokens.
    pub tokens: SessionTokens,
    /// The account.
    pub user: User,
    /// True when the password has to be changed before anything else.
    pub password_change_due: bool,
    /// The token by which the device is recognised next time.
    pub device: LinkToken,
}

/// Starts sessions.
#[derive(Debug, Clone)]
pub struct SessionBeginner {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes refresh tokens verifiable.
    pub secrets: Secrets,
    /// Makes tokens.
    pub tokens: TokenMaker,
    /// Tells owners about new devices.
    pub notices: Notices,
}

impl SessionBeginner {
    /// Starts a session of `account` in the caller's transaction. Mails the owner about an unknown device, unless no device can
    /// have signed in before: once the password was changed, older devices may have been forgotten with it. `after_failures` says
    /// that earlier tries failed.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn begin(
        &self,
        tx: &mut Tx,
        user: UserId,
        account: &Credentials,
        after_failures: bool,
        client: &Client,
        device: Option<LinkToken>,
    ) -> Result<Begun, Error> {
        let now = self.clock.now();
        let saved = settings::find(tx, user).await?.unwrap_or_default();
        let must_change = saved.password_change_required.unwrap_or(false);
        let id = SessionId::generate();
        let refresh = RefreshToken::generate(id, &self.secrets);
        let session = Session {
            id,
            user,
            organisation: membership::first_of(tx, user).await?,
            last_used_at: now,
            expires_at: now + SESSION_LIFETIME,
            password_change_due: must_change
                && password_age::is_too_old(account.password_since, now),
            ended_at: None,
            refresh_hash: refresh.hash(),
            rotation: None,
        };
        let owner = user::find(tx, user, session.organisation)
            .await?
            .ok_or_else(session_ended)?;
        let device = self
            .know(tx, &owner, account, &saved, client, device)
            .await?;
        session::insert(tx, &session, client, &device.hash()).await?;
        if after_failures {
            security_event::append(tx, user, SecurityKind::FailedTries, client, now).await?;
        }
        security_event::append(tx, user, SecurityKind::SignedIn, client, now).await?;
        let idle = idle_limit(saved.session_timeout);
        Ok(Begun {
            tokens: self.tokens.make(&session, &owner, &refresh, now, idle)?,
            user: owner,
            password_change_due: session.password_change_due,
            device,
        })
    }

    /// Recognises the device from now on; a new device gets its own token.
    async fn know(
        &self,
        tx: &mut Tx,
        user: &User,
        account: &Credentials,
        saved: &SavedSettings,
        client: &Client,
        device: Option<LinkToken>,
    ) -> Result<LinkToken, Error> {
        let now = self.clock.now();
        if let Some(known) = device
            && device::note_use(tx, user.id, &known.hash(), now).await?
        {
            return Ok(known);
        }
        let tells = saved.login_notifications.unwrap_or(true);
        if tells && (account.password_changed || device::any(tx, user.id).await?) {
            let kind = AccountMailKind::NewDevice;
            self.notices.tell(tx, user, kind, now, Some(client)).await?;
        }
        // Another account's token is not reused: that would show that the two accounts share a device.
        let fresh = LinkToken::generate();
        device::insert(tx, user.id, &fresh.hash(), now).await?;
        Ok(fresh)
    }
}

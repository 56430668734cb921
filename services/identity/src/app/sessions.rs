//! Staying signed in and signing out.

use std::{collections::BTreeSet, sync::Arc};

use chrono::{DateTime, Duration, Utc};
use lintel_auth::{Audience, TokenVerifier};
use lintel_core::{Clock, Error, OrganisationId, Principal, SessionId, UserId};
use lintel_db::{Db, Scope, Tx, outbox};
use sqlx::PgConnection;
use uuid::Uuid;

use super::signing_keys::SigningKeys;
use crate::{
    domain::{
        refresh::RefreshToken,
        secrets::Secrets,
        session::{ACCESS_LIFETIME, Rotation, Session, Verdict},
        settings::idle_limit,
        user::User,
    },
    error::session_ended,
    events,
    store::{session, settings, user},
};

/// The time for which an export may be read. No longer than [`ACCESS_LIFETIME`], for which a replaced key still verifies.
pub const EXPORT_LIFETIME: Duration = ACCESS_LIFETIME;
/// The time by which a verifier's clock may be behind.
const CLOCKS_APART: Duration = Duration::minutes(1);

/// The tokens of a session. Secret.
pub struct SessionTokens {
    /// For calls.
    pub access: String,
    /// For files and the event stream.
    pub read: String,
    /// For the next refresh.
    pub refresh: String,
    /// When the session ends at the latest.
    pub session_expires_at: DateTime<Utc>,
}

/// Makes the tokens of sessions.
#[derive(Debug, Clone)]
pub struct TokenMaker {
    keys: SigningKeys,
}

/// Tokens for a quarter of an hour of calls and reading. Secret.
pub struct AccessTokens {
    /// For calls.
    pub access: String,
    /// For files and the event stream.
    pub read: String,
}

impl TokenMaker {
    /// Signs with the newest of `keys` that is in force.
    pub const fn new(keys: SigningKeys) -> Self {
        Self { keys }
    }

    /// Makes the tokens of `session`, which say who `user` is `now`; `idle_limit` is the account's session timeout.
    ///
    /// # Errors
    /// [`Error::Internal`] when signing fails.
    pub fn make(
        &self,
        session: &Session,
        user: &User,
        refresh: &RefreshToken,
        now: DateTime<Utc>,
        idle_limit: Duration,
    ) -> Result<SessionTokens, Error> {
        let AccessTokens { access, read } = self.make_access(session, user, now, idle_limit)?;
        Ok(SessionTokens {
            access,
            read,
            refresh: refresh.expose(),
            session_expires_at: session.expires_at,
        })
    }

    /// A token for a program that uses an API key of `principal`; its session is the key's.
    pub fn make_for_key(
        &self,
        principal: &Principal,
        now: DateTime<Utc>,
        lifetime: Duration,
    ) -> Result<String, Error> {
        self.keys
            .signer()?
            .sign(principal, Audience::Lintel, now, lifetime)
    }

    /// A bearer token for the calls of a backup that begins at `now`, and for no other.
    pub fn make_for_backup(
        &self,
        principal: &Principal,
        now: DateTime<Utc>,
    ) -> Result<String, Error> {
        let signer = self.keys.signer()?;
        signer.sign(principal, Audience::Backup, now, EXPORT_LIFETIME)
    }

    /// A token that proves that `principal` began the export `id` at `begun_at`. The same arguments give the same token.
    pub fn make_for_export(
        &self,
        id: Uuid,
        principal: &Principal,
        begun_at: DateTime<Utc>,
    ) -> Result<String, Error> {
        let signer = self.keys.signer()?;
        signer.sign_as(id, principal, Audience::Export, begun_at, EXPORT_LIFETIME)
    }

    /// Works like [`Self::make`], for a session that keeps its refresh token.
    pub fn make_access(
        &self,
        session: &Session,
        user: &User,
        now: DateTime<Utc>,
        idle_limit: Duration,
    ) -> Result<AccessTokens, Error> {
        let principal = Principal {
            user: user.id,
            session: session.id,
            role: user.role,
            membership: user.membership(),
        };
        let lifetime = session.token_lifetime(now, idle_limit);
        let signer = self.keys.signer()?;
        let sign = |audience| {
            // A person who has to change the password first may neither call nor read.
            let audience = match session.password_change_due {
                true => Audience::PasswordChange,
                false => audience,
            };
            signer.sign(&principal, audience, now, lifetime)
        };
        Ok(AccessTokens {
            access: sign(Audience::Lintel)?,
            read: sign(Audience::Read)?,
        })
    }
}

/// Refreshing and ending sessions.
#[derive(Debug, Clone)]
pub struct Sessions {
    /// Where sessions are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Proves refresh tokens.
    pub secrets: Secrets,
    /// Makes new tokens.
    pub tokens: TokenMaker,
    /// Reads access tokens at sign-out.
    pub verifier: TokenVerifier,
}

impl Sessions {
    /// Trades a refresh token for new tokens. Unless `background` is set, this counts as use of the session by a person.
    ///
    /// # Errors
    /// `SESSION_ENDED`, also for a token that identity did not make; the store's errors.
    pub async fn refresh(&self, token: &str, background: bool) -> Result<SessionTokens, Error> {
        let token = RefreshToken::parse(token, &self.secrets).ok_or_else(session_ended)?;
        let mut tx = self.db.begin(Scope::none()).await?;
        let user = session::user_of_session(&mut tx, token.session())
            .await?
            .ok_or_else(session_ended)?;
        tx.act_as_user(user).await?;
        // The row's lock makes two tabs that refresh at once take turns; the second finds the token that the first got.
        let mut session = session::lock(&mut tx, user, token.session())
            .await?
            .ok_or_else(session_ended)?;
        let idle = idle_limit(settings::session_timeout(&mut tx, user).await?);
        let now = self.clock.now();
        let next = match session.judge(&token.hash(), now, idle) {
            Verdict::Rotate => self.rotate(&mut tx, &session, &token, now).await?,
            Verdict::Repeat(successor_box) => token
                .open_successor(&successor_box, &self.secrets)
                .map_err(Error::internal)?,
            Verdict::End => {
                self.end(&mut tx, user, session.id).await?;
                tx.commit().await?;
                return Err(session_ended());
            }
            Verdict::Idle => {
                if session::end(&mut tx, user, session.id, now).await? {
                    outbox::append(&mut tx, &events::session_idle(session.id, user, now)).await?;
                }
                tx.commit().await?;
                return Err(session_ended());
            }
            Verdict::Refuse => return Err(session_ended()),
        };
        if !background {
            session.last_used_at = now;
            session::note_use(&mut tx, &session).await?;
        }
        let user = user::find(&mut tx, user, session.organisation)
            .await?
            .ok_or_else(session_ended)?;
        let tokens = self.tokens.make(&session, &user, &next, now, idle)?;
        tx.commit().await?;
        Ok(tokens)
    }

    async fn rotate(
        &self,
        tx: &mut Tx,
        session: &Session,
        token: &RefreshToken,
        now: DateTime<Utc>,
    ) -> Result<RefreshToken, Error> {
        let next = RefreshToken::generate(session.id, &self.secrets);
        let rotation = Rotation {
            previous_hash: token.hash(),
            at: now,
            successor_box: token.seal_successor(&next).map_err(Error::internal)?,
        };
        session::rotate(tx, session, &next.hash(), &rotation).await?;
        Ok(next)
    }

    /// Ends the sessions of an access token (which may have expired) and a refresh token. An unknown, invented or ended session is
    /// no error: the caller is signed out either way.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn logout(&self, access: &str, refresh: &str) -> Result<(), Error> {
        let by_access = self
            .verifier
            .verify_signature(access, Audience::Lintel)
            .ok()
            .map(|verified| verified.principal.session);
        let by_refresh = RefreshToken::parse(refresh, &self.secrets).map(|token| token.session());
        let named: BTreeSet<SessionId> = by_access.into_iter().chain(by_refresh).collect();
        for session in named {
            let mut tx = self.db.begin(Scope::none()).await?;
            let Some(user) = session::user_of_session(&mut tx, session).await? else {
                continue;
            };
            tx.act_as_user(user).await?;
            self.end(&mut tx, user, session).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Ends a session and publishes its end, once.
    async fn end(&self, tx: &mut Tx, user: UserId, session: SessionId) -> Result<(), Error> {
        let now = self.clock.now();
        if session::end(tx, user, session, now).await? {
            outbox::append(tx, &events::session_ended(session, user, now)).await?;
        }
        Ok(())
    }

    /// Sessions of all accounts that ended after `since` (or ever, without it) and whose tokens may not have expired yet, the
    /// newest first.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn ended(
        &self,
        since: Option<DateTime<Utc>>,
    ) -> Result<Vec<(SessionId, DateTime<Utc>)>, Error> {
        // A session's last tokens were made before it ended.
        let oldest = self.clock.now() - ACCESS_LIFETIME;
        let since = since.map_or(oldest, |since| since.max(oldest));
        let mut tx = self.db.begin_worker().await?;
        Ok(session::ended_since(&mut tx, since).await?)
    }
}

/// Ends every session of an account in the caller's transaction, publishes their end, and returns those that it ended.
///
/// # Errors
/// The store's errors.
pub(super) async fn end_all(
    tx: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<SessionId>, Error> {
    let ended = session::end_all(tx, user, now).await?;
    for session in &ended {
        outbox::append(tx, &events::session_ended(*session, user, now)).await?;
    }
    outbox::append(tx, &events::sessions_revoked(user, None, now)).await?;
    Ok(ended)
}

/// Ends, in the caller's transaction, the sessions of `member` whose tokens may name `organisation`, and publishes their end, so
/// that a removal or another grade takes effect at once. The transaction acts as `member` afterwards.
///
/// # Errors
/// The store's errors.
pub(super) async fn end_in(
    tx: &mut Tx,
    member: UserId,
    organisation: OrganisationId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    tx.act_as_user(member).await?;
    // Tokens from before a switch stay valid until they expire, and a verifier's clock may be slightly behind ours.
    let switched_after = now - ACCESS_LIFETIME - CLOCKS_APART;
    for session in session::end_in(tx, member, organisation, switched_after, now).await? {
        outbox::append(tx, &events::session_ended(session, member, now)).await?;
    }
    Ok(())
}

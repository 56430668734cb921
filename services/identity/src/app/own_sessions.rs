//! The sessions of a person, and ending them from elsewhere.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, Principal, RequestKey, SessionId, UserId};
use lintel_db::{Asked, Db, Reply, Scope, once, outbox};
use sqlx::PgConnection;

use crate::{
    domain::{own_session::OwnSession, security_event::SecurityKind, settings::idle_limit},
    error::session_not_found,
    events,
    store::{own_session, security_event, session, settings},
};

/// The caller's own sessions.
#[derive(Debug, Clone)]
pub struct OwnSessions {
    /// Where sessions are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl OwnSessions {
    /// The caller's open sessions, the last used first.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.list_sessions", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<OwnSession>, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let idle = idle_limit(settings::session_timeout(&mut tx, caller.user).await?);
        let mut all = own_session::list(&mut tx, caller.user, now).await?;
        // A session that was idle too long is over, even if no request has ended it.
        all.retain(|session| session.id == caller.session || now <= session.last_used_at + idle);
        Ok(all)
    }

    /// Ends one of the caller's sessions; does nothing if it has already ended.
    ///
    /// # Errors
    /// `SESSION_NOT_FOUND`; `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.end_session", skip_all)]
    pub async fn end(
        &self,
        caller: &Principal,
        session: SessionId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            if !own_session::exists(tx, caller.user, session).await? {
                return Err(session_not_found());
            }
            if session::end(tx, caller.user, session, now).await? {
                outbox::append(tx, &events::session_ended(session, caller.user, now)).await?;
                let kind = SecurityKind::SessionEnded;
                security_event::append_of(tx, caller, kind, now).await?;
            }
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Ends every session of the caller except the one that asks, and returns those that it ended.
    ///
    /// # Errors
    /// `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.end_other_sessions", skip_all)]
    pub async fn end_others<R: Reply>(
        &self,
        caller: &Principal,
        request: Asked<Vec<SessionId>, R>,
    ) -> Result<R, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let ended = once(&mut tx, request, async |tx| {
            let kind = SecurityKind::OtherSessionsEnded;
            security_event::append_of(tx, caller, kind, now).await?;
            end_others(tx, caller.user, caller.session, now).await
        })
        .await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// Notes when sessions were last used. A time in the future, by another machine's clock, counts as now.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn note_uses(&self, mut uses: Vec<(SessionId, DateTime<Utc>)>) -> Result<(), Error> {
        let now = self.clock.now();
        for (_, at) in &mut uses {
            *at = now.min(*at);
        }
        let mut tx = self.db.begin_worker().await?;
        own_session::note_uses(&mut tx, &uses).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Ends every session of an account except `kept` in the caller's transaction and publishes their end.
///
/// # Errors
/// The store's errors.
pub(super) async fn end_others(
    tx: &mut PgConnection,
    user: UserId,
    kept: SessionId,
    now: DateTime<Utc>,
) -> Result<Vec<SessionId>, Error> {
    let ended = own_session::end_others(tx, user, kept, now).await?;
    for session in &ended {
        outbox::append(tx, &events::session_ended(*session, user, now)).await?;
    }
    outbox::append(tx, &events::sessions_revoked(user, Some(kept), now)).await?;
    Ok(ended)
}

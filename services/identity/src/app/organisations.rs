//! The caller's organisations: reading, renaming and switching between them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, Expected, OrganisationId, Principal, RequestKey, Violations};
use lintel_db::{Db, Scope, once, outbox};

use super::sessions::{AccessTokens, TokenMaker};
use crate::{
    domain::{name::OrganisationName, session::Session, settings::idle_limit, user::User},
    error::{organisation_not_found, session_ended},
    events,
    store::{
        membership,
        organisation::{self, Row},
        session, settings, user,
    },
};

/// A session that has switched to another organisation.
pub struct Switched {
    /// Its new tokens; the refresh token stays.
    pub tokens: AccessTokens,
    /// When it ends at the latest.
    pub session_expires_at: DateTime<Utc>,
    /// The account and the organisation in which it acts.
    pub user: User,
}

/// The organisations of a caller.
#[derive(Debug, Clone)]
pub struct Organisations {
    db: Db,
    clock: Arc<dyn Clock>,
    tokens: TokenMaker,
}

impl Organisations {
    /// Manages organisations kept in `db`; makes the tokens of a session that switches with `tokens`.
    pub const fn new(db: Db, clock: Arc<dyn Clock>, tokens: TokenMaker) -> Self {
        Self { db, clock, tokens }
    }

    /// All organisations of the caller, the one joined first first.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.list_organisations", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Row>, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(organisation::list(&mut tx, caller.user).await?)
    }

    /// The organisation in which the caller acts.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND` for a caller who is no longer a member; the store's errors.
    #[tracing::instrument(name = "app.get_organisation", skip_all)]
    pub async fn get(&self, caller: &Principal) -> Result<Row, Error> {
        let active = caller.organisation()?;
        let organisations = self.list(caller).await?;
        let mut organisations = organisations.into_iter();
        organisations
            .find(|organisation| organisation.id == active)
            .ok_or_else(organisation_not_found)
    }

    /// Renames the organisation in which the caller acts.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND`, `ORGANISATION_INVALID`, `STALE_ETAG`, `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.rename_organisation", skip_all)]
    pub async fn rename(
        &self,
        caller: &Principal,
        name: &str,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<Row, Error> {
        let organisation = caller.organisation()?;
        let mut violations = Violations::default();
        let name = violations.take("display_name", OrganisationName::parse(name));
        let Some(name) = name else {
            return Err(Error::Invalid {
                reason: "ORGANISATION_INVALID",
                violations,
            });
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            let version = organisation::lock(tx, organisation)
                .await?
                .ok_or_else(organisation_not_found)?;
            expected.check(version)?;
            let now = self.clock.now();
            let version = organisation::rename(tx, organisation, name.as_str(), now).await?;
            let event = events::organisation_renamed(organisation, version);
            outbox::append(tx, &event).await?;
            Ok(())
        })
        .await?;
        tx.commit().await?;
        self.get(caller).await
    }

    /// Switches the caller's session to `organisation`.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND` for one to which the caller does not belong; `SESSION_ENDED`; the store's errors.
    #[tracing::instrument(name = "app.switch_organisation", skip_all)]
    pub async fn switch(
        &self,
        caller: &Principal,
        organisation: OrganisationId,
    ) -> Result<Switched, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        // A transaction that ends this membership meanwhile waits, and then finds the session in its new organisation.
        if !membership::hold(&mut tx, organisation, caller.user).await? {
            return Err(organisation_not_found());
        }
        let session = session::lock(&mut tx, caller.user, caller.session)
            .await?
            .filter(|session| session.ended_at.is_none() && now < session.expires_at)
            .ok_or_else(session_ended)?;
        session::act_in(&mut tx, caller.user, session.id, organisation, now).await?;
        let user = user::find(&mut tx, caller.user, Some(organisation))
            .await?
            .ok_or_else(session_ended)?;
        let idle = idle_limit(settings::session_timeout(&mut tx, caller.user).await?);
        let session = Session {
            organisation: Some(organisation),
            ..session
        };
        let switched = Switched {
            tokens: self.tokens.make_access(&session, &user, now, idle)?,
            session_expires_at: session.expires_at,
            user,
        };
        tx.commit().await?;
        Ok(switched)
    }
}

//! API keys: making, revoking, and trading one for a token that every service verifies by itself.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, Membership, OrganisationId, Principal, RequestKey, Role, UserId};
use lintel_db::{Db, Scope, Tx, once, outbox};
use lintel_runtime::limits::Guard;

use super::{call_limits::CallLimits, membership_lock::locked_by_owner, sessions::TokenMaker};
use crate::{
    domain::api_key::{self, NewApiKey, Secret, TOKEN_LIFETIME, USE_NOTED_EVERY},
    error::{api_key_not_found, api_key_unknown},
    events,
    store::{
        self,
        api_key::{ApiKey, Ending},
    },
};

/// A new key. Secret.
pub struct Made {
    /// Its row.
    pub key: ApiKey,
    /// The key itself.
    pub secret: Secret,
}

/// The token that a key is exchanged for. Secret.
pub struct Exchanged {
    /// The access token for the services.
    pub token: String,
    /// When the token expires.
    pub expires_at: DateTime<Utc>,
    /// The scopes of the key.
    pub scopes: Vec<String>,
}

/// The keys of the caller's organisation.
#[derive(Debug, Clone)]
pub struct ApiKeys {
    db: Db,
    clock: Arc<dyn Clock>,
    tokens: TokenMaker,
    limits: CallLimits,
}

impl ApiKeys {
    /// Keeps keys in `db`, makes their tokens with `tokens` and counts wrong keys with `limits`.
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        tokens: TokenMaker,
        limits: CallLimits,
    ) -> Self {
        Self {
            db,
            clock,
            tokens,
            limits,
        }
    }

    /// All keys, the newest first.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.list_api_keys", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<ApiKey>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::api_key::read(&mut tx, organisation, None).await?)
    }

    /// Makes a key.
    ///
    /// # Errors
    /// `API_KEY_INVALID`; `NOT_ALLOWED` for a caller who is no longer an Owner; `SESSION_ENDED`; `API_KEYS_FULL`; the store's
    /// errors.
    #[tracing::instrument(name = "app.create_api_key", skip_all)]
    pub async fn create(
        &self,
        caller: &Principal,
        name: &str,
        scopes: &[String],
        expires_at: Option<DateTime<Utc>>,
    ) -> Result<Made, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let new = NewApiKey::check(name, scopes, expires_at, now)?;
        let secret = Secret::generate();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        locked_by_owner(&mut tx, organisation, caller, now).await?;
        let count = store::api_key::read(&mut tx, organisation, None)
            .await?
            .len();
        api_key::check_room(count)?;
        store::api_key::insert(&mut tx, organisation, caller.user, &new, &secret, now).await?;
        let key = store::api_key::read(&mut tx, organisation, Some(&secret.hash())).await?;
        let key = key.into_iter().next().ok_or_else(api_key_not_found)?;
        tx.commit().await?;
        Ok(Made { key, secret })
    }

    /// Revokes a key, no matter who made it. Its tokens end as those of a session do.
    ///
    /// # Errors
    /// `API_KEY_NOT_FOUND`; `NOT_ALLOWED` for a caller who is no longer an Owner; `SESSION_ENDED`; `REQUEST_ID_REUSED`; the store's
    /// errors.
    #[tracing::instrument(name = "app.revoke_api_key", skip_all)]
    pub async fn revoke(
        &self,
        caller: &Principal,
        id: i64,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            let now = self.clock.now();
            locked_by_owner(tx, organisation, caller, now).await?;
            if !store::api_key::delete(tx, organisation, id).await? {
                return Err(api_key_not_found());
            }
            end(tx, organisation, Ending::Key(id), now).await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Trades a key for a token with the current grade of the member who made it. A network `address` that sent too many wrong keys
    /// is refused even with the right one.
    ///
    /// # Errors
    /// `API_KEY_UNKNOWN` for a key that is invented, revoked or expired; `RATE_LIMITED` after too many of those; the store's
    /// errors.
    #[tracing::instrument(name = "app.exchange_api_key", skip_all)]
    pub async fn exchange(&self, key: &str, address: &str) -> Result<Exchanged, Error> {
        self.limits.allow(Guard::ApiKey, address).await?;
        let exchanged = self.trade(key).await;
        if matches!(exchanged, Err(Error::Unauthenticated { .. })) {
            self.limits.count(Guard::ApiKey, address).await?;
        }
        exchanged
    }

    async fn trade(&self, key: &str) -> Result<Exchanged, Error> {
        let hash = Secret::parse(key).ok_or_else(api_key_unknown)?.hash();
        let mut tx = self.db.begin(Scope::none()).await?;
        let organisation = store::api_key::organisation_of(&mut tx, &hash)
            .await?
            .ok_or_else(api_key_unknown)?;
        tx.act_as(Scope {
            organisation: Some(organisation),
            user: None,
        })
        .await?;
        let now = self.clock.now();
        let key = store::api_key::read(&mut tx, organisation, Some(&hash)).await?;
        let key = key
            .into_iter()
            .find(|key| key.expires_at.is_none_or(|at| now < at))
            .ok_or_else(api_key_unknown)?;
        // Locks the membership before the key, as a change of the maker's grade does: the second transaction sees what the first
        // has done.
        let grade = store::api_key::hold_grade(&mut tx, organisation, key.created_by)
            .await?
            .ok_or_else(api_key_unknown)?;
        if !store::api_key::lock(&mut tx, organisation, key.id).await? {
            return Err(api_key_unknown());
        }
        let session = store::api_key::session_of(&mut tx, organisation, &key, now).await?;
        let noted = key
            .last_used_at
            .is_some_and(|at| now - at < USE_NOTED_EVERY);
        if !noted {
            store::api_key::note_use(&mut tx, organisation, key.id, now).await?;
        }
        let principal = Principal {
            user: key.created_by,
            session,
            role: Role::Landlord,
            membership: Some(Membership {
                organisation,
                grade,
            }),
        };
        let expires_at = key
            .expires_at
            .map_or(now + TOKEN_LIFETIME, |at| at.min(now + TOKEN_LIFETIME));
        let token = self
            .tokens
            .make_for_key(&principal, now, expires_at - now)?;
        tx.commit().await?;
        Ok(Exchanged {
            token,
            expires_at,
            scopes: key.scopes,
        })
    }
}

/// Ends the tokens of a member's keys, because they carry the member's former grade.
///
/// # Errors
/// The store's errors.
pub(super) async fn end_tokens_of(
    tx: &mut Tx,
    organisation: OrganisationId,
    maker: UserId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    end(tx, organisation, Ending::Maker(maker), now).await
}

/// Deletes the keys of somebody who is no longer a member.
///
/// # Errors
/// The store's errors.
pub(super) async fn revoke_all_of(
    tx: &mut Tx,
    organisation: OrganisationId,
    maker: UserId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    store::api_key::delete_of(tx, organisation, maker).await?;
    end(tx, organisation, Ending::Maker(maker), now).await
}

async fn end(
    tx: &mut Tx,
    organisation: OrganisationId,
    ending: Ending,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    for (session, user) in store::api_key::end_sessions(tx, organisation, ending, now).await? {
        outbox::append(tx, &events::session_ended(session, user, now)).await?;
    }
    Ok(())
}

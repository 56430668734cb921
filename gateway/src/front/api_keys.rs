//! Calls with an API key. A key is exchanged at identity for a token of five minutes, which services verify like any other. The
//! holder of the key never sees that token. What the key may do is checked here, for REST and for gRPC.
//!
//! A revoked key ends like a session: identity publishes that the session of its tokens has ended, and every replica refuses
//! them.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use lintel_auth::Rule;
use lintel_core::{Error, Principal};
use lintel_proto::{convert::instant, identity::v1::ExchangeApiKeyRequest, status::into_status};
use lintel_runtime::client::in_time;
use sha2::{Digest as _, Sha256};
use tonic::{Request, Status, metadata::AsciiMetadataValue};

use crate::{Gateway, front::address::CLIENT_ADDRESS};

/// The prefix of every key.
const PREFIX: &str = "lk_";
/// The most keys that are remembered. When there are more, all are forgotten and exchanged again.
const MOST: usize = 2_000;
/// Locks for exchanging one key at a time; several keys share a lock.
const STRIPES: usize = 16;
/// A token is renewed this long before it expires, so that none expires during a call.
const MARGIN: chrono::Duration = chrono::Duration::seconds(30);
/// Time limit for one exchange.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The token that a key was exchanged for. Secret.
#[derive(Clone)]
struct ExchangedToken {
    token: Arc<str>,
    scopes: Arc<[String]>,
    expires_at: DateTime<Utc>,
}

/// A key whose call was admitted. Secret.
pub struct Admitted {
    /// The person who made it, in the key's session.
    pub caller: Principal,
    /// The token that is sent to the services.
    pub token: Arc<str>,
}

/// Keys that were exchanged, by their hash: no key stays in memory longer than its call.
#[derive(Default)]
pub struct ApiKeys {
    exchanged: Mutex<HashMap<[u8; 32], ExchangedToken>>,
    turns: [tokio::sync::Mutex<()>; STRIPES],
}

impl std::fmt::Debug for ApiKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKeys")
    }
}

/// Returns true for a bearer that is a key.
#[must_use]
pub fn is_key(bearer: &str) -> bool {
    bearer.starts_with(PREFIX)
}

impl ApiKeys {
    /// The caller that `key` acts as, and the token for the call with `rule`.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` for a key that is unknown, revoked or expired; `RATE_LIMITED` after too many of those from `address`;
    /// `PERMISSION_DENIED` for a call that its scopes or its maker's grade do not allow; identity's refusals.
    pub async fn admit(
        &self,
        gateway: &Gateway,
        key: &str,
        rule: &Rule,
        address: IpAddr,
    ) -> Result<Admitted, Status> {
        let name = Sha256::digest(key).into();
        let mut ended = None;
        // A second time, for a key whose maker's grade has changed: the old token has ended, and there is a new one.
        for _ in 0..2 {
            let exchanged = self
                .exchanged(gateway, name, key, address, ended.as_deref())
                .await?;
            let Some(caller) = gateway.sessions.caller_of(&exchanged.token) else {
                ended = Some(exchanged.token);
                continue;
            };
            require(&exchanged.scopes, rule).map_err(into_status)?;
            rule.admit(Some(&caller)).map_err(into_status)?;
            return Ok(Admitted {
                caller,
                token: exchanged.token,
            });
        }
        Err(into_status(Error::unavailable(
            "a key's new token has ended, too",
        )))
    }

    /// The token of a key, from memory or exchanged now; never the one that has `ended`.
    async fn exchanged(
        &self,
        gateway: &Gateway,
        name: [u8; 32],
        key: &str,
        address: IpAddr,
        ended: Option<&str>,
    ) -> Result<ExchangedToken, Status> {
        let [first, ..] = name;
        // Many calls at once with a key that is not known yet make one exchange.
        let _turn = self.turns[usize::from(first) % STRIPES].lock().await;
        let now = gateway.clock.now();
        if let Some(known) = self.known(&name)
            && now + MARGIN < known.expires_at
            && ended.is_none_or(|ended| *ended != *known.token)
        {
            return Ok(known);
        }
        match exchange(gateway, key, address).await {
            Ok(exchanged) => {
                self.keep(name, exchanged.clone());
                Ok(exchanged)
            }
            Err(status) => {
                self.lock().remove(&name);
                Err(status)
            }
        }
    }

    fn known(&self, name: &[u8; 32]) -> Option<ExchangedToken> {
        self.lock().get(name).cloned()
    }

    fn keep(&self, name: [u8; 32], exchanged: ExchangedToken) {
        let mut known = self.lock();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(name, exchanged);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<[u8; 32], ExchangedToken>> {
        self.exchanged
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks that the scopes of a key cover a call; a call without a scope accepts no key.
fn require(scopes: &[String], rule: &Rule) -> Result<(), Error> {
    let kind = if rule.writes { "write" } else { "read" };
    let needed = format!("{}.{kind}", rule.scope);
    if !rule.scope.is_empty() && scopes.contains(&needed) {
        Ok(())
    } else {
        Err(Error::PermissionDenied {
            reason: "SCOPE_MISSING",
            message: "This API key may not do this.",
        })
    }
}

/// Wrong keys are counted for `address`.
async fn exchange(gateway: &Gateway, key: &str, address: IpAddr) -> Result<ExchangedToken, Status> {
    let mut request = Request::new(ExchangeApiKeyRequest {
        key: key.to_owned(),
    });
    request.set_timeout(TIMEOUT);
    gateway
        .service_key
        .show(request.metadata_mut())
        .map_err(into_status)?;
    if let Ok(address) = AsciiMetadataValue::try_from(address.to_string()) {
        request.metadata_mut().insert(CLIENT_ADDRESS, address);
    }
    let mut keys = gateway.clients.api_keys();
    let reply = in_time(TIMEOUT, keys.exchange_api_key(request)).await?;
    let expires_at = reply.expire_time.as_ref().and_then(instant);
    Ok(ExchangedToken {
        token: reply.access_token.into(),
        scopes: reply.scopes.into(),
        expires_at: expires_at.ok_or_else(|| Status::internal("a token without an end"))?,
    })
}

#[cfg(test)]
mod tests {
    use lintel_auth::CallAudience;

    use super::*;

    #[test]
    fn a_key_needs_the_calls_scope_and_some_calls_refuse_all_keys() {
        let rule = |scope: &str, writes| Rule {
            audience: CallAudience::SignedIn,
            minimum_grade: None,
            writes,
            scope: scope.to_owned(),
            before_password_change: false,
            read_token: false,
            callers: Vec::new(),
            backup_token: false,
        };
        let scopes = ["portfolio.read".to_owned(), "account.write".to_owned()];
        for (rule, may) in [
            (rule("portfolio", false), true),
            (rule("portfolio", true), false),
            (rule("account", true), true),
            (rule("account", false), false),
            (rule("", false), false),
            (rule("organisation", false), false),
        ] {
            assert_eq!(require(&scopes, &rule).is_ok(), may, "{rule:?}");
        }
    }
}

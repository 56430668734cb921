//! Verifying tokens.

use std::{collections::HashMap, sync::Arc};

use arc_swap::ArcSwap;
use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use lintel_core::{Clock, Principal};

use crate::{
    Audience,
    claims::{Claims, ISSUER, TOKEN_TYPE},
};

/// How far two machines' clocks may differ before a token is refused.
const LEEWAY: Duration = Duration::seconds(5);

/// A public key and the `kid` of the tokens that it verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKey {
    /// The `kid`.
    pub key_id: String,
    /// The 32 bytes of the Ed25519 public key.
    pub public_key: [u8; 32],
}

/// A token that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Who it says is calling.
    pub principal: Principal,
    /// Until when it says so.
    pub expires_at: DateTime<Utc>,
}

/// Why a token does not hold. Callers learn no more than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Its time is over (or has not come).
    #[error("the token has expired")]
    Expired,
    /// No key of ours made it.
    #[error("the token names an unknown key")]
    UnknownKey,
    /// Anything else: malformed, altered, for another audience, from another issuer.
    #[error("the token is not valid")]
    Invalid,
}

/// Verifies tokens with the newest known keys; cheap to clone, all clones share the keys.
#[derive(Clone)]
pub struct TokenVerifier {
    keys: Arc<ArcSwap<HashMap<String, DecodingKey>>>,
    clock: Arc<dyn Clock>,
}

impl TokenVerifier {
    /// A verifier without keys: it refuses every token until [`Self::replace_keys`].
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            keys: Arc::default(),
            clock,
        }
    }

    /// Takes `keys` as the only ones that count.
    pub fn replace_keys(&self, keys: &[VerifyingKey]) {
        let keys = keys
            .iter()
            .map(|key| {
                (
                    key.key_id.clone(),
                    DecodingKey::from_ed_der(&key.public_key),
                )
            })
            .collect();
        self.keys.store(Arc::new(keys));
    }

    /// Whether any key is known, so that a token can hold at all.
    #[must_use]
    pub fn has_keys(&self) -> bool {
        !self.keys.load().is_empty()
    }

    /// Verifies signature, type, issuer, audience and times.
    ///
    /// # Errors
    /// [`TokenError`].
    pub fn verify(&self, token: &str, audience: Audience) -> Result<Verified, TokenError> {
        let verified = self.verify_signature(token, audience)?;
        let now = self.clock.now();
        if verified.expires_at + LEEWAY <= now {
            return Err(TokenError::Expired);
        }
        Ok(verified)
    }

    /// Verifies everything but that the token has not expired: enough to end its session, and for nothing else.
    ///
    /// # Errors
    /// [`TokenError`], never `Expired` for a token that once was valid.
    pub fn verify_signature(
        &self,
        token: &str,
        audience: Audience,
    ) -> Result<Verified, TokenError> {
        let header = decode_header(token).map_err(|_| TokenError::Invalid)?;
        let typed = header
            .typ
            .is_some_and(|typ| typ.eq_ignore_ascii_case(TOKEN_TYPE));
        if header.alg != Algorithm::EdDSA || !typed {
            return Err(TokenError::Invalid);
        }
        let key_id = header.kid.ok_or(TokenError::Invalid)?;
        let keys = self.keys.load();
        let key = keys.get(&key_id).ok_or(TokenError::UnknownKey)?;

        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[audience.as_str()]);
        // Times are judged by our own clock below and in `verify`, so that tests can set it.
        rules.validate_exp = false;
        rules.validate_nbf = false;
        let claims = decode::<Claims>(token, key, &rules)
            .map_err(|_| TokenError::Invalid)?
            .claims;
        let not_before = DateTime::from_timestamp(claims.nbf, 0).ok_or(TokenError::Invalid)?;
        let expires_at = DateTime::from_timestamp(claims.exp, 0).ok_or(TokenError::Invalid)?;
        if not_before - LEEWAY > self.clock.now() {
            return Err(TokenError::Expired);
        }
        Ok(Verified {
            principal: claims.principal().ok_or(TokenError::Invalid)?,
            expires_at,
        })
    }
}

impl std::fmt::Debug for TokenVerifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenVerifier")
            .field("keys", &self.keys.load().len())
            .finish_non_exhaustive()
    }
}

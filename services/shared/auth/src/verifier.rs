//! Verifying tokens.

use std::{collections::HashMap, sync::Arc};

use arc_swap::ArcSwap;
use chrono::{DateTime, Duration};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use lintel_core::Clock;

use crate::{
    Audience, Rule,
    claims::{Claims, ISSUER, TOKEN_TYPE},
    token::{Signed, TokenError, Verified},
    verified::VerifiedTokens,
};

/// The difference between the clocks of two machines at which no token is refused yet.
const LEEWAY: Duration = Duration::seconds(5);

/// A public key and the `kid` of the tokens that it verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKey {
    /// The `kid`.
    pub key_id: String,
    /// The 32 bytes of the Ed25519 public key.
    pub public_key: [u8; 32],
}

/// The valid keys and the tokens that were verified with them. They are replaced together, so that tokens of a withdrawn key
/// are forgotten.
#[derive(Default)]
struct KeySet {
    keys: HashMap<String, DecodingKey>,
    tokens: VerifiedTokens,
}

/// Verifies tokens with the newest known keys; cheap to clone, and all clones share the keys. A signature is checked once
/// and remembered; the times are checked at every call.
#[derive(Clone)]
pub struct TokenVerifier {
    known: Arc<ArcSwap<KeySet>>,
    clock: Arc<dyn Clock>,
}

impl TokenVerifier {
    /// A verifier without keys, which refuses every token until [`Self::replace_keys`].
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            known: Arc::default(),
            clock,
        }
    }

    /// Replaces the keys by `keys`.
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
        self.known.store(Arc::new(KeySet {
            keys,
            tokens: VerifiedTokens::default(),
        }));
    }

    /// Returns whether any key is known; without one, every token is refused.
    #[must_use]
    pub fn has_keys(&self) -> bool {
        !self.known.load().keys.is_empty()
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

    /// Works like [`Self::verify`], for a call with `rule`: until a password that must be changed is changed, only a few calls are
    /// allowed. The token of a read cookie, and that of a backup, make no call but one whose rule says so.
    ///
    /// # Errors
    /// [`TokenError`].
    pub fn verify_call(&self, token: &str, rule: &Rule) -> Result<Verified, TokenError> {
        let verified = match self.verify(token, Audience::Lintel) {
            Err(TokenError::Invalid) if rule.read_token => self.verify(token, Audience::Read),
            Err(TokenError::Invalid) if rule.backup_token => self.verify(token, Audience::Backup),
            verified => verified,
        };
        match verified {
            Err(TokenError::Invalid) => {
                let verified = self.verify(token, Audience::PasswordChange)?;
                if rule.before_password_change {
                    Ok(verified)
                } else {
                    Err(TokenError::PasswordChange)
                }
            }
            verified => verified,
        }
    }

    /// Verifies everything except that the token has not expired; only for ending its session.
    ///
    /// # Errors
    /// [`TokenError`], never `Expired` for a token that once was valid.
    pub fn verify_signature(
        &self,
        token: &str,
        audience: Audience,
    ) -> Result<Verified, TokenError> {
        let known = self.known.load();
        let signed = known
            .tokens
            .or_verify(token, audience, || known.signed(token, audience))?;
        if signed.not_before - LEEWAY > self.clock.now() {
            return Err(TokenError::Expired);
        }
        Ok(signed.verified)
    }
}

impl KeySet {
    fn signed(&self, token: &str, audience: Audience) -> Result<Signed, TokenError> {
        let header = decode_header(token).map_err(|_| TokenError::Invalid)?;
        let typed = header
            .typ
            .is_some_and(|typ| typ.eq_ignore_ascii_case(TOKEN_TYPE));
        if header.alg != Algorithm::EdDSA || !typed {
            return Err(TokenError::Invalid);
        }
        let key_id = header.kid.ok_or(TokenError::Invalid)?;
        let key = self.keys.get(&key_id).ok_or(TokenError::UnknownKey)?;

        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[audience.as_str()]);
        // Times are checked with our own clock, at every call, so that tests can set it.
        rules.validate_exp = false;
        rules.validate_nbf = false;
        let claims = decode::<Claims>(token, key, &rules)
            .map_err(|_| TokenError::Invalid)?
            .claims;
        let instant = |seconds| DateTime::from_timestamp(seconds, 0).ok_or(TokenError::Invalid);
        let verified = Verified {
            principal: claims.principal().ok_or(TokenError::Invalid)?,
            expires_at: instant(claims.exp)?,
        };
        Ok(Signed::new(verified, instant(claims.nbf)?))
    }
}

impl std::fmt::Debug for TokenVerifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenVerifier")
            .field("keys", &self.known.load().keys.len())
            .finish_non_exhaustive()
    }
}

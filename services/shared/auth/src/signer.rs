//! Making tokens; only for identity and tests.

use chrono::{DateTime, Duration, Utc};
use ed25519_dalek::{SigningKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use lintel_core::{Error, Principal};
use uuid::Uuid;

use crate::{
    Audience, VerifyingKey,
    claims::{Claims, ISSUER, TOKEN_TYPE},
};

/// Signs tokens with one key.
#[derive(Clone)]
pub struct TokenSigner {
    header: Header,
    key: EncodingKey,
    public: VerifyingKey,
}

impl TokenSigner {
    /// A signer whose tokens name `key_id`.
    ///
    /// # Errors
    /// [`Error::Internal`] when the key cannot be encoded.
    pub fn new(key_id: &str, key: &SigningKey) -> Result<Self, Error> {
        let der = key.to_pkcs8_der().map_err(Error::internal)?;
        Ok(Self {
            header: Header {
                typ: Some(TOKEN_TYPE.to_owned()),
                kid: Some(key_id.to_owned()),
                ..Header::new(Algorithm::EdDSA)
            },
            key: EncodingKey::from_ed_der(der.as_bytes()),
            public: VerifyingKey {
                key_id: key_id.to_owned(),
                public_key: key.verifying_key().to_bytes(),
            },
        })
    }

    /// The key that verifies these tokens.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        self.public.clone()
    }

    /// A token for `principal`, valid from `now` for `lifetime`.
    ///
    /// # Errors
    /// [`Error::Internal`] when signing fails.
    pub fn sign(
        &self,
        principal: &Principal,
        audience: Audience,
        now: DateTime<Utc>,
        lifetime: Duration,
    ) -> Result<String, Error> {
        self.sign_as(Uuid::now_v7(), principal, audience, now, lifetime)
    }

    /// Works like [`Self::sign`], with `id` as the token's id: the same arguments give the same token.
    ///
    /// # Errors
    /// As [`Self::sign`].
    pub fn sign_as(
        &self,
        id: Uuid,
        principal: &Principal,
        audience: Audience,
        now: DateTime<Utc>,
        lifetime: Duration,
    ) -> Result<String, Error> {
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: audience.as_str().to_owned(),
            sub: principal.user.to_string(),
            sid: principal.session.get(),
            role: principal.role,
            org: principal.membership.map(|m| m.organisation),
            grade: principal.membership.map(|m| m.grade),
            iat: now.timestamp(),
            nbf: now.timestamp(),
            exp: (now + lifetime).timestamp(),
            jti: id,
        };
        jsonwebtoken::encode(&self.header, &claims, &self.key).map_err(Error::internal)
    }
}

impl std::fmt::Debug for TokenSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenSigner")
            .field("key_id", &self.public.key_id)
            .finish_non_exhaustive()
    }
}

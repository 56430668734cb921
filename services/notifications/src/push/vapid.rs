//! Identification of the sender (RFC 8292): a token for each push service, signed with the installation's key.

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};

/// The lifetime of a token; push services refuse more than a day.
const GOOD_FOR: TimeDelta = TimeDelta::hours(12);
/// `{"typ":"JWT","alg":"ES256"}`.
const HEADER: &str = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9";

/// The file holds no P-256 key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is no P-256 key in PKCS #8")]
pub struct PushKeyError;

/// The key that push services know the installation by, and whom they write to.
#[derive(Clone)]
pub struct PushKey {
    pair: Arc<EcdsaKeyPair>,
    random: SystemRandom,
    subject: Arc<str>,
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushKey")
    }
}

impl PushKey {
    /// The key in a PKCS #8 document; `subject` is a `mailto:` or `https:` URL.
    ///
    /// # Errors
    /// [`PushKeyError`].
    pub fn try_new(pkcs8: &[u8], subject: &str) -> Result<Self, PushKeyError> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random)
            .map_err(|_| PushKeyError)?;
        Ok(Self {
            pair: Arc::new(pair),
            random,
            subject: subject.into(),
        })
    }

    /// A new key, as a PKCS #8 document.
    ///
    /// # Errors
    /// [`PushKeyError`] when the system gives no random numbers.
    pub fn generate() -> Result<Vec<u8>, PushKeyError> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Ok(made.map_err(|_| PushKeyError)?.as_ref().to_vec())
    }

    /// The uncompressed point in base64url, as `applicationServerKey` takes it.
    #[must_use]
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key().as_ref())
    }

    /// The `Authorization` header for the push service at `origin`.
    ///
    /// # Errors
    /// [`PushKeyError`] when the system gives no random numbers.
    pub fn authorization(&self, origin: &str, now: DateTime<Utc>) -> Result<String, PushKeyError> {
        let claims = serde_json::json!({
            "aud": origin,
            "exp": (now + GOOD_FOR).timestamp(),
            "sub": &*self.subject,
        });
        let claims = URL_SAFE_NO_PAD.encode(claims.to_string());
        let signed = format!("{HEADER}.{claims}");
        let signature = self.pair.sign(&self.random, signed.as_bytes());
        let signature = signature.map_err(|_| PushKeyError)?;
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_token_is_for_one_push_service_and_half_a_day() -> Result<(), PushKeyError> {
        let key = PushKey::try_new(&PushKey::generate()?, "mailto:ops@example.com")?;
        let header = key.authorization("https://push.example", DateTime::UNIX_EPOCH)?;
        let token = header.strip_prefix("vapid t=").unwrap_or_default();
        let (token, public) = token.split_once(", k=").unwrap_or_default();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap_or_default();
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
        assert!(public.verify(signed.as_bytes(), &decode(signature)).is_ok());
        let (header, claims) = signed.split_once('.').unwrap_or_default();
        assert_eq!(decode(header), br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims: serde_json::Value = serde_json::from_slice(&decode(claims)).unwrap_or_default();
        assert_eq!(
            claims,
            serde_json::json!({"aud": "https://push.example", "exp": 43_200, "sub": "mailto:ops@example.com"})
        );
        Ok(())
    }

    #[test]
    fn what_is_no_key_is_refused() {
        assert!(PushKey::try_new(b"no key", "mailto:a@b.example").is_err());
    }
}

//! Keys derived from the root key, one for each use, and sealing of stored data.

use chacha20poly1305::{
    ChaCha20Poly1305, Key, KeyInit as _, Nonce,
    aead::{Aead as _, Payload},
};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use rand::{RngCore as _, rngs::OsRng};
use sha2::Sha256;
use zeroize::Zeroizing;

const NONCE_LENGTH: usize = 12;

/// A sealed value that does not open: it has another key or another row, or its bytes were altered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sealed value does not open with this key")]
pub struct SealError;

/// Thirty-two bytes that seal and open; wiped from memory when dropped.
#[derive(Clone)]
pub struct SealingKey(Zeroizing<[u8; 32]>);

impl SealingKey {
    /// The key that HKDF-SHA-256 derives from `material` for one use.
    #[must_use]
    pub fn derive(material: &[u8], usage: &str) -> Self {
        let mut key = Zeroizing::new([0; 32]);
        let expanded =
            Hkdf::<Sha256>::new(None, material).expand(usage.as_bytes(), key.as_mut_slice());
        debug_assert!(expanded.is_ok(), "32 bytes are within what HKDF can yield");
        Self(key)
    }

    /// Sixteen hexadecimal digits that identify a derived key; for keys that seal nothing.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let bytes = self.0.iter().take(8);
        bytes.map(|byte| format!("{byte:02x}")).collect()
    }

    /// Seals `plain` so that it opens only together with `context` (the row that it belongs to).
    ///
    /// # Errors
    /// [`SealError`] for more bytes than the cipher takes.
    pub fn seal(&self, plain: &[u8], context: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut sealed = vec![0; NONCE_LENGTH];
        OsRng.fill_bytes(&mut sealed);
        let payload = Payload {
            msg: plain,
            aad: context,
        };
        let ciphertext = self
            .cipher()
            .encrypt(Nonce::from_slice(&sealed), payload)
            .map_err(|_| SealError)?;
        sealed.extend(ciphertext);
        Ok(sealed)
    }

    /// Opens what [`Self::seal`] made.
    ///
    /// # Errors
    /// [`SealError`] for anything else.
    pub fn open(&self, sealed: &[u8], context: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let (nonce, ciphertext) = sealed.split_at_checked(NONCE_LENGTH).ok_or(SealError)?;
        let payload = Payload {
            msg: ciphertext,
            aad: context,
        };
        self.cipher()
            .decrypt(Nonce::from_slice(nonce), payload)
            .map(Zeroizing::new)
            .map_err(|_| SealError)
    }

    fn cipher(&self) -> ChaCha20Poly1305 {
        ChaCha20Poly1305::new(Key::from_slice(self.0.as_slice()))
    }
}

impl std::fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealingKey")
    }
}

/// Every key that identity derives from the root key.
#[derive(Clone)]
pub struct Secrets {
    code_pepper: Zeroizing<[u8; 32]>,
    refresh_pepper: Zeroizing<[u8; 32]>,
    request_pepper: Zeroizing<[u8; 32]>,
    address_pepper: Zeroizing<[u8; 32]>,
    recovery_pepper: Zeroizing<[u8; 32]>,
    /// Seals stored answers, which hold a code where no mail transport is configured.
    pub answers: SealingKey,
    /// Seals the secrets of signing keys.
    pub signing_keys: SealingKey,
    /// Seals the secrets of authenticator apps.
    pub second_factors: SealingKey,
}

impl Secrets {
    /// Derives the keys.
    #[must_use]
    pub fn derive(root_key: &[u8; 32]) -> Self {
        let key = |usage| SealingKey::derive(root_key, usage);
        Self {
            code_pepper: key("lintel.identity.code-pepper.v1").0,
            refresh_pepper: key("lintel.identity.refresh-pepper.v1").0,
            request_pepper: key("lintel.identity.request-pepper.v1").0,
            address_pepper: key("lintel.identity.address-pepper.v1").0,
            recovery_pepper: key("lintel.identity.recovery-pepper.v1").0,
            answers: key("lintel.identity.answers.v1"),
            signing_keys: key("lintel.identity.signing-keys.v1"),
            second_factors: key("lintel.identity.second-factors.v1"),
        }
    }

    /// The stored hash of a mailed code.
    pub(crate) fn code_hash(&self, code: &[u8]) -> [u8; 32] {
        authenticate(&self.code_pepper, code)
    }

    /// The stored hash of an address that is only counted. Keyed, because all addresses could be tried.
    pub(crate) fn address_hash(&self, email_key: &str) -> [u8; 32] {
        authenticate(&self.address_pepper, email_key.as_bytes())
    }

    /// The stored hash of a recovery code.
    pub(crate) fn recovery_hash(&self, code: &[u8]) -> [u8; 32] {
        authenticate(&self.recovery_pepper, code)
    }

    /// The proof in a refresh token that identity made it.
    pub(crate) fn refresh_mac(&self, token: &[u8]) -> [u8; 32] {
        authenticate(&self.refresh_pepper, token)
    }

    /// The hash by which a repeated request is recognised. Keyed, because these requests hold passwords and codes, and a plain hash
    /// of them would be stored for days.
    #[must_use]
    pub fn request_hash(&self, request: &[u8]) -> [u8; 32] {
        authenticate(&self.request_pepper, request)
    }
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets")
    }
}

fn authenticate(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let mut block = Zeroizing::new([0; 64]);
    block[..key.len()].copy_from_slice(key);
    // The key is exactly one block long, because only HMAC's other constructor, which can fail, takes other lengths.
    let mut mac = <Hmac<Sha256> as Mac>::new((&*block).into());
    mac.update(message);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_opens_only_with_its_key_and_in_its_place() {
        let key = SealingKey::derive(&[1; 32], "a");
        let sealed = key.seal(b"secret", b"row 1").unwrap_or_default();
        assert_eq!(
            key.open(&sealed, b"row 1").as_deref(),
            Ok(&b"secret".to_vec())
        );
        assert_eq!(key.open(&sealed, b"row 2"), Err(SealError));
        assert_eq!(
            SealingKey::derive(&[1; 32], "b").open(&sealed, b"row 1"),
            Err(SealError)
        );
        assert_eq!(
            SealingKey::derive(&[2; 32], "a").open(&sealed, b"row 1"),
            Err(SealError)
        );
        assert_eq!(key.open(&sealed[1..], b"row 1"), Err(SealError));
        assert_eq!(key.open(b"short", b"row 1"), Err(SealError));
    }

    #[test]
    fn a_box_never_looks_alike_twice() {
        let key = SealingKey::derive(&[1; 32], "a");
        assert_ne!(key.seal(b"secret", b""), key.seal(b"secret", b""));
    }

    #[test]
    fn each_use_has_a_key_of_its_own() {
        let secrets = Secrets::derive(&[7; 32]);
        let hashes = [
            secrets.code_hash(b"x"),
            secrets.refresh_mac(b"x"),
            secrets.request_hash(b"x"),
        ];
        assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
    }

    #[test]
    fn the_keyed_hash_is_hmac_sha_256() {
        // RFC 4231, test case 1: the key is padded with zeros, so a shorter key pads to the same block.
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        let expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        let hash = authenticate(&key, b"Hi There");
        let text: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, expected);
    }
}

//! Sealing of stored data, and keys derived for one use each.

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
    /// A key of random bytes that somebody else keeps.
    #[must_use]
    pub const fn new(key: Zeroizing<[u8; 32]>) -> Self {
        Self(key)
    }

    /// Its bytes, for whoever has to keep or wrap it.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }

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

/// The HMAC-SHA-256 of `message` under `key`.
#[must_use]
pub fn authenticate(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
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
}

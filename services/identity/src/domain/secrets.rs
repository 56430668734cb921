//! Keys derived from the root key, one for each use.

pub use lintel_sealing::{SealError, SealingKey};

use lintel_sealing::authenticate;
use zeroize::Zeroizing;

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
            code_pepper: Zeroizing::new(*key("lintel.identity.code-pepper.v1").expose()),
            refresh_pepper: Zeroizing::new(*key("lintel.identity.refresh-pepper.v1").expose()),
            request_pepper: Zeroizing::new(*key("lintel.identity.request-pepper.v1").expose()),
            address_pepper: Zeroizing::new(*key("lintel.identity.address-pepper.v1").expose()),
            recovery_pepper: Zeroizing::new(*key("lintel.identity.recovery-pepper.v1").expose()),
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

#[cfg(test)]
mod tests {
    use super::*;

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

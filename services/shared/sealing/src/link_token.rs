//! Tokens of mailed links.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::{RngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// 256 bits that nobody can guess. Secret; only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(Zeroizing<[u8; 32]>);

impl LinkToken {
    /// A new token from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        OsRng.fill_bytes(bytes.as_mut_slice());
        Self(bytes)
    }

    /// The token that `secret` makes, so that it can be told again without being stored.
    #[must_use]
    pub fn derived(secret: [u8; 32]) -> Self {
        Self(Zeroizing::new(secret))
    }

    /// Reads the token of a link; `None` for text that cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text.trim()).ok()?);
        Some(Self(Zeroizing::new(bytes.as_slice().try_into().ok()?)))
    }

    /// The token's text, as the link has it.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<String> {
        Zeroizing::new(URL_SAFE_NO_PAD.encode(self.0.as_slice()))
    }

    /// The hash that is stored.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_slice()).into()
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_link_and_is_not_its_hash() {
        let token = LinkToken::generate();
        let text = token.expose();
        assert_eq!(text.len(), 43);
        assert_eq!(LinkToken::parse(&text), Some(token.clone()));
        assert_ne!(token.hash(), *token.0);
        for bad in ["", "x", &text[1..], &format!("{}A", text.as_str()), "!!"] {
            assert_eq!(LinkToken::parse(bad), None, "{bad}");
        }
    }
}

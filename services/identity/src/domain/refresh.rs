//! Refresh tokens. Each names its session, proves that identity made it, and yields the key under which its successor is sealed.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use lintel_core::SessionId;
use rand::{RngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::secrets::{SealError, SealingKey, Secrets};

const SESSION: usize = 16;
const RANDOM: usize = 32;
const PROOF: usize = 16;
const LENGTH: usize = SESSION + RANDOM + PROOF;

/// A session's id, 256 random bits, and a proof that identity made them. Secret; only its hash is stored.
///
/// The proof tells an old token, whose use ends its session, from an invented one, which must not end it: otherwise anybody who
/// learns a session's id could end the session.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(Zeroizing<[u8; LENGTH]>);

impl RefreshToken {
    /// A new token for `session`.
    #[must_use]
    pub fn generate(session: SessionId, secrets: &Secrets) -> Self {
        let mut bytes = Zeroizing::new([0; LENGTH]);
        bytes[..SESSION].copy_from_slice(session.get().as_bytes());
        OsRng.fill_bytes(&mut bytes[SESSION..SESSION + RANDOM]);
        let proof = prove(&bytes, secrets);
        bytes[SESSION + RANDOM..].copy_from_slice(&proof);
        Self(bytes)
    }

    /// Reads a token; `None` for one that identity did not make.
    #[must_use]
    pub fn parse(text: &str, secrets: &Secrets) -> Option<Self> {
        let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text.trim()).ok()?);
        Self::from_bytes(&bytes, secrets)
    }

    fn from_bytes(bytes: &[u8], secrets: &Secrets) -> Option<Self> {
        let bytes = Zeroizing::new(<[u8; LENGTH]>::try_from(bytes).ok()?);
        let expected = prove(&bytes, secrets);
        // Compared without an early exit, so that the time does not show how much of a guess is right.
        let difference = expected
            .iter()
            .zip(&bytes[SESSION + RANDOM..])
            .fold(0, |difference, (a, b)| difference | (a ^ b));
        (difference == 0).then_some(Self(bytes))
    }

    /// The token's session.
    #[must_use]
    pub fn session(&self) -> SessionId {
        let mut id = [0; SESSION];
        id.copy_from_slice(&self.0[..SESSION]);
        SessionId::new(Uuid::from_bytes(id))
    }

    /// The token's text, as the caller stores it.
    #[must_use]
    pub fn expose(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.as_slice())
    }

    /// The hash that is stored.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_slice()).into()
    }

    /// Seals the next token so that only this one opens it.
    ///
    /// # Errors
    /// [`SealError`], which these lengths never cause.
    pub fn seal_successor(&self, successor: &Self) -> Result<Vec<u8>, SealError> {
        self.successor_key()
            .seal(successor.0.as_slice(), &self.0[..SESSION])
    }

    /// Opens what [`Self::seal_successor`] made.
    ///
    /// # Errors
    /// [`SealError`] for a box of another token.
    pub fn open_successor(&self, sealed: &[u8], secrets: &Secrets) -> Result<Self, SealError> {
        let bytes = self.successor_key().open(sealed, &self.0[..SESSION])?;
        Self::from_bytes(&bytes, secrets).ok_or(SealError)
    }

    fn successor_key(&self) -> SealingKey {
        SealingKey::derive(self.0.as_slice(), "lintel.identity.refresh-successor.v1")
    }
}

fn prove(token: &[u8; LENGTH], secrets: &Secrets) -> [u8; PROOF] {
    let mac = secrets.refresh_mac(&token[..SESSION + RANDOM]);
    let mut proof = [0; PROOF];
    proof.copy_from_slice(&mac[..PROOF]);
    proof
}

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RefreshToken of {}", self.session())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_session_and_survives_the_cookie() {
        let secrets = Secrets::derive(&[1; 32]);
        let session = SessionId::generate();
        let token = RefreshToken::generate(session, &secrets);
        assert_eq!(token.session(), session);
        assert_eq!(RefreshToken::parse(&token.expose(), &secrets), Some(token));
    }

    #[test]
    fn a_made_up_token_of_a_real_session_is_none() {
        let secrets = Secrets::derive(&[1; 32]);
        let session = SessionId::generate();
        let forged = RefreshToken::generate(session, &Secrets::derive(&[2; 32]));
        assert_eq!(RefreshToken::parse(&forged.expose(), &secrets), None);
        let token = RefreshToken::generate(session, &secrets);
        for bit in 0..LENGTH * 8 {
            let mut bytes = token.0.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(
                RefreshToken::from_bytes(bytes.as_slice(), &secrets),
                None,
                "{bit}"
            );
        }
    }

    #[test]
    fn only_the_predecessor_opens_its_successor() {
        let secrets = Secrets::derive(&[1; 32]);
        let session = SessionId::generate();
        let [first, second, third] = [0; 3].map(|_| RefreshToken::generate(session, &secrets));
        let sealed = first.seal_successor(&second).unwrap_or_default();
        assert_eq!(first.open_successor(&sealed, &secrets), Ok(second.clone()));
        assert_eq!(third.open_successor(&sealed, &secrets), Err(SealError));
        assert_eq!(second.open_successor(&sealed, &secrets), Err(SealError));
    }
}

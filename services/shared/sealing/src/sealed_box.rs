//! Messages for one service alone (X25519 anonymous sealed boxes).

use crypto_box::{PublicKey, SecretKey, aead::OsRng};
use lintel_core::Error;
use lintel_proto::common::v1::Sealed;
use prost::Message;
use zeroize::Zeroizing;

use crate::SealingKey;

/// Why a sealed message could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// It was sealed to another key, or altered. Restoring the right key solves the first.
    #[error("the sealed message does not open with our key")]
    Key,
    /// It was opened, but is not a message of the expected kind.
    #[error("the sealed message is of another kind")]
    Encoding,
}

/// Seals messages so that only one service can read them.
#[derive(Debug, Clone)]
pub struct Sealer(PublicKey);

impl Sealer {
    /// A sealer for the holder of `public_key` (X25519).
    #[must_use]
    pub fn new(public_key: [u8; 32]) -> Self {
        Self(PublicKey::from_bytes(public_key))
    }

    /// Seals a message.
    ///
    /// # Errors
    /// [`Error::Internal`] if the box cannot be made.
    pub fn seal(&self, message: &impl Message) -> Result<Sealed, Error> {
        let plain = Zeroizing::new(message.encode_to_vec());
        let ciphertext = self
            .0
            .seal(&mut OsRng, &plain)
            .map_err(|_| Error::internal("a message could not be sealed"))?;
        Ok(Sealed { ciphertext })
    }
}

/// Opens what others sealed to a service.
#[derive(Debug, Clone)]
pub struct Opener {
    key: SecretKey,
    older: Vec<SecretKey>,
}

impl Opener {
    /// With the X25519 secret key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self {
            key: SecretKey::from_bytes(*key),
            older: Vec::new(),
        }
    }

    /// Opens what was sealed to keys before as well, the oldest last. Keys for one use stay those of the oldest, so that what is at
    /// rest and links that are out there survive a new pair.
    #[must_use]
    pub fn with_older<'a>(mut self, older: impl IntoIterator<Item = &'a [u8; 32]>) -> Self {
        let older = older.into_iter().map(|key| SecretKey::from_bytes(*key));
        self.older.extend(older);
        self
    }

    /// The message in a box.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open<M: Message + Default>(&self, sealed: &Sealed) -> Result<M, OpenError> {
        let plain = self.open_bytes(&sealed.ciphertext)?;
        M::decode(plain.as_slice()).map_err(|_| OpenError::Encoding)
    }

    /// The bytes in a box.
    ///
    /// # Errors
    /// [`OpenError::Key`].
    pub fn open_bytes(&self, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, OpenError> {
        let mut keys = std::iter::once(&self.key).chain(&self.older);
        let plain = keys.find_map(|key| key.unseal(sealed).ok());
        plain.map(Zeroizing::new).ok_or(OpenError::Key)
    }

    /// A key for one use, made of the oldest secret.
    #[must_use]
    pub fn derive(&self, usage: &str) -> SealingKey {
        let oldest = self.older.last().unwrap_or(&self.key);
        SealingKey::derive(Zeroizing::new(oldest.to_bytes()).as_slice(), usage)
    }

    /// Returns the public half, which seals to this service.
    #[must_use]
    pub fn sealer(&self) -> Sealer {
        Sealer(self.key.public_key())
    }
}

#[cfg(test)]
mod tests {
    use lintel_proto::identity::v1::AccountAddress;

    use super::*;

    #[test]
    fn only_the_right_key_opens_and_nothing_altered() -> Result<(), Error> {
        let ours = Opener::new(&[1; 32]);
        let address = AccountAddress {
            verified_email: "ada@example.org".to_owned(),
            ..AccountAddress::default()
        };
        let mut sealed = ours.sealer().seal(&address)?;
        assert_eq!(ours.open(&sealed), Ok(address));
        let theirs: Result<AccountAddress, _> = Opener::new(&[2; 32]).open(&sealed);
        assert_eq!(theirs, Err(OpenError::Key));
        if let Some(last) = sealed.ciphertext.last_mut() {
            *last ^= 1;
        }
        assert_eq!(ours.open::<AccountAddress>(&sealed), Err(OpenError::Key));
        Ok(())
    }

    #[test]
    fn a_new_pair_opens_older_seals_and_keeps_derived_keys() -> Result<(), Error> {
        let before = Opener::new(&[1; 32]);
        let after = Opener::new(&[3; 32]).with_older([&[2; 32], &[1; 32]]);
        let address = AccountAddress {
            verified_email: "ada@example.org".to_owned(),
            ..AccountAddress::default()
        };
        assert_eq!(
            after.open(&before.sealer().seal(&address)?),
            Ok(address.clone())
        );
        assert_eq!(
            after.open(&after.sealer().seal(&address)?),
            Ok(address.clone())
        );
        assert_eq!(
            before.open::<AccountAddress>(&after.sealer().seal(&address)?),
            Err(OpenError::Key)
        );
        assert_eq!(
            after.derive("links").expose(),
            before.derive("links").expose()
        );
        Ok(())
    }

    #[test]
    fn each_use_has_a_key_of_its_own() {
        let opener = Opener::new(&[1; 32]);
        let [one, other] = ["one", "other"].map(|usage| *opener.derive(usage).expose());
        assert_ne!(one, other);
    }
}

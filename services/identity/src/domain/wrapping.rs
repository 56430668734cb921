//! Wrapping the root key with a master key.

use rand::{RngCore as _, rngs::OsRng};
use zeroize::Zeroizing;

use super::secrets::{SealError, SealingKey};

/// Thirty-two bytes from which all of identity's keys are derived; wiped from memory when dropped.
pub struct RootKey(Zeroizing<[u8; 32]>);

impl RootKey {
    /// A new key from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        OsRng.fill_bytes(bytes.as_mut_slice());
        Self(bytes)
    }

    /// A key from known bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes. Secret.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The name of a master key: it identifies the key and reveals nothing of it.
#[must_use]
pub fn name_of(master: &[u8; 32]) -> String {
    let name = SealingKey::derive(master, "lintel.identity.master-key-id.v1");
    name.fingerprint()
}

/// Wraps `root`.
///
/// # Errors
/// [`SealError`], which does not happen for 32 bytes.
pub fn wrap(master: &[u8; 32], root: &RootKey) -> Result<Vec<u8>, SealError> {
    wrapper(master).seal(root.as_bytes(), CONTEXT)
}

/// Opens what [`wrap`] made.
///
/// # Errors
/// [`SealError`] with another master key.
pub fn open(master: &[u8; 32], wrapped: &[u8]) -> Result<RootKey, SealError> {
    let bytes = wrapper(master).open(wrapped, CONTEXT)?;
    let bytes: [u8; 32] = bytes.as_slice().try_into().map_err(|_| SealError)?;
    Ok(RootKey::from_bytes(bytes))
}

const CONTEXT: &[u8] = b"root key";

fn wrapper(master: &[u8; 32]) -> SealingKey {
    SealingKey::derive(master, "lintel.identity.root-key.v1")
}

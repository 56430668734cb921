//! Pictures of listings.

use sha2::{Digest as _, Sha256};

/// Bytes of a picture as it is kept and handed on: it fits a gRPC message of the usual size.
pub const LARGEST_PICTURE: usize = 4_000_000;

/// The digest of a picture's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressDigest([u8; 32]);

impl AddressDigest {
    /// The digest of `address`.
    #[must_use]
    pub fn of(address: &str) -> Self {
        Self(Sha256::digest(address).into())
    }

    /// All 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The picture's name in the contract: the first 16 bytes in small hexadecimal digits.
    #[must_use]
    pub fn name(&self) -> String {
        hex::encode(self.0.split_at(16).0)
    }
}

/// A picture as it is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` or `image/png`.
    pub media_type: String,
    /// At most [`LARGEST_PICTURE`].
    pub content: Vec<u8>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture")
            .field("media_type", &self.media_type)
            .field("bytes", &self.content.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_called_by_half_the_digest_of_its_address() {
        // printf %s https://img.example.com/1.jpg | sha256sum
        let digest = AddressDigest::of("https://img.example.com/1.jpg");
        assert_eq!(digest.name(), "476da3bb4c27f5a08cc9cba1ea6ac051");
        assert_eq!(
            hex::encode(digest.as_bytes()).get(..32),
            Some("476da3bb4c27f5a08cc9cba1ea6ac051")
        );
    }
}

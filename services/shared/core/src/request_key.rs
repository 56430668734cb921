//! The caller's name for one intended change, so that a repeat gets the first answer instead of a second effect.

use crate::{Error, UserId};

/// Identifies one intended change: who, which call, which key, which body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// `user:<id>`, or `anon:<hash>` before anybody is known.
    pub scope: String,
    /// The full method of the call, `/lintel.portfolio.v1.PropertyService/CreateProperty`.
    pub method: &'static str,
    /// The key that the caller chose.
    pub key: String,
    /// SHA-256 of the request without its key.
    pub hash: [u8; 32],
}

impl RequestKey {
    /// The key for a caller who is signed in, or `None` where the caller chose none.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a key that is not 8 to 255 printable ASCII characters.
    pub fn of_user(
        user: UserId,
        method: &'static str,
        key: &str,
        hash: [u8; 32],
    ) -> Result<Option<Self>, Error> {
        Self::new(format!("user:{user}"), method, key, hash)
    }

    /// The key for a caller who is not signed in, or `None` where the caller chose none. `fingerprint` keeps strangers'
    /// keys apart (a hash of the address the request is about, say).
    ///
    /// # Errors
    /// As [`Self::of_user`].
    pub fn of_stranger(
        fingerprint: &str,
        method: &'static str,
        key: &str,
        hash: [u8; 32],
    ) -> Result<Option<Self>, Error> {
        Self::new(format!("anon:{fingerprint}"), method, key, hash)
    }

    fn new(
        scope: String,
        method: &'static str,
        key: &str,
        hash: [u8; 32],
    ) -> Result<Option<Self>, Error> {
        if key.is_empty() {
            return Ok(None);
        }
        if !(8..=255).contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::field(
                "REQUEST_ID_INVALID",
                "request_id",
                "Use 8 to 255 printable characters without spaces, a UUID for example.",
            ));
        }
        Ok(Some(Self {
            scope,
            method,
            key: key.to_owned(),
            hash,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_allowed_and_a_bad_one_is_refused_by_name() {
        let none = RequestKey::of_user(UserId::new(1), "/m", "", [0; 32]);
        assert!(matches!(none, Ok(None)));
        for bad in ["short", "has a space in it", &"x".repeat(256)] {
            let error = RequestKey::of_user(UserId::new(1), "/m", bad, [0; 32]);
            assert!(matches!(error, Err(Error::Invalid { violations, .. })
                    if violations.iter().all(|v| v.field == "request_id")));
        }
    }
}

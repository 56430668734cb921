//! The request id of one intended change, so that a repeat gets the first answer and has no second effect.

use crate::{Error, Principal};

/// Identifies one intended change: the caller and the organisation, the RPC, the request id, and the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// `user:<id>@<organisation id>`, where the part after `@` is empty for a caller without an organisation; or
    /// `anon:<hash>` for a caller who is not signed in. The policy of `request_ids` uses the same spelling.
    pub scope: String,
    /// The full method of the call, `/lintel.portfolio.v1.PropertyService/CreateProperty`.
    pub method: &'static str,
    /// The key that the caller chose.
    pub key: String,
    /// SHA-256 of the request without its id.
    pub hash: [u8; 32],
}

impl RequestKey {
    /// The key for a signed-in caller, or `None` where the caller chose no request id. The same request id in another
    /// organisation is another key, so a member who was removed gets no reply from that organisation.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a request id that is not 8 to 255 printable ASCII characters.
    pub fn of_caller(
        caller: &Principal,
        method: &'static str,
        key: &str,
        hash: [u8; 32],
    ) -> Result<Option<Self>, Error> {
        let organisation = caller.membership.map(|it| it.organisation.to_string());
        let scope = format!("user:{}@{}", caller.user, organisation.unwrap_or_default());
        Self::new(scope, method, key, hash)
    }

    /// The key for a caller who is not signed in, or `None` where the caller chose no request id. `fingerprint` separates
    /// callers who chose the same id, for example by a hash of the address that the request is about.
    ///
    /// # Errors
    /// As [`Self::of_caller`].
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
    use crate::{Grade, Membership, OrganisationId, Role, SessionId, UserId};

    fn key_in(organisation: Option<i64>, key: &str) -> Result<Option<RequestKey>, Error> {
        let caller = Principal {
            user: UserId::new(7),
            session: SessionId::generate(),
            role: Role::Landlord,
            membership: organisation.map(|organisation| Membership {
                organisation: OrganisationId::new(organisation),
                grade: Grade::Owner,
            }),
        };
        RequestKey::of_caller(&caller, "/m", key, [0; 32])
    }

    #[test]
    fn no_key_is_allowed_and_a_bad_one_is_refused_by_name() {
        assert!(matches!(key_in(None, ""), Ok(None)));
        for bad in ["short", "has a space in it", &"x".repeat(256)] {
            let error = key_in(None, bad);
            assert!(matches!(error, Err(Error::Invalid { violations, .. })
                    if violations.iter().all(|v| v.field == "request_id")));
        }
    }

    #[test]
    fn a_key_is_the_caller_s_in_one_organisation() -> Result<(), Error> {
        let scope = |organisation| {
            let key = key_in(organisation, "request-0001")?;
            Ok::<_, Error>(key.map(|key| key.scope))
        };
        assert_eq!(scope(Some(3))?.as_deref(), Some("user:7@3"));
        assert_eq!(scope(Some(33))?.as_deref(), Some("user:7@33"));
        assert_eq!(scope(None)?.as_deref(), Some("user:7@"));
        Ok(())
    }
}

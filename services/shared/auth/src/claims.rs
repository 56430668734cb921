//! The claims of a token.

use lintel_core::{Grade, Membership, OrganisationId, Principal, Role, SessionId, UserId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The `iss` claim of every token.
pub(crate) const ISSUER: &str = "lintel";
/// The `typ` header of every token (RFC 9068).
pub(crate) const TOKEN_TYPE: &str = "at+jwt";

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Claims {
    pub iss: String,
    pub aud: String,
    pub sub: String,
    pub sid: Uuid,
    pub role: Role,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub org: Option<OrganisationId>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub grade: Option<Grade>,
    pub iat: i64,
    pub nbf: i64,
    pub exp: i64,
    pub jti: Uuid,
}

impl Claims {
    /// The caller, or `None` when the claims contradict each other.
    pub(crate) fn principal(&self) -> Option<Principal> {
        let membership = match (self.org, self.grade) {
            (None, None) => None,
            (Some(organisation), Some(grade)) => Some(Membership {
                organisation,
                grade,
            }),
            _ => return None,
        };
        Some(Principal {
            user: UserId::new(self.sub.parse().ok()?),
            session: SessionId::new(self.sid),
            role: self.role,
            membership,
        })
    }
}

//! The proof that an export was begun: a token from identity, which every service with a part of the data checks.

use lintel_core::{Error, OrganisationId, Principal};

use crate::{Audience, TokenVerifier};

/// An export that identity has counted and noted in the account's security log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Export {
    /// The organisation whose data are exported; `None` if the account owned none when the export began.
    pub organisation: Option<OrganisationId>,
}

impl Export {
    /// Reads `token`, which identity must have issued for the session of `caller` at most 15 minutes ago.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN` for any other token, and for an empty one.
    pub fn begun(verifier: &TokenVerifier, token: &str, caller: &Principal) -> Result<Self, Error> {
        let verified = verifier.verify(token, Audience::Export);
        let named = verified.map_err(|_| export_not_begun())?.principal;
        if (named.user, named.session) != (caller.user, caller.session) {
            return Err(export_not_begun());
        }
        let organisation = named.membership.map(|membership| membership.organisation);
        Ok(Self { organisation })
    }

    /// The organisation of `caller`, whose data are exported.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN` if they are not part of the export; `NO_ORGANISATION`.
    pub fn organisation_of(&self, caller: &Principal) -> Result<OrganisationId, Error> {
        let organisation = caller.organisation()?;
        if self.organisation == Some(organisation) {
            Ok(organisation)
        } else {
            Err(export_not_begun())
        }
    }
}

fn export_not_begun() -> Error {
    Error::FailedPrecondition {
        reason: "EXPORT_NOT_BEGUN",
        message: "Begin an export, and read it within 15 minutes from the same session.",
    }
}

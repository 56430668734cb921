//! The proof that an export was begun: a token of identity's, which every service that holds a part of the data checks by
//! itself.

use lintel_core::{Error, OrganisationId, Principal};

use crate::{Audience, TokenVerifier};

/// An export that identity has counted and noted in the account's security log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Export {
    /// The organisation whose data belong to it; none where the account owned none when it began.
    pub organisation: Option<OrganisationId>,
}

impl Export {
    /// Reads `token`, which has to be one that identity gave to the session of `caller` at most 15 minutes ago.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN` for every other token, and for none.
    pub fn begun(verifier: &TokenVerifier, token: &str, caller: &Principal) -> Result<Self, Error> {
        let verified = verifier.verify(token, Audience::Export);
        let named = verified.map_err(|_| export_not_begun())?.principal;
        if (named.user, named.session) != (caller.user, caller.session) {
            return Err(export_not_begun());
        }
        let organisation = named.membership.map(|membership| membership.organisation);
        Ok(Self { organisation })
    }

    /// The organisation of `caller`, whose data belong to this export.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN` where they do not; `NO_ORGANISATION`.
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

//! Private links: one kind of token for all of them. A token is made of a nonce or a number in its row under a key that is not in the
//! database: so it can be told again, and whoever reads the database has none. It finds its subject; what its holder may do there is
//! asked of the subject at each use ([`find`], and the use cases).

use chrono::{DateTime, Utc};
use lintel_core::{Error, RequestKey, SignerId};
use lintel_db::{
    Db,
    links::{self, Link},
};
use lintel_proto::Rpc;
use lintel_sealing::{LinkToken, Opener, SealingKey, authenticate, write_by_link};
use sha2::{Digest as _, Sha256};

use crate::{
    domain::references::ReferenceKind,
    error::{link_expired, link_invalid, reference_link_invalid},
};

/// The kinds of links, each with the kind of row that it was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Applying for a home; of an invite.
    Invite,
    /// Going on with a half-filled form; of a draft.
    Draft,
    /// The status of an application; of that.
    Status,
    /// Answering a request for a reference; of that.
    Reference(ReferenceKind),
    /// Reading and signing an agreement; of a signer.
    Signer,
    /// Seeing a home in the portal; of a tenant.
    Portal,
}

impl Purpose {
    /// The name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Invite => "invite",
            Self::Draft => "draft",
            Self::Status => "status",
            Self::Reference(ReferenceKind::Guarantor) => "guarantor",
            Self::Reference(ReferenceKind::Employer) => "employer",
            Self::Signer => "signer",
            Self::Portal => "portal",
        }
    }

    /// The refusal of a token that nobody made for it: one text for all.
    #[must_use]
    pub const fn invalid(self) -> Error {
        match self {
            Self::Reference(kind) => reference_link_invalid(kind),
            Self::Invite | Self::Draft | Self::Status | Self::Signer | Self::Portal => {
                link_invalid()
            }
        }
    }
}

/// The link of a token, whether it still works or not.
///
/// # Errors
/// `LINK_INVALID` for a token that nobody made, or made for something else; [`Error::Unavailable`] while the database is away.
pub async fn find(db: &Db, purpose: Purpose, token: &str) -> Result<Link, Error> {
    let token = LinkToken::parse(token).ok_or_else(|| purpose.invalid())?;
    let found = links::find(db.unscoped(), purpose.as_str(), &token.hash()).await?;
    found.ok_or_else(|| purpose.invalid())
}

/// Refuses a link that a newer one replaced or whose time is over.
///
/// # Errors
/// `LINK_EXPIRED`.
pub fn require_live(link: &Link, now: DateTime<Utc>) -> Result<(), Error> {
    if link.is_live(now) {
        return Ok(());
    }
    Err(link_expired())
}

/// Makes tokens, and the keyed hashes under which strangers are counted.
#[derive(Debug, Clone)]
pub struct Links {
    invites: SealingKey,
    applications: SealingKey,
    agreements: SealingKey,
    addresses: SealingKey,
    requests: SealingKey,
}

/// A new token and what its row keeps of it.
#[derive(Debug)]
pub struct NewToken {
    /// What it is made of.
    pub nonce: [u8; 32],
    /// What finds its row.
    pub hash: [u8; 32],
}

impl Links {
    /// Of the service's secret key.
    #[must_use]
    pub fn new(secret: &Opener) -> Self {
        Self {
            invites: secret.derive("lintel.tenancy.invite-links.v1"),
            applications: secret.derive("lintel.tenancy.application-links.v1"),
            agreements: secret.derive("lintel.tenancy.agreement-links.v1"),
            addresses: secret.derive("lintel.tenancy.addresses.v1"),
            requests: secret.derive("lintel.tenancy.requests.v1"),
        }
    }

    /// A token for an invite to make.
    #[must_use]
    pub fn new_invite(&self) -> NewToken {
        new(&self.invites)
    }

    /// The token of an invite.
    #[must_use]
    pub fn invite(&self, nonce: &[u8; 32]) -> LinkToken {
        LinkToken::derived(authenticate(self.invites.expose(), nonce))
    }

    /// A token for an application to make.
    #[must_use]
    pub fn new_application(&self) -> NewToken {
        new(&self.applications)
    }

    /// The token of the private link to an application.
    #[must_use]
    pub fn application(&self, nonce: &[u8; 32]) -> LinkToken {
        LinkToken::derived(authenticate(self.applications.expose(), nonce))
    }

    /// A token of no link, as is shown where nothing was made; always the same for one number.
    #[must_use]
    pub fn of_nothing(&self, number: i64) -> LinkToken {
        let nothing = format!("nothing {number}");
        LinkToken::derived(authenticate(self.applications.expose(), nothing.as_bytes()))
    }

    /// The token of a signer's link to an agreement; each sending is a generation of its own. Generation 0 is one of the release before.
    #[must_use]
    pub fn agreement(&self, signer: SignerId, generation: i32) -> LinkToken {
        let row = match generation {
            0 => format!("signer {signer}"),
            _ => format!("signer {signer} generation {generation}"),
        };
        LinkToken::derived(authenticate(self.agreements.expose(), row.as_bytes()))
    }

    /// What is stored of an address that is only counted. Keyed, because all addresses could be tried.
    #[must_use]
    pub fn address_hash(&self, email: &str) -> [u8; 32] {
        let key = email.trim().to_ascii_lowercase();
        authenticate(self.addresses.expose(), key.as_bytes())
    }

    /// Takes the token, the message and the request id out of a change by the holder of a link.
    ///
    /// # Errors
    /// `REQUEST_ID_INVALID`.
    pub fn write<R: Rpc>(
        &self,
        request: R,
        token: fn(&R) -> &str,
    ) -> Result<(String, R, Option<RequestKey>), Error> {
        write_by_link(&self.requests, request, token)
    }
}

/// A token of random bytes for a row.
fn new(key: &SealingKey) -> NewToken {
    // The generator's bytes are hashed, so that a nonce is no other row's token.
    let nonce: [u8; 32] = Sha256::digest(LinkToken::generate().expose().as_bytes()).into();
    let hash = LinkToken::derived(authenticate(key.expose(), &nonce)).hash();
    NewToken { nonce, hash }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_again_of_its_nonce_and_of_no_other_kind() {
        let links = Links::new(&Opener::new(&[7; 32]));
        let new = links.new_invite();
        assert_eq!(links.invite(&new.nonce).hash(), new.hash);
        assert_ne!(links.application(&new.nonce).hash(), new.hash);
        let other = Links::new(&Opener::new(&[8; 32]));
        assert_ne!(other.invite(&new.nonce).hash(), new.hash);
        assert_ne!(links.new_invite().nonce, new.nonce);
    }

    #[test]
    fn an_address_is_counted_without_case() {
        let links = Links::new(&Opener::new(&[7; 32]));
        assert_eq!(
            links.address_hash(" Ann@Example.com "),
            links.address_hash("ann@example.com")
        );
    }
}

//! Tokens of links. A token is made of a nonce in its row under a key that is not in the database: so it can be told again, and whoever
//! reads the database has none.

use lintel_core::{Error, RequestKey, SignerId};
use lintel_proto::Rpc;
use lintel_sealing::{LinkToken, Opener, SealingKey, authenticate};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

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

    /// The token of a signer's link to an agreement.
    #[must_use]
    pub fn agreement(&self, signer: SignerId) -> LinkToken {
        let row = format!("signer {signer}");
        LinkToken::derived(authenticate(self.agreements.expose(), row.as_bytes()))
    }

    /// What is stored of an address that is only counted. Keyed, because all addresses could be tried.
    #[must_use]
    pub fn address_hash(&self, email: &str) -> [u8; 32] {
        let key = email.trim().to_ascii_lowercase();
        authenticate(self.addresses.expose(), key.as_bytes())
    }

    /// The request id of a caller who has nothing but the link of this token. Keyed, because such requests hold tokens and what
    /// people say of themselves.
    ///
    /// # Errors
    /// `REQUEST_ID_INVALID`.
    pub fn request_key<R: Rpc>(
        &self,
        token: &str,
        request: &mut R,
    ) -> Result<Option<RequestKey>, Error> {
        let request_id = request.request_id().to_owned();
        *request = std::mem::take(request).with_request_id(String::new());
        let bytes = Zeroizing::new(request.encode_to_vec());
        let key = self.requests.expose();
        let fingerprint = authenticate(key, token.trim().as_bytes());
        let fingerprint: String = fingerprint
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let hash = authenticate(key, &bytes);
        RequestKey::of_stranger(&fingerprint, R::PATH, &request_id, hash)
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

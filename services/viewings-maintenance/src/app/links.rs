//! Tokens of links. A token is made of a nonce in its row under a key that is not in the database: so it can be told again, and whoever
//! reads the database has none.

use lintel_core::{Error, RequestKey};
use lintel_proto::Rpc;
use lintel_sealing::{LinkToken, Opener, SealingKey, authenticate, write_by_link};
use sha2::{Digest as _, Sha256};

/// Makes tokens, and the keys under which repeats of who has nothing but a link are found.
#[derive(Debug, Clone)]
pub struct Links {
    viewings: SealingKey,
    jobs: SealingKey,
    requests: SealingKey,
}

/// A new token and what its row keeps of it.
#[derive(Debug, Clone, Copy)]
pub struct NewToken {
    /// The nonce that its token is made of.
    pub nonce: [u8; 32],
    /// The hash that finds its row.
    pub hash: [u8; 32],
}

impl Links {
    /// The links of the service's secret key.
    #[must_use]
    pub fn new(secret: &Opener) -> Self {
        Self {
            viewings: secret.derive("lintel.viewings.viewer-links.v1"),
            jobs: secret.derive("lintel.maintenance.job-links.v1"),
            requests: secret.derive("lintel.viewings.requests.v1"),
        }
    }

    /// A token for a viewer to make.
    #[must_use]
    pub fn new_viewing(&self) -> NewToken {
        let nonce = new_nonce();
        let hash = self.viewing(&nonce).hash();
        NewToken { nonce, hash }
    }

    /// A token for a contractor to make.
    #[must_use]
    pub fn new_job(&self) -> NewToken {
        let nonce = new_nonce();
        let hash = self.job(&nonce).hash();
        NewToken { nonce, hash }
    }

    /// The token of a contractor's job.
    #[must_use]
    pub fn job(&self, nonce: &[u8; 32]) -> LinkToken {
        LinkToken::derived(authenticate(self.jobs.expose(), nonce))
    }

    /// The token of a viewer.
    #[must_use]
    pub fn viewing(&self, nonce: &[u8; 32]) -> LinkToken {
        LinkToken::derived(authenticate(self.viewings.expose(), nonce))
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

/// The generator's bytes are hashed, so that a nonce is no other row's token.
fn new_nonce() -> [u8; 32] {
    Sha256::digest(LinkToken::generate().expose().as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_again_of_its_nonce_under_its_own_key() {
        let links = Links::new(&Opener::new(&[7; 32]));
        let new = links.new_viewing();
        assert_eq!(links.viewing(&new.nonce).hash(), new.hash);
        let other = Links::new(&Opener::new(&[8; 32]));
        assert_ne!(other.viewing(&new.nonce).hash(), new.hash);
        assert_ne!(links.new_viewing().nonce, new.nonce);
        let job = links.new_job();
        assert_eq!(links.job(&job.nonce).hash(), job.hash);
        assert_ne!(links.viewing(&job.nonce).hash(), job.hash);
    }
}

//! Fetching identity's public keys.

use std::time::Duration;

use lintel_proto::identity::v1::{
    ListSigningKeysRequest, session_service_client::SessionServiceClient,
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status, transport::Channel};

use crate::{TokenVerifier, VerifyingKey};

/// The interval between fetches while there are no keys: every call is refused until then.
const WHILE_EMPTY: Duration = Duration::from_millis(250);
/// The longest time that one request for the keys may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);

/// Fetches identity's keys regularly. While identity is away, the last keys remain valid.
#[derive(Debug)]
pub struct KeyRefresh {
    verifier: TokenVerifier,
    client: SessionServiceClient<Channel>,
    every: Duration,
    known: Vec<VerifyingKey>,
}

impl KeyRefresh {
    /// Fetches keys for `verifier` through `identity`, `every` so often. Identity publishes a new key three times as long
    /// before it signs with it.
    #[must_use]
    pub fn new(verifier: TokenVerifier, identity: Channel, every: Duration) -> Self {
        Self {
            verifier,
            client: SessionServiceClient::new(identity),
            every,
            known: Vec::new(),
        }
    }

    /// Runs until `stop`.
    pub async fn run(mut self, stop: CancellationToken) {
        loop {
            self.refresh().await;
            let pause = if self.verifier.has_keys() {
                self.every
            } else {
                WHILE_EMPTY
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    async fn refresh(&mut self) {
        let mut request = Request::new(ListSigningKeysRequest {});
        request.set_timeout(REQUEST_TIMEOUT);
        let answer =
            tokio::time::timeout(REQUEST_TIMEOUT, self.client.list_signing_keys(request)).await;
        match answer.unwrap_or_else(|_| Err(Status::deadline_exceeded("no answer in time"))) {
            Ok(reply) => {
                let keys: Vec<_> = reply
                    .into_inner()
                    .keys
                    .into_iter()
                    .filter_map(|key| {
                        Some(VerifyingKey {
                            key_id: key.key_id,
                            public_key: key.public_key.try_into().ok()?,
                        })
                    })
                    .collect();
                if keys.is_empty() {
                    tracing::warn!("identity has no signing keys; keeping the ones at hand");
                } else if keys != self.known {
                    // Only if the keys changed: replacing them forgets the tokens that were verified.
                    self.verifier.replace_keys(&keys);
                    self.known = keys;
                }
            }
            Err(status) => {
                tracing::warn!(code = ?status.code(), "identity's signing keys could not be read; keeping the ones at hand");
            }
        }
    }
}

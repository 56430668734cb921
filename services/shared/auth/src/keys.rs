//! Keeping identity's public keys at hand.

use std::time::Duration;

use lintel_proto::identity::v1::{
    ListSigningKeysRequest, session_service_client::SessionServiceClient,
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status, transport::Channel};

use crate::{TokenVerifier, VerifyingKey};

/// While there are no keys at all, nobody can be served: ask often.
const WHILE_EMPTY: Duration = Duration::from_millis(250);
/// One question may take this long.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reads identity's keys again and again. While identity is away the last keys stay good.
#[derive(Debug)]
pub struct KeyRefresh {
    verifier: TokenVerifier,
    client: SessionServiceClient<Channel>,
    every: Duration,
    known: Vec<VerifyingKey>,
}

impl KeyRefresh {
    /// Will keep `verifier` filled from the identity service behind `identity`, asking `every` so often: identity announces a new
    /// key for three times as long before it signs.
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
        request.set_timeout(PATIENCE);
        let answer = tokio::time::timeout(PATIENCE, self.client.list_signing_keys(request)).await;
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
                    // Only what is new: tokens that were verified are remembered together with the keys.
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

//! The keys that sign and verify tokens.

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use lintel_auth::{TokenSigner, VerifyingKey};
use lintel_core::{Clock, Error};
use lintel_db::Db;
use rand::rngs::OsRng;
use uuid::Uuid;

use crate::{
    domain::secrets::Secrets,
    store::signing_keys::{self, StoredKey},
};

/// All keys that are not retired; the newest signs.
#[derive(Debug, Clone)]
pub struct SigningKeys {
    /// Signs with the newest key.
    pub signer: TokenSigner,
    /// Verify tokens, the newest first.
    pub verifying: Arc<[VerifyingKey]>,
}

impl SigningKeys {
    /// Reads the keys, and makes the first one where there is none. Replicas that start at once take turns, so that they
    /// end up with the same key.
    ///
    /// # Errors
    /// [`Error::Internal`] when a key does not open with this master key; the store's errors.
    pub async fn load_or_create(
        db: &Db,
        secrets: &Secrets,
        clock: &dyn Clock,
    ) -> Result<Self, Error> {
        let mut tx = db.begin_worker().await?;
        signing_keys::take_turn(&mut tx).await?;
        let mut stored = signing_keys::list(&mut tx).await?;
        if stored.is_empty() {
            let key = generate(secrets)?;
            signing_keys::insert(&mut tx, &key, clock.now()).await?;
            tracing::info!(key_id = key.key_id, "made the first signing key");
            stored.push(key);
        }
        tx.commit().await?;
        Self::open(&stored, secrets)
    }

    fn open(stored: &[StoredKey], secrets: &Secrets) -> Result<Self, Error> {
        let newest = stored
            .first()
            .ok_or_else(|| Error::internal("no signing key"))?;
        let secret = secrets
            .signing_keys
            .open(&newest.sealed_secret, newest.key_id.as_bytes())
            .map_err(|_| {
                Error::internal("the signing key does not open with this LINTEL_MASTER_KEY_FILE")
            })?;
        let secret: [u8; 32] = secret
            .as_slice()
            .try_into()
            .map_err(|_| Error::internal("the signing key has another length"))?;
        let signer = TokenSigner::new(&newest.key_id, &SigningKey::from_bytes(&secret))?;
        let verifying = stored
            .iter()
            .map(|key| {
                Ok(VerifyingKey {
                    key_id: key.key_id.clone(),
                    public_key: key
                        .public_key
                        .as_slice()
                        .try_into()
                        .map_err(|_| Error::internal("a public key has another length"))?,
                })
            })
            .collect::<Result<_, Error>>()?;
        Ok(Self { signer, verifying })
    }
}

fn generate(secrets: &Secrets) -> Result<StoredKey, Error> {
    let key = SigningKey::generate(&mut OsRng);
    let key_id = Uuid::now_v7().to_string();
    let sealed_secret = secrets
        .signing_keys
        .seal(key.as_bytes(), key_id.as_bytes())
        .map_err(Error::internal)?;
    Ok(StoredKey {
        key_id,
        sealed_secret,
        public_key: key.verifying_key().to_bytes().to_vec(),
    })
}

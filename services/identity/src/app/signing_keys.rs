//! The keys that sign and verify tokens. One key signs. A new key is announced before it signs, so that every verifier has it by
//! then, and the former key still verifies until its last token has expired.

use std::sync::Arc;

use arc_swap::ArcSwap;
use chrono::{DateTime, Duration, Utc};
use ed25519_dalek::SigningKey;
use lintel_auth::{TokenSigner, TokenVerifier, VerifyingKey};
use lintel_core::{Clock, Error};
use lintel_db::{Db, SOON, in_time};
use rand::rngs::OsRng;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::starting::patiently;
use crate::{
    domain::{secrets::Secrets, session::ACCESS_LIFETIME},
    error::cause,
    store::signing_key::{self, StoredKey},
};

/// The time by which the clocks of signers and verifiers may differ.
const CLOCKS_APART: Duration = Duration::minutes(1);

/// A rotation that has begun.
#[derive(Debug)]
pub struct Rotated {
    /// The new key's name.
    pub key_id: String,
    /// When it starts to sign.
    pub signs_from: DateTime<Utc>,
    /// Until when the older keys verify.
    pub others_until: DateTime<Utc>,
}

/// The keys as last read.
#[derive(Debug)]
struct LoadedKeys {
    /// When each key starts to sign, the newest first.
    signers: Vec<(DateTime<Utc>, TokenSigner)>,
    verifying: Vec<VerifyingKey>,
}

/// All keys that are not retired, read again at intervals; clones share them.
#[derive(Debug, Clone)]
pub struct SigningKeys {
    db: Db,
    secrets: Secrets,
    clock: Arc<dyn Clock>,
    verifier: TokenVerifier,
    known: Arc<ArcSwap<LoadedKeys>>,
}

impl SigningKeys {
    /// Reads the keys, and makes the first one where there is none. Replicas that start at once take turns, however long that is, so
    /// that they all use the same key. `verifier` gets the keys and every later change.
    ///
    /// # Errors
    /// [`Error::Internal`] when a key does not open with this master key; the store's errors.
    pub async fn load_or_create(
        db: &Db,
        secrets: &Secrets,
        clock: Arc<dyn Clock>,
        verifier: TokenVerifier,
    ) -> Result<Self, Error> {
        let now = clock.now();
        let stored = patiently(|| first(db, secrets, now)).await?;
        let known = open(&stored, secrets)?;
        verifier.replace_keys(&known.verifying);
        Ok(Self {
            db: db.clone(),
            secrets: secrets.clone(),
            clock,
            verifier,
            known: Arc::new(ArcSwap::from_pointee(known)),
        })
    }

    /// The signer of the newest key that is in force.
    ///
    /// # Errors
    /// [`Error::Internal`] where there is no key.
    pub fn signer(&self) -> Result<TokenSigner, Error> {
        let now = self.clock.now();
        let known = self.known.load();
        let signers = &known.signers;
        let signing = signers.iter().find(|(from, _)| *from <= now);
        // The first key is never announced: a replica whose clock is behind signs with it all the same.
        let (_, signer) = signing
            .or_else(|| signers.last())
            .ok_or_else(|| Error::internal("no signing key"))?;
        Ok(signer.clone())
    }

    /// The keys that verify tokens, the newest first, including one that is announced.
    #[must_use]
    pub fn verifying(&self) -> Vec<VerifyingKey> {
        self.known.load().verifying.clone()
    }

    /// Reads the keys again at the interval `every` until `stop`. Where a read fails, the keys stay as they are.
    pub async fn watch(self, every: std::time::Duration, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(every) => {}
                () = stop.cancelled() => return,
            }
            if let Err(error) = in_time(SOON, self.reload()).await {
                tracing::warn!(
                    reason = error.reason(),
                    cause = cause(&error),
                    "the signing keys could not be read again; keeping the ones at hand"
                );
            }
        }
    }

    /// Reads the keys again.
    async fn reload(&self) -> Result<(), Error> {
        let mut tx = self.db.begin_worker().await?;
        let stored = signing_key::list(&mut tx, self.clock.now()).await?;
        drop(tx);
        let known = open(&stored, &self.secrets)?;
        if known.verifying != self.known.load().verifying {
            tracing::info!(
                keys = known.verifying.len(),
                "the signing keys have changed"
            );
            self.verifier.replace_keys(&known.verifying);
            self.known.store(Arc::new(known));
        }
        Ok(())
    }
}

/// The keys as stored, with the first one made where there is none.
async fn first(db: &Db, secrets: &Secrets, now: DateTime<Utc>) -> Result<Vec<StoredKey>, Error> {
    let mut tx = db.begin_worker().await?;
    signing_key::take_turn(&mut tx).await?;
    let mut stored = signing_key::list(&mut tx, now).await?;
    if stored.is_empty() {
        let key = generate(secrets, now)?;
        signing_key::insert(&mut tx, &key, now).await?;
        tracing::info!(key_id = key.key_id, "made the first signing key");
        stored.push(key);
    }
    tx.commit().await?;
    Ok(stored)
}

/// Makes a new key that starts to sign after it was announced for `announced`; the older keys verify until their tokens have
/// expired.
///
/// # Errors
/// `ROTATION_GOING_ON` while another new key is announced; the store's errors.
pub async fn rotate(
    db: &Db,
    secrets: &Secrets,
    now: DateTime<Utc>,
    announced: Duration,
) -> Result<Rotated, Error> {
    let mut tx = db.begin_worker().await?;
    signing_key::take_turn(&mut tx).await?;
    let stored = signing_key::list(&mut tx, now).await?;
    if stored.iter().any(|key| key.signs_from > now) {
        return Err(Error::FailedPrecondition {
            reason: "ROTATION_GOING_ON",
            message: "A new signing key is announced already. Wait until it signs.",
        });
    }
    let signs_from = now + announced;
    let others_until = signs_from + ACCESS_LIFETIME + CLOCKS_APART;
    let key = generate(secrets, signs_from)?;
    signing_key::insert(&mut tx, &key, now).await?;
    signing_key::retire_others(&mut tx, &key.key_id, others_until).await?;
    tx.commit().await?;
    Ok(Rotated {
        key_id: key.key_id,
        signs_from,
        others_until,
    })
}

fn open(stored: &[StoredKey], secrets: &Secrets) -> Result<LoadedKeys, Error> {
    let signers = stored.iter().map(|key| {
        let secret = secrets
            .signing_keys
            .open(&key.sealed_secret, key.key_id.as_bytes())
            .map_err(|_| {
                Error::internal("the signing key does not open with this LINTEL_MASTER_KEY_FILE")
            })?;
        let secret: [u8; 32] = secret
            .as_slice()
            .try_into()
            .map_err(|_| Error::internal("the signing key has another length"))?;
        let signer = TokenSigner::new(&key.key_id, &SigningKey::from_bytes(&secret))?;
        Ok((key.signs_from, signer))
    });
    let signers = signers.collect::<Result<Vec<_>, Error>>()?;
    let verifying = signers.iter().map(|(_, signer)| signer.verifying_key());
    let verifying = verifying.collect();
    Ok(LoadedKeys { signers, verifying })
}

fn generate(secrets: &Secrets, signs_from: DateTime<Utc>) -> Result<StoredKey, Error> {
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
        signs_from,
    })
}

#[cfg(test)]
mod tests {
    use lintel_auth::{Audience, TokenError};
    use lintel_core::{FixedClock, SystemClock};
    use lintel_testkit::{TestDatabase, tokens::landlord};

    use super::*;

    const ANNOUNCED: Duration = Duration::minutes(3);

    /// The part of a replica of identity that handles keys.
    async fn replica(
        database: &TestDatabase,
        clock: &Arc<FixedClock>,
    ) -> Result<SigningKeys, Error> {
        let secrets = Secrets::derive(&[7; 32]);
        let clock: Arc<dyn Clock> = clock.clone();
        let verifier = TokenVerifier::new(clock.clone());
        SigningKeys::load_or_create(&database.db, &secrets, clock, verifier).await
    }

    fn sign(keys: &SigningKeys) -> Result<String, Error> {
        let now = keys.clock.now();
        keys.signer()?
            .sign(&landlord(1, 1), Audience::Lintel, now, ACCESS_LIFETIME)
    }

    #[tokio::test]
    async fn keys_are_known_before_they_sign_and_until_their_last_token_ends() -> anyhow::Result<()>
    {
        let database = TestDatabase::new("identity", &crate::MIGRATOR).await?;
        let clock = Arc::new(FixedClock::new(SystemClock.now()));
        let (keys, other) = (
            replica(&database, &clock).await?,
            replica(&database, &clock).await?,
        );
        let old = keys.signer()?.verifying_key();

        let secrets = Secrets::derive(&[7; 32]);
        let rotated = rotate(&database.db, &secrets, clock.now(), ANNOUNCED).await?;
        let again = rotate(&database.db, &secrets, clock.now(), ANNOUNCED).await;
        assert_eq!(
            again.err().map(|error| error.reason()),
            Some("ROTATION_GOING_ON")
        );
        for replica in [&keys, &other] {
            replica.reload().await?;
            let known: Vec<_> = replica
                .verifying()
                .into_iter()
                .map(|key| key.key_id)
                .collect();
            assert_eq!(known, [rotated.key_id.as_str(), old.key_id.as_str()]);
            assert_eq!(
                replica.signer()?.verifying_key(),
                old,
                "announced, and not signing yet"
            );
        }

        clock.advance(ANNOUNCED - Duration::seconds(1));
        let last = sign(&keys)?;
        clock.advance(Duration::seconds(1));
        // The new key signs without another read, because its start time has come.
        let first = sign(&keys)?;
        assert_eq!(keys.signer()?.verifying_key().key_id, rotated.key_id);
        clock.advance(ACCESS_LIFETIME - Duration::seconds(2));
        other.reload().await?;
        assert!(other.verifier.verify(&last, Audience::Lintel).is_ok());
        assert!(other.verifier.verify(&first, Audience::Lintel).is_ok());

        clock.advance(CLOCKS_APART + Duration::seconds(2));
        keys.reload().await?;
        let known: Vec<_> = keys.verifying().into_iter().map(|key| key.key_id).collect();
        assert_eq!(known, [rotated.key_id.as_str()]);
        assert_eq!(
            keys.verifier.verify(&last, Audience::Lintel),
            Err(TokenError::UnknownKey)
        );
        // The next rotation may begin.
        rotate(&database.db, &secrets, clock.now(), ANNOUNCED).await?;
        Ok(())
    }
}

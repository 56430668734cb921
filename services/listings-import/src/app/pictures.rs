//! Pictures of listings: what lies at their addresses, fetched once and kept for whoever looks next.
//!
//! What is kept belongs to nobody and serves every organisation. It tells none of them anything: a caller names no address, but one of
//! the pictures of a listing that they may read, whose terms allow it; both are judged before anything is looked up here
//! ([`crate::grpc`]). So it holds for them only what its host, which everybody may ask, would have given them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{Clock, Error, Principal};
use lintel_db::{Db, Scope};
use lintel_telemetry::metrics;
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::{
    config::PicturesConfig,
    domain::{AddressDigest, Picture},
    error::{picture_not_found, picture_unavailable},
    sources::{NoPicture, PictureFetcher},
    store::picture::{self, Bounds, StoredPicture},
};

/// The time in which an address that gave no picture is not asked again.
const REFUSAL_LASTS: TimeDelta = TimeDelta::minutes(10);
/// Requests for pictures that are not kept here, in hand at once: each holds a turn of a gateway, which has 48, while a host is slow.
const IN_HAND: usize = 24;
/// The number of them that fetch at once: each holds up to 8 MiB meanwhile.
const FETCHED_AT_ONCE: usize = 8;
/// The longest time that one may wait for its turn.
const WAIT: Duration = Duration::from_secs(1);

/// The bounds of what is kept, as `config` says them.
pub(super) fn bounds(config: PicturesConfig, now: DateTime<Utc>) -> Bounds {
    Bounds {
        pictures: now - TimeDelta::days(config.days.into()),
        refusals: now - REFUSAL_LASTS,
        bytes: i64::from(config.megabytes) * 1_000_000,
    }
}

/// The pictures of listings.
#[derive(Debug, Clone)]
pub struct Pictures {
    db: Db,
    clock: Arc<dyn Clock>,
    fetcher: PictureFetcher,
    config: PicturesConfig,
    turns: Arc<Turns>,
}

/// The turns of those who want to fetch.
#[derive(Debug)]
struct Turns {
    in_hand: Semaphore,
    fetching: Semaphore,
    alone: Mutex<HashMap<AddressDigest, Weak<tokio::sync::Mutex<()>>>>,
}

impl Turns {
    /// Waits until nobody else asks for the same address.
    async fn alone(&self, address: AddressDigest) -> OwnedMutexGuard<()> {
        let one = {
            let mut all = self.alone.lock().unwrap_or_else(PoisonError::into_inner);
            // As few as are in hand.
            all.retain(|_, one| one.strong_count() > 0);
            let one = all.get(&address).and_then(Weak::upgrade);
            let one = one.unwrap_or_default();
            all.insert(address, Arc::downgrade(&one));
            one
        };
        one.lock_owned().await
    }
}

impl Pictures {
    /// Pictures kept in `db`, fetched by `fetcher`.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        fetcher: PictureFetcher,
        config: PicturesConfig,
    ) -> Self {
        let turns = Turns {
            in_hand: Semaphore::new(IN_HAND),
            fetching: Semaphore::new(FETCHED_AT_ONCE),
            alone: Mutex::default(),
        };
        Self {
            db,
            clock,
            fetcher,
            config,
            turns: Arc::new(turns),
        }
    }

    /// Returns the picture at `address`, one that the caller may see; `None` stands for any other. It is what is kept, else fetched,
    /// once for all who ask at the same time. No transaction is open while it is fetched.
    ///
    /// # Errors
    /// `PICTURE_NOT_FOUND` for `None`; `PICTURE_UNAVAILABLE` where it gives none that is taken, or gave none in the last ten minutes; [`Error::Busy`] while too many
    /// are fetched; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_listing_picture", skip_all)]
    pub async fn get(&self, caller: &Principal, address: Option<&str>) -> Result<Picture, Error> {
        let address = address.ok_or_else(picture_not_found)?;
        let digest = AddressDigest::of(address);
        if let Some(known) = self.known(caller, digest).await? {
            return answer(known);
        }
        let _place = self.turns.in_hand.try_acquire().map_err(|_| Error::Busy)?;
        let _alone = self.turns.alone(digest).await;
        // Whoever was first may have fetched it.
        if let Some(known) = self.known(caller, digest).await? {
            return answer(known);
        }
        let turn = tokio::time::timeout(WAIT, self.turns.fetching.acquire()).await;
        let _turn = turn.map_err(|_| Error::Busy)?.map_err(Error::internal)?;
        let fetched = self.fetcher.fetch(address).await;
        metrics::listing_picture(
            fetched
                .as_ref()
                .map_or_else(|no| no.outcome(), |_| "fetched"),
        );
        self.keep(caller, digest, fetched.as_ref().ok()).await?;
        fetched.map_err(refused)
    }

    async fn known(
        &self,
        caller: &Principal,
        address: AddressDigest,
    ) -> Result<Option<StoredPicture>, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let known = picture::find(&mut tx, address, bounds(self.config, now), now).await?;
        tx.commit().await?;
        Ok(known)
    }

    async fn keep(
        &self,
        caller: &Principal,
        address: AddressDigest,
        fetched: Option<&Picture>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        picture::keep(&mut tx, address, fetched, now).await?;
        picture::delete_over(&mut tx, bounds(self.config, now)).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn answer(known: StoredPicture) -> Result<Picture, Error> {
    match known {
        StoredPicture::Kept(picture) => Ok(picture),
        StoredPicture::Refused => Err(picture_unavailable()),
    }
}

fn refused(reason: NoPicture) -> Error {
    tracing::info!(%reason, "a picture of a listing cannot be had");
    picture_unavailable()
}

//! Backups of organisations: asking for one, listing and reading them, and making them.

use std::{sync::Arc, time::Duration};

use lintel_core::{Clock, Error, OrganisationId, Principal};
use lintel_db::{Asked, Db, Reply, Scope, StoreError, once};
use lintel_proto::{common::v1::Sealed, identity::v1::AccountContact};
use lintel_sealing::{LinkToken, SealingKey};
use sqlx::PgConnection;
use tokio::io::AsyncReadExt as _;
use zeroize::Zeroizing;

use super::{News, NewsItem, backup_file};
use crate::{
    clients::Holdings,
    domain::{
        Backup, DueBackup, Fact, Said,
        backup::{PIECE, TRIED_FOR, night},
    },
    error::backup_not_found,
    mail::SealedBox,
    store::{backup, backup_key, contact},
};

/// The duration of a claim; each piece that is kept prolongs it.
const LEASE: Duration = Duration::from_secs(120);
/// The pipe between who writes the file and who keeps it, in bytes.
const PIPE: usize = 64 * 1024;
/// The purpose of the derived key that wraps the keys of organisations.
const USAGE: &str = "lintel.notifications.backup-keys.v1";

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// There was none to make.
    None,
    /// One is ready.
    Ready,
    /// One waits for a service that is away.
    PutOff,
    /// One was given up.
    GivenUp,
}

impl Made {
    /// The word of metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ready => "ready",
            Self::PutOff => "put_off",
            Self::GivenUp => "given_up",
        }
    }
}

/// Backups of organisations.
#[derive(Debug, Clone)]
pub struct Backups {
    db: Db,
    clock: Arc<dyn Clock>,
    sealed_box: SealedBox,
    news: News,
    /// The time for which a backup waits for a service that is away.
    again: Duration,
}

impl Backups {
    /// Backups in `db`, sealed under keys that `sealed_box` wraps; Owners hear by `news` of one that failed.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        sealed_box: SealedBox,
        news: News,
        again: Duration,
    ) -> Self {
        Self {
            db,
            clock,
            sealed_box,
            news,
            again,
        }
    }

    /// The backups of the caller's organisation, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_backups", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Backup>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(backup::list(&mut tx, organisation).await?)
    }

    /// Begins a backup; while one is being made, answers that one.
    ///
    /// # Errors
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.start_backup", skip_all)]
    pub async fn start<R: Reply>(
        &self,
        caller: &Principal,
        asked: Asked<Backup, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, asked, async |tx| {
            backup::begin(tx, organisation).await?;
            let newest = backup::list(tx, organisation).await?.into_iter().next();
            newest.ok_or_else(|| Error::internal("a backup that was begun is not there"))
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// A piece of a ready backup, and whether another one follows. Reading the first is noted.
    ///
    /// # Errors
    /// `BACKUP_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_backup", skip_all)]
    pub async fn read(
        &self,
        caller: &Principal,
        id: i64,
        number: i32,
    ) -> Result<(Vec<u8>, bool), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (sealed, more) = backup::piece(&mut tx, organisation, id, number)
            .await?
            .ok_or_else(backup_not_found)?;
        if number == 0 {
            backup::note_reading(&mut tx, id, caller.user).await?;
        }
        let wrapped = backup_key::find(&mut tx, organisation)
            .await?
            .ok_or_else(backup_not_found)?;
        tx.commit().await?;
        let key = self.unwrap(organisation, &wrapped)?;
        let plain = key.open(&sealed, context(id, number).as_bytes());
        Ok((plain.map_err(Error::internal)?.to_vec(), more))
    }

    /// Begins the backups of the night that it is, once for all replicas.
    ///
    /// # Errors
    /// When identity or the database does not answer; the next call goes on.
    pub async fn begin_night(&self, holdings: &Holdings) -> anyhow::Result<()> {
        let Some(night) = night(self.clock.now()) else {
            return Ok(());
        };
        if backup::is_begun(&mut *self.db.begin_worker().await?, night).await? {
            return Ok(());
        }
        let mut page = String::new();
        loop {
            let (organisations, next) = holdings.wanted(page).await?;
            let mut tx = self.db.begin_worker().await?;
            backup::begin_night(&mut tx, night, &organisations).await?;
            if next.is_empty() {
                backup::note_begun(&mut tx, night).await?;
            }
            tx.commit().await?;
            if next.is_empty() {
                return Ok(());
            }
            page = next;
        }
    }

    /// Makes one due backup.
    ///
    /// # Errors
    /// [`StoreError`] while the database is away: the lease runs out, and another attempt begins anew.
    pub async fn make_due(&self, holdings: &Holdings) -> Result<Made, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let due = backup::claim(&mut tx, LEASE).await?;
        tx.commit().await?;
        let Some(due) = due else {
            return Ok(Made::None);
        };
        match self.make(holdings, &due).await {
            Ok(()) => Ok(Made::Ready),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(error, backup = due.id, "a backup could not be made yet");
                self.put_off(&due).await
            }
        }
    }

    async fn make(&self, holdings: &Holdings, due: &DueBackup) -> anyhow::Result<()> {
        let key = self.key(due.organisation).await?;
        let tokens = holdings.begin(due.organisation).await?;
        let (writer, mut reader) = tokio::io::duplex(PIPE);
        let file = backup_file::write(holdings, &tokens, self.clock.now(), writer);
        let keep = async {
            let (mut number, mut size) = (0_i32, 0_i64);
            loop {
                let mut piece = Vec::with_capacity(PIECE);
                let mut limited = (&mut reader).take(u64::try_from(PIECE)?);
                limited.read_to_end(&mut piece).await?;
                if piece.is_empty() {
                    return anyhow::Ok(size);
                }
                let sealed = key.seal(&piece, context(due.id, number).as_bytes())?;
                let mut tx = self.db.begin_worker().await?;
                let ours = backup::keep_piece(&mut tx, due, number, &sealed, LEASE).await?;
                tx.commit().await?;
                anyhow::ensure!(ours, "another process makes it");
                size += i64::try_from(piece.len())?;
                number += 1;
            }
        };
        let (written, kept) = tokio::join!(file, keep);
        written?;
        let mut tx = self.db.begin_worker().await?;
        let ours = backup::finish(&mut tx, due, kept?).await?;
        anyhow::ensure!(ours, "another process makes it");
        tx.commit().await?;
        Ok(())
    }

    async fn put_off(&self, due: &DueBackup) -> Result<Made, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        if self.clock.now() - due.created_at < TRIED_FOR {
            backup::put_off(&mut tx, due, self.again).await?;
            tx.commit().await?;
            return Ok(Made::PutOff);
        }
        if backup::give_up(&mut tx, due).await? {
            let said = Said {
                title: "A backup of your data could not be made".to_owned(),
                text: "We tried for a day. The next one begins at night, or when you start it in Settings, Security.".to_owned(),
                url: "/settings/security".to_owned(),
            };
            let told = NewsItem {
                fact: Fact::BackupFailed,
                organisation: Some(due.organisation),
                about: None,
                key: &format!("backup-failed:{}", due.id),
                said: &said,
            };
            let owners = self.owners(&mut tx, due.organisation).await?;
            let told = self.news.tell(&mut tx, told, &owners).await;
            told.map_err(|_| StoreError::inconsistent("backups", "organisation_id", due.id))?;
        }
        tx.commit().await?;
        Ok(Made::GivenUp)
    }

    async fn owners(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
    ) -> Result<Vec<(lintel_core::UserId, AccountContact)>, StoreError> {
        let owners = contact::owners(tx, organisation).await?;
        let opened = owners.into_iter().filter_map(|(user, ciphertext)| {
            let contact = self.sealed_box.open_message(&Sealed { ciphertext });
            contact.ok().map(|contact| (user, contact))
        });
        Ok(opened.collect())
    }

    /// The key of an organisation; the first use makes it.
    async fn key(&self, organisation: OrganisationId) -> anyhow::Result<SealingKey> {
        let mut tx = self.db.begin_worker().await?;
        let wrapped = match backup_key::find(&mut tx, organisation).await? {
            Some(wrapped) => wrapped,
            None => {
                // 256 random bits, as a token's hash has them.
                let fresh = Zeroizing::new(LinkToken::generate().hash());
                let wrapping = self.sealed_box.derive(USAGE);
                let wrapped =
                    wrapping.seal(fresh.as_slice(), key_context(organisation).as_bytes())?;
                backup_key::keep(&mut tx, organisation, &wrapped).await?;
                let kept = backup_key::find(&mut tx, organisation).await?;
                kept.unwrap_or(wrapped)
            }
        };
        tx.commit().await?;
        Ok(self.unwrap(organisation, &wrapped)?)
    }

    fn unwrap(&self, organisation: OrganisationId, wrapped: &[u8]) -> Result<SealingKey, Error> {
        let wrapping = self.sealed_box.derive(USAGE);
        let key = wrapping.open(wrapped, key_context(organisation).as_bytes());
        let key: [u8; 32] = key
            .map_err(Error::internal)?
            .as_slice()
            .try_into()
            .map_err(Error::internal)?;
        Ok(SealingKey::new(Zeroizing::new(key)))
    }
}

fn key_context(organisation: OrganisationId) -> String {
    format!("key of organisation {organisation}")
}

fn context(backup: i64, number: i32) -> String {
    format!("backup {backup}, piece {number}")
}

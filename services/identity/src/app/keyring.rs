//! The root key, from which identity's secrets and sealing keys are derived. It is stored wrapped with the master key; another
//! master key changes only that one row, and nothing that is sealed or hashed.

use chrono::{DateTime, Utc};
use lintel_core::Error;
use lintel_db::Db;
use lintel_runtime::secrets::MasterKeys;

use super::starting::patiently;
use crate::{
    domain::{
        secrets::Secrets,
        wrapping::{self, RootKey},
    },
    store::root_key::{self, Wrapped},
};

/// Opens the root key, or makes it where there is none. Replicas that start at once take turns, however long that is.
///
/// # Errors
/// [`Error::Internal`] when none of these master keys opens it; the store's errors.
pub async fn open_or_create(
    db: &Db,
    master: &MasterKeys,
    now: DateTime<Utc>,
) -> Result<Secrets, Error> {
    patiently(|| once(db, master, now)).await
}

async fn once(db: &Db, master: &MasterKeys, now: DateTime<Utc>) -> Result<Secrets, Error> {
    let mut tx = db.begin_worker().await?;
    root_key::take_turn(&mut tx).await?;
    let root = match root_key::find(&mut tx).await? {
        Some(wrapped) => open(&wrapped, master)?,
        None => {
            // Data from before there was a root key is sealed under the master key of that time, which becomes the root key.
            let root = match root_key::is_older_than_root_keys(&mut tx).await? {
                true => RootKey::from_bytes(**master.first()),
                false => RootKey::generate(),
            };
            let wrapped = wrap(&root, master)?;
            root_key::insert(&mut tx, &wrapped, now).await?;
            tracing::info!(master_key_id = wrapped.master_key_id, "made the root key");
            root
        }
    };
    tx.commit().await?;
    Ok(Secrets::derive(root.as_bytes()))
}

/// Wraps the root key with the first of these master keys, no matter which of them it is wrapped with now. Returns that key's name.
///
/// # Errors
/// As [`open_or_create`]; [`Error::FailedPrecondition`] before there is a root key.
pub async fn rewrap(db: &Db, master: &MasterKeys, now: DateTime<Utc>) -> Result<String, Error> {
    let mut tx = db.begin_worker().await?;
    root_key::take_turn(&mut tx).await?;
    let wrapped = root_key::find(&mut tx).await?.ok_or_else(none)?;
    let again = wrap(&open(&wrapped, master)?, master)?;
    root_key::update(&mut tx, &again, now).await?;
    tx.commit().await?;
    Ok(again.master_key_id)
}

/// The name of the master key that the root key is wrapped with.
pub async fn wrapped_with(db: &Db) -> Result<String, Error> {
    let mut tx = db.begin_worker().await?;
    let wrapped = root_key::find(&mut tx).await?.ok_or_else(none)?;
    Ok(wrapped.master_key_id)
}

fn open(wrapped: &Wrapped, master: &MasterKeys) -> Result<RootKey, Error> {
    let mut keys = master.iter();
    let key = keys.find(|key| wrapping::name_of(key) == wrapped.master_key_id);
    key.and_then(|key| wrapping::open(key, &wrapped.wrapped).ok())
        .ok_or_else(|| {
            Error::internal(format!(
                "no key in LINTEL_MASTER_KEY_FILE opens what master key {} sealed",
                wrapped.master_key_id
            ))
        })
}

fn wrap(root: &RootKey, master: &MasterKeys) -> Result<Wrapped, Error> {
    let key = master.first();
    Ok(Wrapped {
        master_key_id: wrapping::name_of(key),
        wrapped: wrapping::wrap(key, root).map_err(Error::internal)?,
    })
}

fn none() -> Error {
    Error::FailedPrecondition {
        reason: "NO_ROOT_KEY",
        message: "There is no root key yet. Start identity once.",
    }
}

#[cfg(test)]
mod tests {
    use lintel_core::{Clock as _, SystemClock};
    use lintel_testkit::TestDatabase;

    use super::*;

    fn master(keys: &[u8]) -> MasterKeys {
        let (first, older) = keys.split_first().unwrap_or((&0, &[]));
        MasterKeys::new(
            [*first; 32].into(),
            older.iter().map(|key| [*key; 32].into()).collect(),
        )
    }

    #[tokio::test]
    async fn a_new_master_key_wraps_the_same_root_and_the_old_one_stops_working()
    -> anyhow::Result<()> {
        let database = TestDatabase::new("identity", &crate::MIGRATOR).await?;
        let (db, now) = (&database.db, SystemClock.now());
        let same = |secrets: &Secrets| secrets.recovery_hash(b"a code");
        let before = same(&open_or_create(db, &master(&[1]), now).await?);
        assert_eq!(same(&open_or_create(db, &master(&[1]), now).await?), before);
        assert!(open_or_create(db, &master(&[2]), now).await.is_err());

        // While both keys are in the file, either opens the root key, in any order and at any time of the change.
        assert_eq!(
            same(&open_or_create(db, &master(&[2, 1]), now).await?),
            before
        );
        assert_eq!(wrapped_with(db).await?, wrapping::name_of(&[1; 32]));
        for _ in 0..2 {
            rewrap(db, &master(&[2, 1]), now).await?;
            assert_eq!(wrapped_with(db).await?, wrapping::name_of(&[2; 32]));
            assert_eq!(
                same(&open_or_create(db, &master(&[2, 1]), now).await?),
                before
            );
        }
        assert_eq!(same(&open_or_create(db, &master(&[2]), now).await?), before);
        assert!(open_or_create(db, &master(&[1]), now).await.is_err());
        assert!(rewrap(db, &master(&[3, 1]), now).await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn what_was_sealed_before_there_was_a_root_key_still_opens() -> anyhow::Result<()> {
        let database = TestDatabase::new("identity", &crate::MIGRATOR).await?;
        let mut superuser = database.superuser().await?;
        sqlx::query(
            "INSERT INTO signing_keys (key_id, sealed_secret, public_key, created_at) VALUES ('a', '', sha256(''), now())",
        )
        .execute(&mut superuser)
        .await?;
        let secrets = open_or_create(&database.db, &master(&[1]), SystemClock.now()).await?;
        let before = Secrets::derive(&[1; 32]);
        assert_eq!(
            secrets.recovery_hash(b"a code"),
            before.recovery_hash(b"a code")
        );
        Ok(())
    }
}

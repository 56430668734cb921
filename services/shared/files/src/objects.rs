//! The objects that files consist of: in a folder as they are, in a bucket sealed, because somebody else keeps it.

use std::{path, sync::Arc};

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use lintel_sealing::{SealError, SealingKey};
use object_store::{
    ListResult, ObjectMeta, ObjectStore, ObjectStoreExt as _, PutMode, PutPayload,
    local::LocalFileSystem, path::Path,
};

use crate::StoreError;

/// The number of bytes of an opened object that are handed on at once.
const PIECE: usize = 64 * 1024;

/// Objects by their place; clones share the storage.
#[derive(Debug, Clone)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The first seals, all open; without any, objects are kept as they are.
    keys: Arc<[SealingKey]>,
}

impl Objects {
    /// Objects as they are, in `folder`.
    pub(crate) fn in_folder(folder: &path::Path) -> Result<Self, StoreError> {
        // A file that was accepted is there after a loss of power as well; one that is removed leaves no empty folder.
        let store = LocalFileSystem::new_with_prefix(folder)?
            .with_fsync(true)
            .with_automatic_cleanup(true);
        Ok(Self {
            store: Arc::new(store),
            keys: Arc::default(),
        })
    }

    /// Objects in `store`, sealed with the first of `keys`.
    pub(crate) fn sealed(store: Arc<dyn ObjectStore>, keys: Arc<[SealingKey]>) -> Self {
        Self { store, keys }
    }

    /// Writes an object, also in the place of another.
    pub(crate) async fn put(&self, place: &Path, bytes: Vec<u8>) -> Result<(), StoreError> {
        let payload = self.seal(place, bytes)?;
        self.store.put(place, payload).await?;
        Ok(())
    }

    /// Writes an object unless there is one; whether it did.
    pub(crate) async fn create(&self, place: &Path, bytes: Vec<u8>) -> Result<bool, StoreError> {
        let payload = self.seal(place, bytes)?;
        let written = self.store.put_opts(place, payload, PutMode::Create.into());
        match written.await {
            Ok(_) => Ok(true),
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The whole of an object, or `None` where there is none.
    pub(crate) async fn whole(&self, place: &Path) -> Result<Option<Bytes>, StoreError> {
        match self.store.get(place).await {
            Ok(found) => Ok(Some(self.open(place, found.bytes().await?)?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// An object's length in bytes, and its bytes while they are read. What is sealed is read whole first: no byte is handed on
    /// before all are proved.
    pub(crate) async fn read(
        &self,
        place: &Path,
    ) -> Result<(u64, BoxStream<'static, Result<Bytes, StoreError>>), StoreError> {
        let found = self.store.get(place).await?;
        if self.keys.is_empty() {
            let length = found.meta.size;
            return Ok((
                length,
                found.into_stream().map_err(StoreError::from).boxed(),
            ));
        }
        let mut rest = self.open(place, found.bytes().await?)?;
        let length = rest.len() as u64;
        let pieces = std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| rest.split_to(rest.len().min(PIECE)))
        });
        Ok((length, futures::stream::iter(pieces).map(Ok).boxed()))
    }

    /// The objects below `folder`, found while they are asked for.
    pub(crate) fn list(
        &self,
        folder: Option<&Path>,
    ) -> BoxStream<'static, Result<ObjectMeta, object_store::Error>> {
        self.store.list(folder)
    }

    /// Lists the objects and folders directly in `folder`.
    pub(crate) async fn list_folder(&self, folder: &Path) -> Result<ListResult, StoreError> {
        Ok(self.store.list_with_delimiter(Some(folder)).await?)
    }

    /// Deletes an object; one that is not there is no error.
    pub(crate) async fn delete(&self, place: &Path) -> Result<(), StoreError> {
        match self.store.delete(place).await {
            Err(object_store::Error::NotFound { .. }) => Ok(()),
            deleted => Ok(deleted?),
        }
    }

    fn seal(&self, place: &Path, bytes: Vec<u8>) -> Result<PutPayload, StoreError> {
        Ok(match self.keys.first() {
            Some(key) => key.seal(&bytes, place.as_ref().as_bytes())?.into(),
            None => bytes.into(),
        })
    }

    fn open(&self, place: &Path, bytes: Bytes) -> Result<Bytes, StoreError> {
        if self.keys.is_empty() {
            return Ok(bytes);
        }
        let context = place.as_ref().as_bytes();
        let mut opened = self.keys.iter().map(|key| key.open(&bytes, context));
        let plain = opened.find_map(Result::ok).ok_or(SealError)?;
        Ok(Bytes::from_owner(plain))
    }
}

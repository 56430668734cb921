//! Removing files. Callers decide which files may be removed.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures::TryStreamExt as _;
use lintel_core::OrganisationId;
use object_store::path::Path;

use crate::{FileId, FileStore, Owner, StoreError, store::ABOUT};

impl FileStore {
    /// The organisations that have files.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn organisations(&self) -> Result<Vec<OrganisationId>, StoreError> {
        let found = self.objects.list_folder(&Owner::organisations()).await?;
        let name = |folder: &Path| folder.filename()?.parse().ok().map(OrganisationId::new);
        Ok(found.common_prefixes.iter().filter_map(name).collect())
    }

    /// The ids of `owner`'s files to which nothing was written since `before`; also of uploads that broke off before they
    /// became files.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn untouched_since(
        &self,
        owner: Owner,
        before: DateTime<Utc>,
    ) -> Result<Vec<FileId>, StoreError> {
        let folder = owner.folder();
        let mut newest: HashMap<FileId, DateTime<Utc>> = HashMap::new();
        let mut parts = self.objects.list(Some(&folder));
        while let Some(part) = parts.try_next().await? {
            let place = part.location.prefix_match(&folder);
            let id = place.and_then(|mut place| place.next()?.as_ref().parse().ok());
            if let Some(id) = id {
                let written = newest.entry(id).or_insert(part.last_modified);
                *written = part.last_modified.max(*written);
            }
        }
        newest.retain(|_, written| *written < before);
        Ok(newest.into_keys().collect())
    }

    /// Removes `owner`'s file `id`, unless something was written to it since `before`. A file that is already gone, for
    /// example removed by another process, is not an error.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn remove(
        &self,
        owner: Owner,
        id: FileId,
        before: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let place = owner.place(id);
        let parts: Vec<_> = self.objects.list(Some(&place)).try_collect().await?;
        if parts.iter().any(|part| part.last_modified >= before) {
            return Ok(());
        }
        // The description first: without it the remaining parts are no longer a file, also after a crash.
        self.objects.delete(&place.clone().join(ABOUT)).await?;
        for part in parts {
            self.objects.delete(&part.location).await?;
        }
        Ok(())
    }
}

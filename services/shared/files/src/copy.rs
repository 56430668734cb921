//! All files from one storage to another: how an installation moves to a bucket, and how a bucket is backed up.

use futures::TryStreamExt as _;

use crate::{FileStore, StoreError, store::ABOUT};

/// The files that were copied.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Copied {
    /// Files that are there now and were not.
    pub files: u64,
    /// Files that were there already.
    pub known: u64,
}

impl FileStore {
    /// Copies every file that `to` has not; what broke off goes on where it ended. Files that are removed meanwhile are left out.
    ///
    /// # Errors
    /// [`StoreError`] when one of the two fails.
    pub async fn copy_to(&self, to: &Self) -> Result<Copied, StoreError> {
        let mut copied = Copied::default();
        let mut abouts = self.objects.list(None).try_filter(|object| {
            let is_about = object.location.filename() == Some(ABOUT);
            std::future::ready(is_about)
        });
        while let Some(about) = abouts.try_next().await? {
            if to.objects.whole(&about.location).await?.is_some() {
                copied.known += 1;
                continue;
            }
            let Some(description) = self.objects.whole(&about.location).await? else {
                continue;
            };
            let folder = about.location.parent();
            let mut parts = self.objects.list(folder.as_ref());
            while let Some(part) = parts.try_next().await? {
                if part.location == about.location {
                    continue;
                }
                if let Some(bytes) = self.objects.whole(&part.location).await? {
                    to.objects.put(&part.location, bytes.into()).await?;
                }
            }
            // A file is there from its description on.
            to.objects
                .create(&about.location, description.into())
                .await?;
            copied.files += 1;
        }
        Ok(copied)
    }
}

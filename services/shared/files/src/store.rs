//! The storage of files.

use std::{fs::File, io, path::PathBuf};

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use object_store::path::Path;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{FileId, Owner, StoreError, document, objects::Objects, photo::Picture, size::Size};

/// The part that says what a file is; it is written last.
pub(crate) const ABOUT: &str = "about.json";

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A picture; shown.
    Photo,
    /// A PDF; downloaded.
    Document,
}

/// The contents that are to be kept.
#[derive(Debug)]
pub enum Contents {
    /// A photo in its sizes.
    Photo(Vec<Picture>),
    /// A document that was [checked](document::check).
    Document(Vec<u8>),
}

/// The outcome of keeping a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is there now, or was there already with the same content.
    Here,
    /// The id is already used for other content.
    Taken,
}

/// A file that was found, open for reading.
pub struct Opened {
    /// Its kind.
    pub kind: Kind,
    /// The media type.
    pub media_type: String,
    /// In bytes.
    pub length: u64,
    /// The bytes.
    pub bytes: BoxStream<'static, Result<Bytes, StoreError>>,
}

/// The description beside a file's parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    kind: Kind,
    /// The digest of the file as it was sent; it names the parts, so that two uploads under one name never mix.
    digest: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    size: Size,
    media_type: String,
}

/// Files of organisations and accounts; clones share the storage.
#[derive(Debug, Clone)]
pub struct FileStore {
    pub(crate) objects: Objects,
    /// Where uploads lie until they are checked; `None` is the system's folder of temporary files.
    scratch: Option<PathBuf>,
}

impl FileStore {
    /// The folder at `url`: `file://` and its absolute path. Makes it, for its owner alone.
    ///
    /// # Errors
    /// [`StoreError::Address`], [`StoreError::Folder`].
    pub fn open(url: &str) -> Result<Self, StoreError> {
        let folder = url
            .strip_prefix("file://")
            .filter(|path| path.starts_with('/'))
            .map(PathBuf::from)
            .ok_or_else(|| StoreError::Address(url.to_owned()))?;
        let mut builder = std::fs::DirBuilder::new();
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&folder)?;
        Ok(Self {
            objects: Objects::in_folder(&folder)?,
            scratch: Some(folder),
        })
    }

    /// The storage that keeps its files as `objects`.
    pub(crate) const fn of(objects: Objects) -> Self {
        Self {
            objects,
            scratch: None,
        }
    }

    /// A temporary file for an upload; it is gone when it is closed or its process ends.
    ///
    /// # Errors
    /// When the disk is full, for example.
    pub fn scratch(&self) -> io::Result<File> {
        match &self.scratch {
            Some(folder) => tempfile::tempfile_in(folder),
            None => tempfile::tempfile(),
        }
    }

    /// Counts the bytes of an owner's files, in all their sizes. It looks through all of them.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn stored(&self, owner: Owner) -> Result<u64, StoreError> {
        let files = self.objects.list(Some(&owner.folder()));
        let sum = files.try_fold(0, async |sum, file| Ok(sum + file.size));
        Ok(sum.await?)
    }

    /// Keeps `contents` under `id`; `digest` is of what was [sent](digest): the same again is no second file.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn keep(
        &self,
        owner: Owner,
        id: FileId,
        digest: [u8; 32],
        contents: Contents,
    ) -> Result<Kept, StoreError> {
        let place = owner.place(id);
        let digest = hex::encode(digest);
        if let Some(about) = self.about(&place).await? {
            return Ok(kept(&about, &digest));
        }
        let (kind, parts) = match contents {
            Contents::Document(bytes) => (
                Kind::Document,
                vec![(Size::Full, document::MEDIA_TYPE, bytes)],
            ),
            Contents::Photo(pictures) => {
                let parts = pictures.into_iter();
                let parts =
                    parts.map(|picture| (picture.size, picture.format.media_type(), picture.bytes));
                (Kind::Photo, parts.collect())
            }
        };
        let mut about = Description {
            kind,
            digest,
            parts: Vec::new(),
        };
        for (size, media_type, bytes) in parts {
            let part = part(&place, &about.digest, size);
            self.objects.put(&part, bytes).await?;
            about.parts.push(Part {
                size,
                media_type: media_type.to_owned(),
            });
        }
        let description = serde_json::to_vec(&about)?;
        if self
            .objects
            .create(&place.clone().join(ABOUT), description)
            .await?
        {
            return Ok(Kept::Here);
        }
        // Another request was first.
        let first = self.about(&place).await?;
        Ok(first.map_or(Kept::Taken, |first| kept(&first, &about.digest)))
    }

    /// Finds out whether the name `id` is given already, and whether to these contents or to others.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn known(
        &self,
        owner: Owner,
        id: FileId,
        digest: [u8; 32],
    ) -> Result<Option<Kept>, StoreError> {
        let about = self.about(&owner.place(id)).await?;
        Ok(about.map(|about| kept(&about, &hex::encode(digest))))
    }

    /// Returns the kind of `owner`'s file `id`, or `None` where there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn kind(&self, owner: Owner, id: FileId) -> Result<Option<Kind>, StoreError> {
        Ok(self.about(&owner.place(id)).await?.map(|about| about.kind))
    }

    /// Returns whether every one of `ids` is a photo of `owner`.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn are_photos(&self, owner: Owner, ids: &[FileId]) -> Result<bool, StoreError> {
        futures::stream::iter(ids.iter().copied())
            .map(|id| self.kind(owner, id))
            .buffered(8)
            .try_all(async |kind| kind == Some(Kind::Photo))
            .await
    }

    /// Opens `owner`'s file `id` in a size, or `None` where there is none; a document has one size.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn get(
        &self,
        owner: Owner,
        id: FileId,
        size: Size,
    ) -> Result<Option<Opened>, StoreError> {
        let place = owner.place(id);
        let Some(about) = self.about(&place).await? else {
            return Ok(None);
        };
        let Some(found) = about.parts.iter().find(|part| part.size == size) else {
            return Ok(None);
        };
        let place = part(&place, &about.digest, size);
        let (length, bytes) = self.objects.read(&place).await?;
        Ok(Some(Opened {
            kind: about.kind,
            media_type: found.media_type.clone(),
            length,
            bytes,
        }))
    }

    /// The files of `owner`, in no particular order, found while they are asked for.
    pub fn list(&self, owner: Owner) -> BoxStream<'static, Result<FileId, StoreError>> {
        let listed = self.objects.list(Some(&owner.folder()));
        let ids = listed.try_filter_map(async |object| {
            // A file is there from its description on.
            let mut parts = object.location.parts().rev();
            let is_about = parts.next().is_some_and(|name| name.as_ref() == ABOUT);
            let id = parts.next().and_then(|id| id.as_ref().parse().ok());
            Ok(id.filter(|_| is_about))
        });
        ids.map_err(StoreError::from).boxed()
    }

    async fn about(&self, place: &Path) -> Result<Option<Description>, StoreError> {
        let about = self.objects.whole(&place.clone().join(ABOUT)).await?;
        Ok(about
            .map(|text| serde_json::from_slice(&text))
            .transpose()?)
    }
}

/// The digest under which [`FileStore::keep`] knows what was sent.
#[must_use]
pub fn digest(sent: &[u8]) -> [u8; 32] {
    Sha256::digest(sent).into()
}

fn kept(about: &Description, digest: &str) -> Kept {
    if about.digest == digest {
        Kept::Here
    } else {
        Kept::Taken
    }
}

fn part(place: &Path, digest: &str, size: Size) -> Path {
    place
        .clone()
        .join(format!("{}-{}", &digest[..16], size.as_str()))
}

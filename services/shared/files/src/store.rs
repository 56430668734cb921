//! The storage of files.

use std::{fs::File, io, path::PathBuf, sync::Arc};

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use object_store::{
    ObjectStore, ObjectStoreExt as _, PutMode, PutPayload, local::LocalFileSystem, path::Path,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{FileId, Owner, document, photo::Picture};

/// The part that says what a file is; it is written last.
pub(crate) const ABOUT: &str = "about.json";

/// The storage failed; an error of the installation, never of a caller.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is not valid.
    #[error("{0:?} is not file:// and the absolute path of a folder")]
    Address(String),
    /// The folder cannot be used.
    #[error("the folder of files cannot be used")]
    Folder(#[from] io::Error),
    /// An object cannot be read or written.
    #[error("an object cannot be read or written")]
    Object(#[from] object_store::Error),
    /// A description is not ours.
    #[error("a file's description cannot be read")]
    Description(#[from] serde_json::Error),
}

/// Which of a photo's sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// As it was sent, or what fits 4,096 × 4,096; documents have this one only.
    Full,
    /// Fits 640 × 480.
    Card,
    /// Fits 168 × 168.
    Thumb,
}

impl Size {
    /// The most pixels in width and height.
    #[must_use]
    pub const fn bounds(self) -> (u32, u32) {
        match self {
            Self::Full => (4096, 4096),
            Self::Card => (640, 480),
            Self::Thumb => (168, 168),
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Card => "card",
            Self::Thumb => "thumb",
        }
    }
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A picture; shown.
    Photo,
    /// A PDF; downloaded.
    Document,
}

/// What is to be kept.
#[derive(Debug)]
pub enum Contents {
    /// A photo in its sizes.
    Photo(Vec<Picture>),
    /// A document that was [checked](document::check).
    Document(Vec<u8>),
}

/// How keeping a file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is there now, or was there already with the same content.
    Here,
    /// The id is already used for other content.
    Taken,
}

/// A file that was found, open for reading.
pub struct Opened {
    /// What it is.
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
struct About {
    kind: Kind,
    /// Of what was sent; names the parts, so that two uploads under one name never mix.
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
    pub(crate) objects: Arc<dyn ObjectStore>,
    folder: PathBuf,
}

impl FileStore {
    /// The place at `url`: `file://` and a folder's absolute path. Makes the folder, for its owner alone.
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
        // A file that was accepted is there after a loss of power as well; one that is removed leaves no empty folder.
        let objects = LocalFileSystem::new_with_prefix(&folder)?
            .with_fsync(true)
            .with_automatic_cleanup(true);
        Ok(Self {
            objects: Arc::new(objects),
            folder,
        })
    }

    /// A temporary file for an upload; it is gone when it is closed or its process ends.
    ///
    /// # Errors
    /// When the disk is full, for example.
    pub fn scratch(&self) -> io::Result<File> {
        tempfile::tempfile_in(&self.folder)
    }

    /// Whether files can be written.
    pub async fn is_writable(&self) -> bool {
        let store = self.clone();
        matches!(
            tokio::task::spawn_blocking(move || store.scratch()).await,
            Ok(Ok(_))
        )
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
        let mut about = About {
            kind,
            digest,
            parts: Vec::new(),
        };
        for (size, media_type, bytes) in parts {
            let part = part(&place, &about.digest, size);
            self.objects.put(&part, PutPayload::from(bytes)).await?;
            about.parts.push(Part {
                size,
                media_type: media_type.to_owned(),
            });
        }
        let description = PutPayload::from(serde_json::to_vec(&about)?);
        let written = self
            .objects
            .put_opts(
                &place.clone().join(ABOUT),
                description,
                PutMode::Create.into(),
            )
            .await;
        match written {
            Ok(_) => Ok(Kept::Here),
            // Another request was first.
            Err(object_store::Error::AlreadyExists { .. }) => {
                let first = self.about(&place).await?;
                Ok(first.map_or(Kept::Taken, |first| kept(&first, &about.digest)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the name `id` is given already, and to what was sent or to something else.
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

    /// What `owner`'s file `id` is, or `None` where there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the storage fails.
    pub async fn kind(&self, owner: Owner, id: FileId) -> Result<Option<Kind>, StoreError> {
        Ok(self.about(&owner.place(id)).await?.map(|about| about.kind))
    }

    /// Whether every one of `ids` is a photo of `owner`.
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
        let object = self.objects.get(&part(&place, &about.digest, size)).await?;
        Ok(Some(Opened {
            kind: about.kind,
            media_type: found.media_type.clone(),
            length: object.meta.size,
            bytes: object.into_stream().map_err(StoreError::from).boxed(),
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

    async fn about(&self, place: &Path) -> Result<Option<About>, StoreError> {
        match self.objects.get(&place.clone().join(ABOUT)).await {
            Ok(found) => Ok(Some(serde_json::from_slice(&found.bytes().await?)?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The same, where what is not there was to be removed.
pub(crate) fn ignore_missing(removed: Result<(), object_store::Error>) -> Result<(), StoreError> {
    match removed {
        Err(object_store::Error::NotFound { .. }) => Ok(()),
        removed => Ok(removed?),
    }
}

/// The digest under which [`FileStore::keep`] knows what was sent.
#[must_use]
pub fn digest(sent: &[u8]) -> [u8; 32] {
    Sha256::digest(sent).into()
}

fn kept(about: &About, digest: &str) -> Kept {
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

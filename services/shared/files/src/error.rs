//! The failures of the storage.

use std::io;

/// The storage failed; an error of the installation, never of a caller.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is not valid.
    #[error(
        "{0:?} is neither file:// and the absolute path of a folder nor s3:// and a bucket's name"
    )]
    Address(String),
    /// The folder cannot be used.
    #[error("the folder of files cannot be used")]
    Folder(#[from] io::Error),
    /// An object cannot be read or written.
    #[error("an object cannot be read or written")]
    Object(#[from] object_store::Error),
    /// An object was sealed with a key that is not there, was altered, or lies in another's place.
    #[error("an object does not open with the keys of LINTEL_FILES_KEY_FILE")]
    Sealed(#[from] lintel_sealing::SealError),
    /// A description is not ours.
    #[error("a file's description cannot be read")]
    Description(#[from] serde_json::Error),
}

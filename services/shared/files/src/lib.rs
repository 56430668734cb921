//! Uploaded files: where they are kept and who may read them.
//!
//! A file belongs to an organisation or an account. Its key contains the owner (`org/<id>/<uuid>`, `user/<id>/<uuid>`), so
//! the reader's token is enough to decide and no table is needed. Its address `/api/files/<uuid>` and its content never
//! change.
//!
//! A photo is decoded and written again in three sizes ([`photo`]), so that only the picture itself is kept; a document is
//! kept only if nothing in it can run ([`document`]). The description of a file is written last and in one step, so a crash
//! never leaves half a file.
//!
//! Files lie in a folder, or in a bucket of an S3-compatible storage, where every object is sealed.

mod bucket;
mod copy;
pub mod document;
mod error;
mod id;
mod jpeg;
mod objects;
pub mod photo;
mod removal;
mod size;
mod store;

pub use copy::Copied;
pub use error::StoreError;
pub use id::{FileId, Owner};
pub use size::Size;
pub use store::{Contents, FileStore, Kept, Kind, Opened, digest};

/// The largest accepted file, in bytes (docs/reference/screens/portfolio.md S2 9).
pub const LARGEST: u64 = 10 * 1024 * 1024;

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not of an accepted type, or is damaged.
    #[error("not a file of an accepted type, or damaged")]
    NotAccepted,
    /// Its picture is larger than [`photo::MOST_SIDE`] or [`photo::MOST_PIXELS`].
    #[error("a picture of too many pixels")]
    TooManyPixels,
    /// It is a PDF with active content or embedded files, or one that cannot be inspected.
    #[error("a document with active content")]
    ActiveDocument,
}

//! Where uploaded files lie and who may read them.
//!
//! A file is owned by an organisation or an account, which its key says (`org/<id>/<uuid>`, `user/<id>/<uuid>`), so the
//! reader's token alone decides and nobody needs a table. Its address `/api/files/<uuid>` never changes and neither does what
//! lies there.
//!
//! What is kept is never what was sent: a photo is decoded and written anew in three sizes ([`photo`]), which leaves behind
//! whatever else its bytes carried; a document is kept only if nothing in it can run ([`document`]). A file exists from the
//! moment its description is there, which is written last and at once, so a crash leaves no half of one.

pub mod document;
mod id;
mod jpeg;
pub mod photo;
mod removal;
mod store;

pub use id::{FileId, Owner};
pub use store::{Contents, FileStore, Kept, Kind, Opened, Size, StoreError, digest};

/// The largest file that is taken, in bytes (specification 2 section 9).
pub const LARGEST: u64 = 10 * 1024 * 1024;

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not of a type that is taken, or is damaged.
    #[error("not a file of an accepted type, or damaged")]
    NotAccepted,
    /// Its picture is larger than [`photo::MOST_SIDE`] or [`photo::MOST_PIXELS`].
    #[error("a picture of too many pixels")]
    TooManyPixels,
    /// It is a PDF that does something when it is opened, brings other files, or hides what it does.
    #[error("a document with active content")]
    ActiveDocument,
}

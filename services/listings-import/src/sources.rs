//! Where listings come from: folders that are watched, into which an address may be fetched now and then; and where their pictures do.

mod fetch;
mod folder;
mod picture;
#[cfg(test)]
mod testing;

pub use fetch::{Fetcher, Refusal};
pub use folder::{Arrival, Folder};
pub use picture::{NoPicture, PictureFetcher};

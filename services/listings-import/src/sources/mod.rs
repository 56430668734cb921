//! Where the operator's feeds come from: a folder that is watched, into which an address may be fetched now and then.

mod fetch;
mod folder;

pub use fetch::{Fetcher, Refusal};
pub use folder::{Arrival, Folder};

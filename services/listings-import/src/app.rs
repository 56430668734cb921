//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

mod analyses;
mod batch;
mod departures;
mod import_file;
mod import_rows;
mod import_work;
mod imports;
mod leavers;
mod listing_data;
mod listings;
mod pictures;
mod retention;
mod saved_searches;
mod stored_file;

pub use analyses::{Analyses, AnalysisDraft};
pub use departures::{Departures, note, note_account};
pub use import_file::FromDisk;
pub use import_work::{ImportWork, Worked};
pub use imports::Imports;
pub use leavers::{joined, left};
pub use listing_data::ListingData;
pub use listings::{ListingPage, Listings};
pub use pictures::Pictures;
pub use retention::Retention;
pub use saved_searches::SavedSearches;

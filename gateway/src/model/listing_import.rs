//! Imports of listings.

use chrono::{DateTime, Utc};
use lintel_proto::listings::v1 as listings;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, text},
    names::{ListingFormat, ListingImportState},
};
use crate::problem::Problem;

/// A row of a file that was not taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListingRefusal {
    /// Its line or record in the file, from 1.
    #[schema(example = 14)]
    pub line: i64,
    /// The field; null for the whole row.
    #[schema(required, example = "PRICE")]
    pub field: Option<String>,
    /// Why.
    #[schema(example = "Enter a price of at least £1.")]
    pub reason: String,
}

impl From<listings::Refusal> for ListingRefusal {
    fn from(refusal: listings::Refusal) -> Self {
        Self {
            line: refusal.line,
            field: text(refusal.field),
            reason: refusal.reason,
        }
    }
}

/// An import of a file of listings, and how far it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListingImport {
    /// Its id.
    pub id: i64,
    /// How far it is.
    pub state: ListingImportState,
    /// The format of the file.
    pub format: ListingFormat,
    /// What the source is called.
    #[schema(example = "Rightmove")]
    pub source: String,
    /// What the file is called; null where it was not said.
    #[schema(required, example = "77.blm")]
    pub file_name: Option<String>,
    /// Its size in bytes.
    pub size_bytes: i64,
    /// Rows read.
    #[schema(example = 5)]
    pub read: i32,
    /// Listings added.
    pub added: i32,
    /// Listings changed.
    pub changed: i32,
    /// Listings as they were.
    pub unchanged: i32,
    /// Listings that are no longer in a whole file of their source.
    pub withdrawn: i32,
    /// Rows that were not taken.
    pub refused: i32,
    /// The first 500 of them; where one import is read, empty in lists.
    pub refusals: Vec<ListingRefusal>,
    /// Why it failed, or what it warns of; null for nothing.
    #[schema(required)]
    pub problem: Option<String>,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it ended; null until then.
    #[schema(required)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<listings::ListingImport> for ListingImport {
    type Error = Problem;

    fn try_from(import: listings::ListingImport) -> Result<Self, Problem> {
        let state = ListingImportState::from_number(import.state);
        let format = ListingFormat::from_number(import.format);
        Ok(Self {
            id: import.listing_import_id,
            state: required(state, "state")?,
            format: required(format, "format")?,
            source: import.source,
            file_name: text(import.file_name),
            size_bytes: import.size_bytes,
            read: import.read_count,
            added: import.added_count,
            changed: import.changed_count,
            unchanged: import.unchanged_count,
            withdrawn: import.withdrawn_count,
            refused: import.refused_count,
            refusals: import.refusals.into_iter().map(Into::into).collect(),
            problem: text(import.problem),
            created_at: required(instant(import.create_time)?, "create_time")?,
            finished_at: instant(import.finish_time)?,
            version: import.version,
        })
    }
}

//! A file of listings on its way in.

use chrono::{DateTime, Utc};
use lintel_core::{ListingImportId, spelt};

use crate::connectors::Format;

spelt! {
    /// The state of an import.
    ImportState {
        /// Its file is not whole yet.
        Uploading = "uploading",
        /// It waits.
        Queued = "queued",
        /// It is read.
        Running = "running",
        /// It was read to the end.
        Done = "done",
        /// The file is no such file, or it broke off; what was read stays.
        Failed = "failed",
    }
}

spelt! {
    /// The phase of a running import.
    Phase {
        /// The rows of the file.
        Rows = "rows",
        /// Homes that a whole snapshot no longer has are being withdrawn.
        Withdrawing = "withdrawing",
        /// The rents that it changed.
        Rents = "rents",
    }
}

/// A row that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Its line or record in the file, from 1.
    pub line: i64,
    /// The field; empty for the whole row.
    pub field: String,
    /// Why.
    pub reason: String,
}

/// The most refusals of an import that are kept.
pub const MOST_REFUSALS: usize = 500;
/// The largest file that may be uploaded, in bytes.
pub const LARGEST_UPLOAD: i64 = 100 * 1024 * 1024;
/// The largest part of a file, in bytes.
pub const LARGEST_PART: usize = 1024 * 1024;
/// Imports of one organisation that are not done.
pub const MOST_OPEN: i64 = 5;

/// The number of rows by their results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows read.
    pub read: i64,
    /// Added.
    pub added: i64,
    /// Changed.
    pub changed: i64,
    /// The rows that changed nothing.
    pub unchanged: i64,
    /// No longer for sale.
    pub withdrawn: i64,
    /// Not taken.
    pub refused: i64,
}

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingImport {
    /// Its id.
    pub id: ListingImportId,
    /// Its state.
    pub state: ImportState,
    /// The format of its file.
    pub format: Format,
    /// The name of the source.
    pub source: String,
    /// The name of the file.
    pub file_name: String,
    /// Bytes so far.
    pub size: i64,
    /// The number of rows by their results.
    pub counts: Counts,
    /// Rows that were not taken, the first of them; empty in lists.
    pub refusals: Vec<Refusal>,
    /// Why it failed or what it warns of.
    pub problem: String,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Increases by one with every change.
    pub version: i64,
}

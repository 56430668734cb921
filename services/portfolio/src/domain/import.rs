//! A file of properties on its way into the portfolio.

use chrono::{DateTime, Utc};
use lintel_core::{PropertyImportId, UserId, spelt};
use lintel_sheet::ImportProblem;
use serde::{Deserialize, Serialize};

use super::InspectionSettings;

spelt! {
    /// The state of an import.
    ImportState {
        /// It was read, and nothing was added.
        Checked = "Checked",
        /// Its properties are being added.
        Importing = "Importing",
        /// All of its properties were added.
        Imported = "Imported",
        /// It stopped at a line that is accepted no more.
        Failed = "Failed",
    }
}

/// The result of checking a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewImport {
    /// The owner's name for it.
    pub file_name: String,
    /// The file.
    pub content: Vec<u8>,
    /// Properties in it.
    pub rows: i32,
    /// All problems.
    pub problem_count: i32,
    /// The first of them.
    pub problems: Vec<ImportProblem>,
    /// The photos that it names.
    pub photos: Vec<String>,
}

/// An import as it is stored, without its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyImport {
    /// Its id.
    pub id: PropertyImportId,
    /// In whose name properties are added.
    pub created_by: UserId,
    /// The owner's name for it.
    pub file_name: String,
    /// Its state.
    pub state: ImportState,
    /// Properties in it.
    pub rows: i32,
    /// Properties that were added.
    pub imported: i32,
    /// All problems.
    pub problem_count: i32,
    /// The first of them.
    pub problems: Vec<ImportProblem>,
    /// The inspection settings of its properties.
    #[serde(default)]
    pub inspections: InspectionSettings,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

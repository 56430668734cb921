//! A file of properties that somebody imports.

use chrono::{DateTime, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required},
    names::PropertyImportState,
};
use crate::problem::Problem;

/// A file of properties.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PropertyImport {
    /// Its id.
    pub id: i64,
    /// What its owner called it; empty where nothing was said.
    pub file_name: String,
    /// How far it is.
    pub state: PropertyImportState,
    /// Properties in it.
    pub rows: i32,
    /// Properties that were added so far.
    pub imported: i32,
    /// Problems in it.
    pub problem_count: i32,
    /// The first 500 of them.
    pub problems: Vec<ImportProblem>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

/// What is wrong in one place of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportProblem {
    /// The line, from 1; 0 where the whole file is meant.
    pub line: i64,
    /// The column as the file names it; empty where the whole line is meant.
    #[schema(example = "Monthly rent")]
    pub column: String,
    /// What to do about it.
    #[schema(example = "Enter an amount, for example 1250.00.")]
    pub message: String,
}

impl TryFrom<portfolio::PropertyImport> for PropertyImport {
    type Error = Problem;

    fn try_from(import: portfolio::PropertyImport) -> Result<Self, Problem> {
        let problems = import.problems.into_iter().map(|problem| ImportProblem {
            line: problem.line,
            column: problem.column,
            message: problem.message,
        });
        Ok(Self {
            id: import.property_import_id,
            file_name: import.file_name,
            state: required(PropertyImportState::from_number(import.state), "state")?,
            rows: import.row_count,
            imported: import.imported_count,
            problem_count: import.problem_count,
            problems: problems.collect(),
            created_at: required(instant(import.create_time)?, "create_time")?,
            version: import.version,
        })
    }
}

//! The problems of a file.

use serde::{Deserialize, Serialize};

/// A problem in one place of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    /// The line of the file, from 1; 0 where none is at fault.
    pub line: i64,
    /// The column as the file's own header has it; empty where the whole line is meant.
    pub column: String,
    /// The text that says what to do about it.
    pub message: String,
}

impl ImportProblem {
    /// A problem of a column, or of the whole line.
    pub fn new(line: i64, column: &str, message: impl Into<String>) -> Self {
        Self {
            line,
            column: column.to_owned(),
            message: message.into(),
        }
    }
}

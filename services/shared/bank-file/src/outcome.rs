//! The outcome of reading a file: a statement, or a question.

use crate::{Question, statement::Statement};

/// The result of reading a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    /// All of it.
    Statement(Statement),
    /// Something has to be said first.
    Asks(Question),
}

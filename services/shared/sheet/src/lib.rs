//! Rows as a table: what a CSV file says (RFC 4180), read and written by the same columns, so that what is exported can be imported
//! again without loss; and the job that adds what an import holds.
//!
//! No IO and no rules about rows: a line becomes a draft, which the service's domain checks like any other.

mod amounts;
pub mod cell;
mod cells;
mod column;
pub mod job;
mod line_numbers;
mod problem;
mod read;
mod write;

pub use amounts::Amounts;
pub use cells::{Cells, same_word};
pub use column::{Column, bare};
pub use line_numbers::LineNumbers;
pub use problem::ImportProblem;
pub use read::{Kind, Line, MOST_PROBLEMS, Sheet, Unreadable, read};
pub use write::{BYTE_ORDER_MARK, header, line, record, shown, template};

/// The largest file, in bytes.
pub const LARGEST: usize = 10 * 1024 * 1024;
/// The longest cell, in bytes (docs/reference/promises.md T33).
pub const LONGEST_CELL: usize = 64 * 1024;
/// The most columns.
pub const MOST_COLUMNS: usize = 500;
/// The most lines.
pub const MOST_LINES: usize = 200_000;

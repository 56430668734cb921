//! Properties as a table: what a CSV file says (RFC 4180), read and written by the same columns, so that what is exported can be
//! imported again without loss.
//!
//! No IO and no rules about properties: a line becomes a draft, which the domain checks like any other.

mod cell;
mod cells;
mod columns;
mod read;
mod rooms;
mod write;

pub use columns::{COLUMNS, Column};
pub use read::{Line, MOST_PROBLEMS, Sheet, Unreadable, read};
pub use write::{BYTE_ORDER_MARK, header, line};

/// The largest file, in bytes.
pub const LARGEST: usize = 10 * 1024 * 1024;
/// The longest cell, in bytes (security-reliability T33).
pub const LONGEST_CELL: usize = 64 * 1024;
/// The most columns.
pub const MOST_COLUMNS: usize = 500;
/// The most lines.
pub const MOST_LINES: usize = 200_000;

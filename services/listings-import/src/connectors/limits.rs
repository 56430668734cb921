//! Bounds of the parts of a file (docs/reference/promises.md T33). Files have no bound here: they are read piece by piece.

/// Bytes of a record: a row of a table, an element of JSON or XML.
pub const LONGEST_RECORD: usize = 1 << 20;
/// Bytes of one value.
pub const LONGEST_FIELD: usize = 64 << 10;
/// Columns of a table.
pub const MOST_COLUMNS: usize = 500;
/// Objects and lists within one another.
pub const DEEPEST: u32 = 32;
/// Warnings of a file.
pub const MOST_WARNINGS: usize = 20;
/// Branches of a file that are remembered; a file of more withdraws nothing.
pub const MOST_BRANCHES: usize = 10_000;

//! The limits of files, and of what is kept of them.

/// The largest file, in bytes.
pub const LARGEST: usize = 10 * 1024 * 1024;

/// The most lines of a file.
pub const MOST_LINES: u32 = 20_000;

/// Characters of a payer's name that are kept.
pub const LONGEST_PAYER: usize = 140;

/// Characters of a reference that are kept.
pub const LONGEST_REFERENCE: usize = 500;

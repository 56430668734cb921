//! A file as lines, each a draft, and what is wrong with them.

use lintel_sheet::{Kind, Unreadable};

use super::{COLUMNS, cells};
use crate::domain::PropertyDraft;

/// A property in a file.
pub type Line = lintel_sheet::Line<PropertyDraft>;
/// A file whose header was understood.
pub type Sheet = lintel_sheet::Sheet<PropertyDraft>;

const KIND: Kind = Kind {
    columns: COLUMNS,
    rows: "properties",
};

/// Reads a file.
///
/// # Errors
/// [`Unreadable`] when its header is not known, or it exceeds the limits.
pub fn read(content: &[u8]) -> Result<Sheet, Unreadable> {
    lintel_sheet::read(KIND, content, cells::draft)
}

#[cfg(test)]
mod tests;

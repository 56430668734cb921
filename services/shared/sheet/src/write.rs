//! Lines of a file: every cell in quotes.

use csv::{QuoteStyle, Terminator, WriterBuilder};
use lintel_core::Error;

use crate::{Column, cell};

/// The mark that tells spreadsheets that a file is UTF-8; it stands before its first line.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The first line.
///
/// # Errors
/// [`Error::Internal`] when it cannot be written, which memory always can.
pub fn header(columns: &[Column]) -> Result<Vec<u8>, Error> {
    let exported = columns.iter().filter(|column| column.exported);
    record(exported.map(|column| column.header.to_owned()))
}

/// A line: of each column that is exported what `value` gives.
///
/// # Errors
/// As [`header`].
pub fn line(columns: &[Column], value: impl Fn(&Column) -> String) -> Result<Vec<u8>, Error> {
    let exported = columns.iter().filter(|column| column.exported);
    record(exported.map(|column| cell::guarded(&value(column))))
}

/// A file without lines: what an import wants.
///
/// # Errors
/// As [`header`].
pub fn template(columns: &[Column]) -> Result<Vec<u8>, Error> {
    Ok([BYTE_ORDER_MARK.to_vec(), header(columns)?].concat())
}

/// A line of these cells, which are not guarded.
///
/// # Errors
/// As [`header`].
pub fn record(cells: impl Iterator<Item = String>) -> Result<Vec<u8>, Error> {
    let mut writer = WriterBuilder::new()
        .quote_style(QuoteStyle::Always)
        .terminator(Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(cells).map_err(Error::internal)?;
    writer
        .into_inner()
        .map_err(|error| Error::internal(error.to_string()))
}

/// Returns a cell's text for a value that may be missing.
pub fn shown<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

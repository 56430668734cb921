//! A bank's file as the money that came and went: tables as British banks write them, OFX 1 and 2, CAMT.053 and CAMT.052 (ISO 20022) in
//! all their versions, QIF, MT940 and workbooks.
//!
//! No IO and no rules about rent. What is not booked yet or what the bank reversed is counted and not given. A file whose direction is not
//! certain is never read as if it were: it asks.

mod amount;
mod camt;
mod date;
mod encoding;
mod entities;
mod format;
mod html;
mod identity;
mod layout;
mod limits;
mod mt940;
mod ofx;
mod outcome;
mod qif;
mod question;
mod refused;
mod statement;
mod statement_builder;
mod table;
mod text;
mod txt;
mod workbook;

pub use format::Format;
pub use identity::identity_text;
pub use layout::{DayOrder, How, Layout, Meaning, Sign};
pub use limits::{LARGEST, LONGEST_PAYER, LONGEST_REFERENCE, MOST_LINES};
pub use outcome::Read;
pub use question::{Guess, Missing, Question, Row, RowKind};
pub use refused::Refused;
pub use statement::{LeftOut, Line, Proof, Statement, Way};

use std::borrow::Cow;

use self::table::Grid;

/// Reads a file. What it is follows from its content, whatever its name; `how` is what a person said of it, or what is kept of an earlier
/// file with such columns.
///
/// # Errors
/// [`Refused`] for a file of no known form, one that has a line which cannot be understood and is no table, money that came in another
/// currency than sterling, or one that exceeds the limits. Nothing of such a file is given: half a statement would pass for a whole one.
pub fn read(bytes: &[u8], how: &How) -> Result<Read, Refused> {
    if let Some(format) = workbook(bytes)? {
        return table::read(&workbook::grid(bytes, format)?, format, how);
    }
    let text = decoded(bytes)?;
    match Format::of(&text)? {
        Format::Ofx => ofx::read(&text).map(Read::Statement),
        Format::Camt053 | Format::Camt052 => camt::read(&text).map(Read::Statement),
        Format::Mt940 => mt940::read(&text).map(Read::Statement),
        format => table::read(&grid(&text, format)?, format, how),
    }
}

/// Returns a table as it would be read, with the evidence for each column.
///
/// # Errors
/// As [`read`], and for a file that is no table.
pub fn preview(bytes: &[u8], how: &How) -> Result<Question, Refused> {
    if let Some(format) = workbook(bytes)? {
        return table::preview(&workbook::grid(bytes, format)?, format, how);
    }
    let text = decoded(bytes)?;
    match Format::of(&text)? {
        Format::Ofx | Format::Camt053 | Format::Camt052 | Format::Mt940 => Err(Refused::file(
            "The file says by itself what its values are. There is nothing to name.",
        )),
        format => table::preview(&grid(&text, format)?, format, how),
    }
}

/// The records of a table in whatever form.
fn grid(text: &str, format: Format) -> Result<Grid, Refused> {
    match format {
        Format::Qif => qif::grid(text),
        Format::Txt => txt::grid(text),
        Format::Html => html::grid(text),
        _ => table::csv(text),
    }
}

/// The workbook that a file of a size that is taken is; none where it may be a text.
fn workbook(bytes: &[u8]) -> Result<Option<Format>, Refused> {
    if bytes.len() > LARGEST {
        return Err(too_large());
    }
    format::workbook(bytes)
}

/// The file as text, which may be larger than its bytes.
fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, Refused> {
    let text = encoding::decoded(bytes);
    if text.len() > table::MOST_TEXT {
        return Err(too_large());
    }
    Ok(text)
}

fn too_large() -> Refused {
    Refused::file("The file is larger than 10 MB. Export fewer months at once.")
}

//! A bank's file as the money that came: CSV as British banks write it, OFX 1 and 2, and CAMT.053 (ISO 20022) in all its versions.
//!
//! No IO and no rules about rent. Money that went out, that is not booked yet or that the bank reversed is counted and not given.
//! The same line of the same account has the same key in every file of one format, so that a file that is read twice adds nothing.

mod amount;
mod camt;
mod csv;
mod date;
mod encoding;
mod format;
mod found;
mod key;
mod ofx;
mod refused;
mod statement;
mod text;

pub use format::Format;
pub use refused::Refused;
pub use statement::{Line, Statement};

/// The largest file, in bytes.
pub const LARGEST: usize = 10 * 1024 * 1024;
/// The most lines of a file, money out among them.
pub const MOST_LINES: u32 = 20_000;
/// Characters of a payer's name that are kept.
pub const LONGEST_PAYER: usize = 140;
/// Characters of a reference that are kept.
pub const LONGEST_REFERENCE: usize = 500;

/// Reads a file. What it is follows from its content, whatever its name.
///
/// # Errors
/// [`Refused`] for a file that is none of the three, has a line that cannot be understood, money that came in another currency than
/// sterling, or exceeds the limits. Nothing of such a file is given: half a statement would pass for a whole one.
pub fn read(bytes: &[u8]) -> Result<Statement, Refused> {
    if bytes.len() > LARGEST {
        return Err(Refused::file(
            "The file is larger than 10 MB. Export fewer months at once.",
        ));
    }
    format::refuse_other_programs(bytes)?;
    let text = encoding::decoded(bytes);
    match Format::of(&text)? {
        Format::Csv => csv::read(&text),
        Format::Ofx => ofx::read(&text),
        Format::Camt053 => camt::read(&text),
    }
}

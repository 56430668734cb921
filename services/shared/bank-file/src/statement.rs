//! What a file says.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::Format;

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it is.
    pub format: Format,
    /// The money that came, in the order of the file.
    pub lines: Vec<Line>,
    /// Lines of money that went out, or of none.
    pub money_out: u32,
    /// Lines that the bank has not booked, or never will.
    pub not_booked: u32,
    /// Lines that the bank marks as the reversal of an earlier one; they are no new payment, whichever way the money went.
    pub reversed: u32,
}

/// Money that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Names the line: the same in every file that has it, and no other line's. 64 hexadecimal digits, with a counter after them
    /// where lines of one file cannot be told apart. It tells nothing of what the line says.
    pub key: String,
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// How much, above 0.
    pub amount: Money,
    /// Who paid, where the file has it apart from the reference.
    pub payer: Option<String>,
    /// What the payer wrote, in one piece; may be empty.
    pub reference: String,
    /// Where it stands in the file, from 1.
    pub line: u32,
}

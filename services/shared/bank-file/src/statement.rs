//! The contents of a file.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{Format, layout::spelt};

spelt! {
    /// Which way money went.
    Way {
        /// It came.
        In = "in",
        /// It went out.
        Out = "out",
    }
}

spelt! {
    /// The proofs of which way the money went, the strongest first.
    Proof {
        /// Every line leads from one running balance to the next.
        Balance = "balance",
        /// Money in and money out have columns of their own.
        Columns = "columns",
        /// A column says it in known words.
        Flag = "flag",
        /// Amounts have signs, both of them.
        Sign = "sign",
        /// The format's standard says it.
        Standard = "standard",
    }
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its format.
    pub format: Format,
    /// The name of a known layout, for people.
    pub layout: Option<&'static str>,
    /// Names the layout of a table: the same for every file with such columns. 64 hexadecimal digits.
    pub shape: Option<String>,
    /// The money that came and went, in the order of the file.
    pub lines: Vec<Line>,
    /// Lines that the bank has not booked, or never will.
    pub not_booked: u32,
    /// Lines that the bank marks as the reversal of an earlier one; they are no new payment, whichever way the money went.
    pub reversed: u32,
    /// Lines that were left out, with their reasons.
    pub left_out: Vec<LeftOut>,
    /// The proof of which way the money went.
    pub proof: Proof,
    /// The first and the last day that it covers: its own period where it says one, otherwise the days of its lines.
    pub range: Option<(NaiveDate, NaiveDate)>,
}

/// Money that came or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The account as the file names it, in letters and digits alone; none where it does not.
    pub account: Option<String>,
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// The amount, above 0.
    pub amount: Money,
    /// Which way it went.
    pub way: Way,
    /// The other party, where the file has it apart from the reference.
    pub payer: Option<String>,
    /// The payer's text, in one piece; may be empty.
    pub reference: String,
    /// The account's balance after it; none where the file has none.
    pub balance: Option<Money>,
    /// Where it stands in the file, from 1.
    pub line: u32,
}

/// A line that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it stands in the file, from 1.
    pub line: u32,
    /// Why, in words for people.
    pub why: String,
    /// Its text, cut.
    pub text: String,
}

//! A table as it would be read, with what has still to be said.

use crate::{Format, Layout, LeftOut, Line, Meaning, Proof, layout::spelt};

spelt! {
    /// An answer that is missing before a table can be read.
    Missing {
        /// Which column is the day.
        Date = "date",
        /// Which column is the amount.
        Amount = "amount",
        /// Which lines are money out.
        Direction = "direction",
        /// Which number of a day comes first.
        DayOrder = "dayOrder",
        /// Which column is the text.
        Text = "text",
        /// The choice to leave out lines that cannot be read.
        LeaveOut = "leaveOut",
    }
}

spelt! {
    /// The kind of a table's record.
    RowKind {
        /// Stands above the table.
        Title = "title",
        /// Names the columns.
        Header = "header",
        /// Money that came or went.
        Payment = "payment",
        /// Stands below or between, and is no payment.
        Note = "note",
        /// A payment that cannot be read.
        Unreadable = "unreadable",
    }
}

/// The assumed meaning of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The meaning that it is taken for.
    pub meaning: Meaning,
    /// Why, in words for people: "40 days, day first".
    pub evidence: String,
}

/// A record of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Where it stands in the file, from 1.
    pub line: u32,
    /// Its values.
    pub cells: Vec<String>,
    /// Its kind.
    pub kind: RowKind,
    /// Why it cannot be read; none where it can.
    pub why: Option<String>,
}

/// A table as it would be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Names the layout: the same for every file with such columns. 64 hexadecimal digits.
    pub shape: String,
    /// The format of the file.
    pub format: Format,
    /// The findings and the gaps, in words for people.
    pub message: String,
    /// The names of the columns; "Column 1" where there is no header.
    pub header: Vec<String>,
    /// The assumed meanings of the columns.
    pub columns: Vec<Guess>,
    /// The first 40 records.
    pub rows: Vec<Row>,
    /// The number of payments.
    pub lines: u32,
    /// Lines that cannot be read; at most 50.
    pub unreadable: Vec<LeftOut>,
    /// The number of lines that cannot be read.
    pub unreadable_count: u32,
    /// The answers that are missing; none where it can be read.
    pub missing: Vec<Missing>,
    /// The values of the flag's column, at most 10, where it has to be said which mean money out.
    pub flag_words: Vec<String>,
    /// The proof of which way the money went; none where it is not certain.
    pub proof: Option<Proof>,
    /// The layout as which it would be read: what was said, and guesses.
    pub layout: Layout,
    /// The first lines as they would be read, at most 20; only where nothing but [`Missing::LeaveOut`] is missing.
    pub preview: Vec<Line>,
}

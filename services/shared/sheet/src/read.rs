//! A file as lines, each a draft, and what is wrong with them.

use std::collections::HashMap;

use csv::{ByteRecord, ReaderBuilder};
use lintel_core::DecimalMark;

use crate::{
    Amounts, BYTE_ORDER_MARK, Cells, Column, ImportProblem, LONGEST_CELL, LineNumbers,
    MOST_COLUMNS, MOST_LINES, cell,
};

/// The most problems that are kept of one file; all are counted.
pub const MOST_PROBLEMS: usize = 500;

/// A table that can be read: its columns, and what its lines are called.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kind {
    /// Every column, in the order of an export.
    pub columns: &'static [Column],
    /// The name of its lines, `properties`.
    pub rows: &'static str,
}

/// A line of a file.
#[derive(Debug, Clone)]
pub struct Line<T> {
    /// Where it begins, from 1.
    pub number: i64,
    /// Its contents; cells that cannot be read are noted in it.
    pub draft: T,
}

/// A file whose header was understood.
#[derive(Debug, Clone, Default)]
pub struct Sheet<T> {
    /// Its lines.
    pub lines: Vec<Line<T>>,
    /// Lines that are none.
    pub problems: Vec<ImportProblem>,
    kind: Kind,
    headers: HashMap<&'static str, String>,
}

impl<T> Sheet<T> {
    /// Takes a record in, as a line or as a problem.
    fn add(
        &mut self,
        number: i64,
        columns: &[&'static Column],
        record: &ByteRecord,
        amounts: &Amounts,
        draft: impl Fn(Cells<'_>) -> T,
    ) -> Result<(), Unreadable> {
        if self.lines.len() >= MOST_LINES {
            let message = format!("Import at most {MOST_LINES} {} at once.", self.kind.rows);
            return Err(at(number, message));
        }
        if record.iter().any(|cell| cell.len() > LONGEST_CELL) {
            return Err(at(number, "A value is too long, or a quote is not closed."));
        }
        if record.len() != columns.len() {
            let (values, names) = (record.len(), columns.len());
            let message = format!("The line has {values} values, the header has {names}.");
            self.problems.push(ImportProblem::new(number, "", message));
            return Ok(());
        }
        let cells = columns.iter().zip(record.iter()).map(|(column, cell)| {
            let text = std::str::from_utf8(cell).unwrap_or_default();
            (column.field, cell::meant(text))
        });
        amounts.at(number);
        let draft = draft(Cells::new(cells, amounts));
        self.lines.push(Line { number, draft });
        Ok(())
    }

    /// Returns the file's name for the column of a field.
    #[must_use]
    pub fn header_of(&self, field: &str) -> &str {
        let Some(column) = Column::of_field(self.kind.columns, field) else {
            return "";
        };
        self.headers
            .get(column.field)
            .map_or(column.header, String::as_str)
    }
}

/// The file is no table that can be read; why, line by line.
pub type Unreadable = Vec<ImportProblem>;

/// Reads a file of a kind; `draft` makes of a line's cells what it says.
///
/// # Errors
/// [`Unreadable`] when its header is not known, it exceeds the limits, or its amounts do not agree on the sign before pence.
pub fn read<T>(
    kind: Kind,
    content: &[u8],
    draft: impl Fn(Cells<'_>) -> T,
) -> Result<Sheet<T>, Unreadable> {
    let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
    if std::str::from_utf8(content).is_err() {
        let message = "Save the file as CSV UTF-8; it has letters in another encoding.";
        return Err(at(1, message));
    }
    if let Some(byte) = content.iter().position(|byte| *byte == 0) {
        let line = LineNumbers::of(content).at(u64::try_from(byte).unwrap_or(u64::MAX));
        let message = "The line holds a character that is none of a text (U+0000). Save the file as CSV UTF-8 again.";
        return Err(at(line, message));
    }
    // A comma before pence is one for the whole file: once it shows, all lines are read again with it.
    let amounts = Amounts::default();
    let sheet = lines(kind, content, &amounts, &draft)?;
    match amounts.settle() {
        Ok(DecimalMark::Point) => Ok(sheet),
        Ok(comma) => lines(kind, content, &Amounts::with(comma), &draft),
        Err((line, reason)) => Err(at(line, reason)),
    }
}

fn lines<T>(
    kind: Kind,
    content: &[u8],
    amounts: &Amounts,
    draft: impl Fn(Cells<'_>) -> T,
) -> Result<Sheet<T>, Unreadable> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(content);
    let headers = reader
        .byte_headers()
        .map_err(|_| at(1, "The file cannot be read as CSV."))?;
    let (columns, names) = columns(kind.columns, headers)?;
    let mut sheet = Sheet {
        lines: Vec::new(),
        problems: Vec::new(),
        kind,
        headers: names,
    };
    let mut numbers = LineNumbers::of(content);
    let mut record = ByteRecord::new();
    loop {
        let number = numbers.at(reader.position().byte());
        match reader.read_byte_record(&mut record) {
            Ok(false) => break,
            Ok(true) if record.iter().all(<[u8]>::is_empty) => {}
            Ok(true) => sheet.add(number, &columns, &record, amounts, &draft)?,
            Err(_) => return Err(at(number, "The file cannot be read as CSV from here on.")),
        }
    }
    if sheet.lines.is_empty() && sheet.problems.is_empty() {
        let message = format!("The file has no {} below its header.", kind.rows);
        return Err(at(1, message));
    }
    Ok(sheet)
}

fn at(line: i64, message: impl Into<String>) -> Unreadable {
    vec![ImportProblem::new(line, "", message)]
}

type Columns = (Vec<&'static Column>, HashMap<&'static str, String>);

fn columns(known: &'static [Column], headers: &ByteRecord) -> Result<Columns, Unreadable> {
    if headers.len() > MOST_COLUMNS {
        let message = format!("A file has at most {MOST_COLUMNS} columns.");
        return Err(at(1, message));
    }
    let (mut columns, mut names, mut problems) = (Vec::new(), HashMap::new(), Vec::new());
    for header in headers {
        let header: String = String::from_utf8_lossy(header)
            .trim()
            .chars()
            .take(100)
            .collect();
        let Some(column) = Column::named(known, &header) else {
            let message = "This column is not known. Name it as in the template, or remove it.";
            problems.push(ImportProblem::new(1, &header, message));
            continue;
        };
        if names.insert(column.field, header.clone()).is_some() {
            problems.push(ImportProblem::new(
                1,
                &header,
                "Two columns mean the same. Remove one of them.",
            ));
        }
        columns.push(column);
    }
    let missing = known
        .iter()
        .filter(|column| column.required && !names.contains_key(column.field));
    problems.extend(
        missing.map(|column| ImportProblem::new(1, column.header, "The column is missing.")),
    );
    if problems.is_empty() {
        Ok((columns, names))
    } else {
        Err(problems)
    }
}

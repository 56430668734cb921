//! CSV files: a table somewhere below what a bank writes about the account, whose columns are known by their names.

mod columns;
mod row;
mod sign;

use ::csv::{Reader, ReaderBuilder, StringRecord};
use lintel_sheet::LineNumbers;

use crate::{Format, Refused, Statement, amount, date, found::Found, text};
use columns::Columns;

/// Records in which a header is looked for.
const HEADER_WITHIN: usize = 40;
/// What may stand between cells.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// The longest cell, in bytes: a quotation mark that is not closed swallows the rest of the file.
const LONGEST_CELL: usize = 16 * 1024;
/// The most columns.
const MOST_COLUMNS: usize = 200;
/// Characters of an account that are kept.
const LONGEST_ACCOUNT: usize = 200;

/// A table whose columns are known.
struct Table<'t> {
    columns: Columns,
    /// What the lines above the table say of the account.
    account: String,
    reader: Reader<&'t [u8]>,
    numbers: LineNumbers<'t>,
}

/// Reads a file.
pub fn read(text: &str) -> Result<Statement, Refused> {
    for delimiter in DELIMITERS {
        if let Some(table) = find(text, delimiter)? {
            return rows(table);
        }
    }
    Err(Refused::file(
        "No line names the columns. A CSV file needs the columns Date, Description and either Amount or Paid in, with these names above them.",
    ))
}

fn reader(text: &str, delimiter: u8) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes())
}

/// The table of a file with this delimiter.
fn find(text: &str, delimiter: u8) -> Result<Option<Table<'_>>, Refused> {
    let mut lines = reader(text, delimiter);
    let mut numbers = LineNumbers::of(text.as_bytes());
    let mut account = String::new();
    for index in 0..HEADER_WITHIN {
        let Some((_, record)) = next(&mut lines, &mut numbers)? else {
            break;
        };
        if let Some(columns) = Columns::named(&record) {
            return Ok(Some(Table {
                columns,
                account,
                reader: lines,
                numbers,
            }));
        }
        if index == 0 && is_bare_row(&record) {
            return Ok(Some(Table {
                columns: Columns::bare(),
                account,
                reader: reader(text, delimiter),
                numbers: LineNumbers::of(text.as_bytes()),
            }));
        }
        if let Some(named) = account_of(&record) {
            account = named;
        }
    }
    Ok(None)
}

/// Whether the record is a line of HSBC's personal accounts, whose files have no header: day, description, amount.
fn is_bare_row(record: &StringRecord) -> bool {
    record.len() == 3
        && record.get(0).and_then(date::written).is_some()
        && record
            .get(2)
            .is_some_and(|cell| amount::british(cell).is_ok())
}

/// The account that a line above the table names: `"Account Name:","FlexAccount ****12345"`. A balance is none.
fn account_of(record: &StringRecord) -> Option<String> {
    let label = lintel_sheet::bare(record.get(0)?);
    let is_account = label.starts_with("account") && !label.contains("balance");
    is_account.then(|| text::joined(record.iter(), LONGEST_ACCOUNT))
}

/// The next record that says anything, and its line.
fn next(
    reader: &mut Reader<&[u8]>,
    numbers: &mut LineNumbers<'_>,
) -> Result<Option<(u32, StringRecord)>, Refused> {
    let mut record = StringRecord::new();
    loop {
        let line = u32::try_from(numbers.at(reader.position().byte())).unwrap_or(u32::MAX);
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(None),
            Ok(true) if record.iter().all(|cell| cell.trim().is_empty()) => {}
            Ok(true) if record.len() > MOST_COLUMNS => {
                return Err(Refused::at(line, "The line has more than 200 columns."));
            }
            Ok(true) if record.iter().any(|cell| cell.len() > LONGEST_CELL) => {
                let message = "A value is too long, or a quotation mark is not closed.";
                return Err(Refused::at(line, message));
            }
            Ok(true) => return Ok(Some((line, record))),
            Err(_) => return Err(Refused::at(line, "The line cannot be read as CSV.")),
        }
    }
}

fn rows(mut table: Table<'_>) -> Result<Statement, Refused> {
    let mut found = Found::new(Format::Csv);
    while let Some((line, record)) = next(&mut table.reader, &mut table.numbers)? {
        found.count(line)?;
        row::read(&table.columns, &table.account, &record, line, &mut found)?;
    }
    Ok(found.done())
}

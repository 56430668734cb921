//! Records of a CSV file, whatever stands between the cells.

use csv_core::{ReadFieldResult, ReaderBuilder};
use lintel_sheet::LineNumbers;

use super::{
    cell,
    grid::{Grid, LONGEST_CELL, MOST_TEXT},
    head,
};
use crate::Refused;

/// The characters that may part cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Records by which the delimiter is found.
const SAMPLE: usize = 60;

/// The records of a file.
pub fn grid(text: &str) -> Result<Grid, Refused> {
    let delimiter = delimiter(text)?;
    records(text, delimiter, usize::MAX)
}

/// Returns the delimiter with which a header is known, or the most lines look like payments.
fn delimiter(text: &str) -> Result<u8, Refused> {
    let first = text.lines().next().unwrap_or_default().trim_end();
    if let Some(&[delimiter]) = first.strip_prefix("sep=").map(str::as_bytes) {
        return Ok(delimiter);
    }
    let mut best = (0, b',');
    let mut refused = None;
    for delimiter in DELIMITERS {
        let sample = match records(text, delimiter, SAMPLE) {
            Ok(sample) => sample,
            Err(error) => {
                refused.get_or_insert(error);
                continue;
            }
        };
        let score = score(&sample);
        if score > best.0 {
            best = (score, delimiter);
        }
    }
    match refused {
        Some(error) if best.0 == 0 => Err(error),
        _ => Ok(best.1),
    }
}

/// Rates how much the records look like a table.
pub fn score(sample: &Grid) -> usize {
    let header = if head::is_known(sample) { 1_000 } else { 0 };
    let payments = sample.rows(0).take(SAMPLE).filter(|row| {
        row.said() >= 2
            && row.cells().any(cell::looks_like_a_day)
            && row.cells().any(cell::looks_like_an_amount)
    });
    header + payments.count()
}

/// The records with this delimiter, field by field: a file may have millions of them in one record.
fn records(text: &str, delimiter: u8, most: usize) -> Result<Grid, Refused> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let mut numbers = LineNumbers::of(text.as_bytes());
    let mut grid = if most == usize::MAX {
        Grid::with_room(text.len().min(MOST_TEXT))
    } else {
        Grid::default()
    };
    let mut rest = text.as_bytes();
    let mut field = vec![0; LONGEST_CELL];
    // How much of the field is there: the last one of a file without a line's end comes in two steps.
    let mut filled = 0;
    let mut record = grid.record(line(&mut numbers, 0));
    while grid.len() < most {
        let room = field.get_mut(filled..).unwrap_or_default();
        let (result, read, written) = reader.read_field(rest, room);
        filled += written;
        rest = rest.get(read..).unwrap_or_default();
        match result {
            ReadFieldResult::Field { record_end } => {
                let cell = field
                    .get(..filled)
                    .and_then(|cell| std::str::from_utf8(cell).ok());
                grid.cell(&mut record, cell.unwrap_or_default())?;
                filled = 0;
                if record_end {
                    grid.end(&record)?;
                    record = grid.record(line(&mut numbers, text.len() - rest.len()));
                }
            }
            ReadFieldResult::OutputFull => {
                let message = "A value is too long, or a quotation mark is not closed.";
                return Err(Refused::at(record.line(), message));
            }
            // With no input left, the field that is open ends.
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::End => break,
        }
    }
    Ok(grid)
}

fn line(numbers: &mut LineNumbers<'_>, at: usize) -> u32 {
    let at = u64::try_from(at).unwrap_or(u64::MAX);
    u32::try_from(numbers.at(at)).unwrap_or(u32::MAX)
}

//! Records of a CSV file, whatever stands between the cells.

use ::csv::{ReaderBuilder, StringRecord};
use lintel_sheet::LineNumbers;

use super::{cell, grid::Grid, head};
use crate::Refused;

/// What may stand between cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Records by which the delimiter is found.
const SAMPLE: usize = 60;

/// The records of a file.
pub fn grid(text: &str) -> Result<Grid, Refused> {
    let delimiter = delimiter(text)?;
    records(text, delimiter, usize::MAX)
}

/// What stands between the cells: with what a header is known, or the most lines look like payments.
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

/// How much the records look like a table.
pub fn score(sample: &Grid) -> usize {
    let header = if head::is_known(sample) { 1_000 } else { 0 };
    let payments = sample.rows(0).take(SAMPLE).filter(|row| {
        row.said() >= 2
            && row.cells().any(cell::looks_like_a_day)
            && row.cells().any(cell::looks_like_an_amount)
    });
    header + payments.count()
}

fn records(text: &str, delimiter: u8, most: usize) -> Result<Grid, Refused> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut numbers = LineNumbers::of(text.as_bytes());
    let mut grid = if most == usize::MAX {
        Grid::with_room(text.len())
    } else {
        Grid::default()
    };
    let mut record = StringRecord::new();
    while grid.len() < most {
        let line = u32::try_from(numbers.at(reader.position().byte())).unwrap_or(u32::MAX);
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => grid.push(line, record.iter())?,
            Err(_) => return Err(Refused::at(line, "The line cannot be read as CSV.")),
        }
    }
    Ok(grid)
}

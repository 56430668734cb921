//! Workbooks, which banks offer and spreadsheets save. `calamine` reads them; it trusts what a file says of its own size, so each file is
//! looked through first.

mod bounds;

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use calamine::{Data, DataRef, ExcelDateTime, Reader as _, Xls, Xlsx};
use chrono::{Days, NaiveDate};
use lintel_core::decimal;
use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive as _};

use crate::{
    Format, Refused,
    table::{self, Grid},
};

/// Sheets in which a table is looked for.
const MOST_SHEETS: usize = 20;
/// The first and the last serial number of a day that is taken for one: 1 January 2000 and 31 December 2100.
const SERIALS: (u32, u32) = (36_526, 73_415);

/// The records of the sheet that looks most like a statement.
pub fn grid(bytes: &[u8], format: Format) -> Result<Grid, Refused> {
    let read = || match format {
        Format::Xls => xls(bytes),
        _ => xlsx(bytes),
    };
    // What a foreign reader does not expect must not end the process.
    let best = catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged()))?;
    let best =
        best.ok_or_else(|| Refused::file("The workbook has no sheet with anything in it."))?;
    with_days(best)
}

fn damaged() -> Refused {
    Refused::file(
        "The workbook is damaged, protected or of another program. Save it as CSV or as an Excel workbook (.xlsx) and choose that file.",
    )
}

fn xlsx(bytes: &[u8]) -> Result<Option<Grid>, Refused> {
    bounds::xlsx(bytes)?;
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    let mut best = Best::default();
    for name in book.sheet_names().into_iter().take(MOST_SHEETS) {
        let Ok(mut cells) = book.worksheet_cells_reader(&name) else {
            continue;
        };
        let mut sheet = Sheet::default();
        while let Some(cell) = cells.next_cell().map_err(|_| damaged())? {
            let (row, column) = cell.get_position();
            sheet.put(row, column, &text(cell.get_value()))?;
        }
        best.take(sheet.done()?);
    }
    Ok(best.grid)
}

fn xls(bytes: &[u8]) -> Result<Option<Grid>, Refused> {
    bounds::xls(bytes)?;
    let book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    let mut book = book;
    let mut best = Best::default();
    for name in book.sheet_names().into_iter().take(MOST_SHEETS) {
        let Ok(range) = book.worksheet_range(&name) else {
            continue;
        };
        let (first_row, first_column) = range.start().unwrap_or_default();
        let mut sheet = Sheet::default();
        for (row, column, value) in range.used_cells() {
            let place =
                |at: usize, first: u32| u32::try_from(at).unwrap_or(u32::MAX).saturating_add(first);
            sheet.put(
                place(row, first_row),
                place(column, first_column),
                &old_text(value),
            )?;
        }
        best.take(sheet.done()?);
    }
    Ok(best.grid)
}

/// The sheet that looks most like a statement so far.
#[derive(Default)]
struct Best {
    score: usize,
    grid: Option<Grid>,
}

impl Best {
    fn take(&mut self, grid: Grid) {
        let score = table::score(&grid);
        if self.grid.is_none() && grid.len() > 0 || score > self.score {
            (self.score, self.grid) = (score, Some(grid));
        }
    }
}

/// A sheet while its cells are put together.
#[derive(Default)]
struct Sheet {
    grid: Grid,
    row: u32,
    cells: Vec<String>,
}

impl Sheet {
    fn put(&mut self, row: u32, column: u32, text: &str) -> Result<(), Refused> {
        if row != self.row {
            self.end_row()?;
            self.row = row;
        }
        if text.is_empty() {
            return Ok(());
        }
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if column >= 1_000 {
            return Err(Refused::at(
                row.saturating_add(1),
                "The line has more than 200 columns.",
            ));
        }
        while self.cells.len() <= column {
            self.cells.push(String::new());
        }
        if let Some(cell) = self.cells.get_mut(column) {
            text.clone_into(cell);
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Refused> {
        let line = self.row.saturating_add(1);
        self.grid
            .push(line, self.cells.iter().map(String::as_str))?;
        self.cells.clear();
        Ok(())
    }

    fn done(mut self) -> Result<Grid, Refused> {
        self.end_row()?;
        Ok(self.grid)
    }
}

/// Returns a cell's text, as a person would type it.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number_text(*number),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::DateTime(day) => day_text(day),
        DataRef::DateTimeIso(text) => text.clone(),
        DataRef::Bool(_) | DataRef::DurationIso(_) | DataRef::Error(_) | DataRef::Empty => {
            String::new()
        }
    }
}

fn old_text(value: &Data) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number_text(*number),
        Data::String(text) => text.clone(),
        Data::DateTime(day) => day_text(day),
        Data::DateTimeIso(text) => text.clone(),
        Data::Bool(_) | Data::DurationIso(_) | Data::Error(_) | Data::Empty => String::new(),
    }
}

/// A number without what binary fractions add to it: 475.5 is `475.5`, and the sum that a formula leaves as 0.30000000000000004 is `0.3`.
fn number_text(number: f64) -> String {
    let Ok(exact) = Decimal::try_from(number) else {
        return String::new();
    };
    let pence = exact.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    let is_pence = exact
        .checked_sub(pence)
        .is_some_and(|rest| rest.abs() < Decimal::new(1, 6));
    decimal::plain(if is_pence { pence } else { exact })
}

fn day_text(day: &ExcelDateTime) -> String {
    if day.is_duration() {
        return String::new();
    }
    let (year, month, day, ..) = day.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

/// The table with days where the column of the day holds their serial numbers without a format.
fn with_days(grid: Grid) -> Result<Grid, Refused> {
    let Some((column, first)) = table::day_column(&grid) else {
        return Ok(grid);
    };
    if !grid
        .rows(first)
        .any(|row| serial_day(row.cell(column)).is_some())
    {
        return Ok(grid);
    }
    let mut dated = Grid::default();
    for (index, row) in grid.rows(0).enumerate() {
        let day = serial_day(row.cell(column))
            .filter(|_| index >= first)
            .map(|day| day.to_string());
        let cells = (0..row.len()).map(|place| match &day {
            Some(day) if place == column => day.as_str(),
            _ => row.raw(place),
        });
        dated.push(row.line(), cells)?;
    }
    Ok(dated)
}

fn serial_day(text: &str) -> Option<NaiveDate> {
    let number = decimal::read(text).ok()?.trunc().to_u32()?;
    let is_day = (SERIALS.0..=SERIALS.1).contains(&number);
    let first = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    is_day
        .then(|| first.checked_add_days(Days::new(u64::from(number))))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_type_them() {
        for (number, text) in [
            (475.5, "475.5"),
            (950.0, "950"),
            (-60.0, "-60"),
            (0.1 + 0.2, "0.3"),
            (1_234.560_000_000_1, "1234.56"),
            (12_345_678.0, "12345678"),
            (1.005, "1.005"),
            (f64::NAN, ""),
            (f64::INFINITY, ""),
        ] {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn a_serial_number_is_a_day_of_this_century() {
        assert_eq!(serial_day("46346"), NaiveDate::from_ymd_opt(2026, 11, 20));
        assert_eq!(
            serial_day("46346.75"),
            NaiveDate::from_ymd_opt(2026, 11, 20)
        );
        for text in ["", "950", "2026-11-20", "99999"] {
            assert_eq!(serial_day(text), None, "{text}");
        }
    }
}

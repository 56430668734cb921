//! The records of a table, all their cells in one piece of memory.

use crate::{Refused, limits::MOST_LINES, statement_builder};

/// Records besides payments that a file may have.
const SPARE: u32 = 500;
/// The longest cell, in bytes: a quotation mark that is not closed swallows the rest of the file.
pub const LONGEST_CELL: usize = 16 * 1024;
/// The most text of all cells, in bytes: a workbook repeats one text as often as it likes.
pub const MOST_TEXT: usize = 16 * 1024 * 1024;
/// The most columns.
const MOST_COLUMNS: usize = 200;

/// The records of a table that say anything.
#[derive(Debug, Default)]
pub struct Grid {
    text: String,
    /// Where each cell ends in the text.
    ends: Vec<u32>,
    records: Vec<Record>,
    /// The form of all amounts and days in the file.
    pub form: Form,
}

/// The form of all amounts and days in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form {
    /// Its amounts have a minus before money out, also where none has.
    pub is_signed: bool,
    /// Its days have either order, whatever the names of its columns.
    pub has_any_day_order: bool,
}

#[derive(Debug, Clone, Copy)]
struct Record {
    line: u32,
    first_cell: u32,
    cells: u32,
}

/// A record to which cells are added.
#[derive(Debug)]
pub struct Open {
    line: u32,
    text: usize,
    cells: usize,
    says_something: bool,
}

impl Open {
    /// Where it begins in the file, from 1.
    pub const fn line(&self) -> u32 {
        self.line
    }
}

/// A record of a table.
#[derive(Debug, Clone, Copy)]
pub struct Row<'g> {
    grid: &'g Grid,
    record: Record,
}

impl Grid {
    /// None yet, with room for so many bytes of text.
    pub fn with_room(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            ..Self::default()
        }
    }

    /// Adds a record; an empty one says nothing and is left out.
    pub fn push<'c>(
        &mut self,
        line: u32,
        cells: impl Iterator<Item = &'c str>,
    ) -> Result<(), Refused> {
        let mut record = self.record(line);
        for cell in cells {
            self.cell(&mut record, cell)?;
        }
        self.end(&record)
    }

    /// Begins a record.
    pub fn record(&self, line: u32) -> Open {
        Open {
            line,
            text: self.text.len(),
            cells: self.ends.len(),
            says_something: false,
        }
    }

    /// Adds a cell to the record that is open.
    pub fn cell(&mut self, record: &mut Open, cell: &str) -> Result<(), Refused> {
        let says_something = !cell.is_empty() && !cell.trim().is_empty();
        if self.ends.len() - record.cells >= MOST_COLUMNS {
            if !says_something {
                return Ok(());
            }
            let message = "The line has more than 200 columns.";
            return Err(Refused::at(record.line, message));
        }
        if cell.len() > LONGEST_CELL {
            let message = "A value is too long, or a quotation mark is not closed.";
            return Err(Refused::at(record.line, message));
        }
        if self.text.len() + cell.len() > MOST_TEXT {
            let message = "The file holds too much text. Export fewer months at once.";
            return Err(Refused::at(record.line, message));
        }
        record.says_something = record.says_something || says_something;
        self.text.push_str(cell);
        self.ends.push(narrow(self.text.len()));
        Ok(())
    }

    /// Ends the record that is open.
    pub fn end(&mut self, record: &Open) -> Result<(), Refused> {
        if !record.says_something {
            self.text.truncate(record.text);
            self.ends.truncate(record.cells);
            return Ok(());
        }
        if self.records.len() >= narrow_index(MOST_LINES + SPARE) {
            return Err(statement_builder::too_many(record.line));
        }
        self.records.push(Record {
            line: record.line,
            first_cell: narrow(record.cells),
            cells: narrow(self.ends.len() - record.cells),
        });
        Ok(())
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// A record, from 0.
    pub fn row(&self, index: usize) -> Option<Row<'_>> {
        let record = *self.records.get(index)?;
        Some(Row { grid: self, record })
    }

    /// All records from one on.
    pub fn rows(&self, from: usize) -> impl Iterator<Item = Row<'_>> {
        let records = self.records.get(from..).unwrap_or_default();
        records.iter().map(|record| Row {
            grid: self,
            record: *record,
        })
    }
}

impl<'g> Row<'g> {
    /// Where it stands in the file, from 1.
    pub const fn line(self) -> u32 {
        self.record.line
    }

    /// Returns the number of cells.
    pub const fn len(self) -> usize {
        narrow_index(self.record.cells)
    }

    /// A cell without the blanks around it, and without the apostrophe that NatWest puts before texts and numbers.
    pub fn cell(self, place: usize) -> &'g str {
        let cell = self.raw(place).trim();
        cell.strip_prefix('\'').unwrap_or(cell).trim_start()
    }

    /// A cell as it stands there; empty beyond the last one.
    pub fn raw(self, place: usize) -> &'g str {
        if place >= self.len() {
            return "";
        }
        let at = narrow_index(self.record.first_cell) + place;
        let end = |at: usize| self.grid.ends.get(at).copied().map_or(0, narrow_index);
        let start = at.checked_sub(1).map_or(0, end);
        self.grid.text.get(start..end(at)).unwrap_or_default()
    }

    /// All its cells.
    pub fn cells(self) -> impl Iterator<Item = &'g str> {
        (0..self.len()).map(move |place| self.cell(place))
    }

    /// Returns the number of cells that are not empty.
    pub fn said(self) -> usize {
        self.cells().filter(|cell| !cell.is_empty()).count()
    }

    /// Its cells as one text.
    pub fn joined(self) -> String {
        let said: Vec<&str> = self.cells().filter(|cell| !cell.is_empty()).collect();
        said.join(" ")
    }
}

/// A place in a text, which is far shorter than 4 GB.
fn narrow(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

const fn narrow_index(place: u32) -> usize {
    place as usize
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn records_keep_their_cells_and_empty_ones_are_left_out() {
        let mut grid = Grid::default();
        grid.push(1, ["a ", "'b", ""].into_iter()).unwrap();
        grid.push(2, [" ", ""].into_iter()).unwrap();
        grid.push(4, ["c"].into_iter()).unwrap();
        assert_eq!(grid.len(), 2);
        let row = grid.row(0).unwrap();
        assert_eq!(row.cells().collect::<Vec<_>>(), ["a", "b", ""]);
        assert_eq!((row.len(), row.said(), row.cell(9)), (3, 2, ""));
        let row = grid.row(1).unwrap();
        assert_eq!((row.line(), row.cell(0)), (4, "c"));
    }
}

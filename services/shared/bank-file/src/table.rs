//! Tables: records of cells somewhere below what a bank writes about the account, whose columns are known by their names, by what a person
//! said, or by what stands in them.

mod asks;
mod cell;
mod columns;
mod content;
mod csv;
mod direction;
mod grid;
mod head;
mod known;
mod names;
mod remittance;
mod rows;
mod understood;

use self::understood::Understood;
use crate::{Format, How, Question, Read, Refused};

pub use grid::{Form, Grid, MOST_TEXT};
pub use remittance::split;

/// The records of a CSV file.
pub fn csv(text: &str) -> Result<Grid, Refused> {
    csv::grid(text)
}

/// Rates how much the records look like a table: a known header counts most, then lines that look like payments.
pub fn score(grid: &Grid) -> usize {
    csv::score(grid)
}

/// The column of the day, where a known header names it, and the first record below it.
pub fn day_column(grid: &Grid) -> Option<(usize, usize)> {
    let head = head::find(grid).filter(|head| head.is_known)?;
    let header = grid.row(head.header?)?;
    let names: Vec<String> = header.cells().map(names::column).collect();
    let place = names::DAY
        .iter()
        .find_map(|day| names.iter().position(|name| name == day))?;
    Some((place, head.first))
}

/// Reads a table, or asks what it needs.
pub fn read(grid: &Grid, format: Format, how: &How) -> Result<Read, Refused> {
    let understood = Understood::of(grid, format, how)?;
    Ok(if understood.missing().is_empty() {
        Read::Statement(understood.statement())
    } else {
        Read::Asks(understood.question())
    })
}

/// A table as it would be read.
pub fn preview(grid: &Grid, format: Format, how: &How) -> Result<Question, Refused> {
    Ok(Understood::of(grid, format, how)?.question())
}

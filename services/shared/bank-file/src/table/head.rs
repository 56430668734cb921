//! Where the table begins.

use super::{
    cell,
    grid::{Grid, Row},
    names,
};

/// Records in which a header is looked for.
const WITHIN: usize = 40;

/// Where the table begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The record that names the columns; none where none does.
    pub header: Option<usize>,
    /// The first record below it.
    pub first: usize,
    /// True when its names are known to be a day and an amount.
    pub is_known: bool,
}

/// Returns whether a header is known.
pub fn is_known(grid: &Grid) -> bool {
    grid.rows(0).take(WITHIN).any(is_known_header)
}

/// The header and the first record of the table; none where nothing looks like a payment.
pub fn find(grid: &Grid) -> Option<Head> {
    if let Some(header) = grid.rows(0).take(WITHIN).position(is_known_header) {
        return Some(Head {
            header: Some(header),
            first: header + 1,
            is_known: true,
        });
    }
    let first = grid.rows(0).position(is_payment)?;
    let above = first.checked_sub(1).and_then(|above| grid.row(above));
    let width = grid.row(first).map_or(0, Row::len);
    let is_header = above.is_some_and(|above| {
        above.said() >= 2 && above.len().abs_diff(width) <= 1 && names_only(above)
    });
    Some(Head {
        header: is_header.then(|| first - 1),
        first,
        is_known: false,
    })
}

/// Returns whether the record names a day and an amount.
fn is_known_header(row: Row<'_>) -> bool {
    if row.said() < 2 || row.cells().any(cell::looks_like_a_day) {
        return false;
    }
    let (mut day, mut amount) = (false, false);
    for cell in row.cells().filter(|cell| cell.len() <= 60) {
        let name = names::column(cell);
        let is = |known: &[&str]| known.contains(&name.as_str());
        day = day || is(names::DAY);
        amount = amount
            || is(names::AMOUNT)
            || is(names::MONEY_IN)
            || is(&["debitcredit", "creditdebit"]);
    }
    day && amount
}

fn is_payment(row: Row<'_>) -> bool {
    row.said() >= 2
        && row.cells().any(cell::looks_like_a_day)
        && row.cells().any(cell::looks_like_an_amount)
}

/// Returns whether every cell that says anything may name a column.
fn names_only(row: Row<'_>) -> bool {
    let mut said = row.cells().filter(|cell| !cell.is_empty());
    said.all(|cell| {
        cell.len() <= 60
            && cell.chars().any(char::is_alphabetic)
            && !cell.contains(':')
            && !cell::looks_like_a_day(cell)
            && !cell::looks_like_an_amount(cell)
    })
}

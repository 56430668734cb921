//! The contents of a table's columns, whatever their names.

use super::{cell, grid::Grid, names};

/// Records by whose cells a column is judged.
pub const SAMPLE: usize = 500;

/// The contents of a column's cells.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Content {
    /// Cells that say anything.
    pub said: usize,
    /// Days.
    pub days: usize,
    /// Amounts.
    pub amounts: usize,
    /// Words for a direction.
    pub directions: usize,
    /// Texts with letters.
    pub texts: usize,
    /// True when not all of them are the same.
    pub varies: bool,
}

impl Content {
    /// Returns whether all that stands there are amounts, or nothing does.
    pub const fn may_be_amounts(self) -> bool {
        // A note below the table may stand in any column.
        self.amounts + 2 >= self.said && (self.amounts > 0 || self.said <= 2)
    }

    /// Returns whether all that stands there are words for a direction.
    pub const fn is_directions(self) -> bool {
        self.directions > 0 && self.directions == self.said
    }
}

impl Content {
    /// A letter for the kind of what stands there.
    pub fn letter(self) -> char {
        let most = |count: usize| count > 0 && count + 2 >= self.said && count * 2 > self.said;
        if self.said == 0 {
            '-'
        } else if most(self.days) {
            'D'
        } else if most(self.amounts) {
            'A'
        } else {
            'T'
        }
    }
}

/// Returns the contents of each column.
pub fn contents(grid: &Grid, first: usize, width: usize) -> Vec<Content> {
    let mut contents = vec![Content::default(); width];
    let mut firsts: Vec<&str> = vec![""; width];
    for row in grid.rows(first).take(SAMPLE).filter(|row| row.said() > 2) {
        for (place, content) in contents.iter_mut().enumerate() {
            let cell = row.cell(place);
            if cell.is_empty() {
                continue;
            }
            content.said += 1;
            if cell::looks_like_a_day(cell) {
                content.days += 1;
            } else if cell::looks_like_an_amount(cell) {
                content.amounts += 1;
            } else if names::direction(cell).is_some() {
                content.directions += 1;
                content.texts += 1;
            } else if cell.chars().any(char::is_alphabetic) {
                content.texts += 1;
            }
            if let Some(first) = firsts.get_mut(place) {
                if first.is_empty() {
                    *first = cell;
                }
                content.varies = content.varies || *first != cell;
            }
        }
    }
    contents
}

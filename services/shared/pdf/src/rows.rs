//! Columns side by side: the rows of terms and tables.

use crate::flow::{Drawing, Flow, Keep, Mark, Part, Strip};
use crate::length::Length;
use crate::style::{HAIRLINE, Ink, PADDING, WIDTH};

/// A row before it is cut into bands.
#[derive(Default)]
pub struct Row {
    /// From left to right; each from top to bottom.
    pub columns: Vec<Vec<Strip>>,
    /// The line above it: how thick and in what colour.
    pub over: Option<(Length, Ink)>,
    /// True when a hairline ends it.
    pub closed: bool,
}

impl Row {
    /// Its bands: the first lines of all columns, then the second ones.
    pub fn strips(self) -> Vec<Strip> {
        let count = self.columns.iter().map(Vec::len).max().unwrap_or_default();
        let mut columns: Vec<_> = self.columns.into_iter().map(Vec::into_iter).collect();
        let mut strips: Vec<Strip> = (0..count)
            .map(|_| beside(columns.iter_mut().filter_map(Iterator::next)))
            .collect();
        if let Some(first) = strips.first_mut() {
            let thick = self.over.map_or(0, |(thick, _)| thick);
            first.height += thick + PADDING;
            for mark in &mut first.marks {
                mark.y += thick + PADDING;
            }
            if let Some((height, ink)) = self.over {
                first.marks.push(line(0, height, ink));
            }
        }
        if let Some(last) = strips.last_mut() {
            last.height += PADDING;
            if self.closed {
                last.marks.push(line(last.height, HAIRLINE, Ink::Hair));
                last.height += HAIRLINE;
            }
        }
        strips
    }
}

/// The bands of one row, which hold each other; the last holds what follows as `keep` says.
pub fn push(flow: &mut Flow, strips: Vec<Strip>, keep: Keep, head: Option<usize>) {
    let last = strips.len().saturating_sub(1);
    for (number, strip) in strips.into_iter().enumerate() {
        let keep = if number < last { Keep::Firm } else { keep };
        flow.push(strip, keep, head);
    }
}

fn beside(strips: impl Iterator<Item = Strip>) -> Strip {
    strips.fold(Strip::default(), |mut row, strip| {
        row.height = row.height.max(strip.height);
        row.marks.extend(strip.marks);
        row
    })
}

fn line(y: Length, height: Length, ink: Ink) -> Mark {
    Mark {
        x: 0,
        y,
        part: Part::Ornament,
        what: Drawing::Rule {
            width: WIDTH,
            height,
            ink,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(height: Length) -> Strip {
        Strip {
            height,
            marks: Vec::new(),
        }
    }

    #[test]
    fn a_row_is_as_tall_as_its_tallest_column_line_by_line() {
        let row = Row {
            columns: vec![vec![strip(10), strip(10)], vec![strip(15)]],
            over: Some((HAIRLINE, Ink::Hair)),
            closed: true,
        };
        let heights: Vec<_> = row.strips().iter().map(|strip| strip.height).collect();
        assert_eq!(heights, [HAIRLINE + PADDING + 15, 10 + PADDING + HAIRLINE]);
    }
}

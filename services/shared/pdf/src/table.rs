use krilla::tagging::{TableHeaderScope, Tag};

use crate::{
    Text,
    align::Align,
    clean::clean_line,
    flow::{ColumnBox, Flow, Head, Keep, Part, Strip},
    length::{Length, share},
    paragraph::Paragraph,
    rows,
    style::{AROUND, BEAM, BODY, GUTTER, HAIRLINE, HEIGHT, Ink, SMALL, VALUE, WIDTH},
    tags::TagId,
};

/// Rows under a head, which comes again on every page that the table reaches.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its description for those who do not see it: "Payments of 2026".
    pub name: String,
    /// From left to right.
    pub columns: Vec<Column>,
    /// From top to bottom. A row stays on one page if a page can hold it.
    pub rows: Vec<Row>,
}

impl Table {
    /// A table without rows, under a name that is said and not shown.
    #[must_use]
    pub fn new(name: impl Into<String>, columns: Vec<Column>) -> Self {
        Self {
            name: name.into(),
            columns,
            rows: Vec::new(),
        }
    }

    /// With one more row. Cells beyond the columns are not printed, missing ones are empty.
    pub fn push<T: Into<Text>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(Row::new(cells));
    }

    /// With one more row that sums the ones above: bold, under a beam.
    pub fn push_total<T: Into<Text>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(Row {
            total: true,
            ..Row::new(cells)
        });
    }
}

/// One column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The head above it; not empty, because a screen reader says it before each cell.
    pub head: String,
    /// Where its text stands.
    pub align: Align,
    /// Its share of the width: a column of 2 is twice as wide as one of 1. 0 is taken for 1.
    pub share: u16,
}

impl Column {
    /// A column of text.
    #[must_use]
    pub fn new(head: impl Into<String>, share: u16) -> Self {
        Self {
            head: head.into(),
            align: Align::Start,
            share,
        }
    }

    /// A column of money or other numbers.
    #[must_use]
    pub fn amount(head: impl Into<String>, share: u16) -> Self {
        Self {
            align: Align::End,
            ..Self::new(head, share)
        }
    }
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    /// One for each column.
    pub cells: Vec<Text>,
    /// True when it sums the rows above.
    pub total: bool,
}

impl Row {
    /// A row that sums nothing.
    #[must_use]
    pub fn new<T: Into<Text>>(cells: impl IntoIterator<Item = T>) -> Self {
        Self {
            cells: cells.into_iter().map(Into::into).collect(),
            total: false,
        }
    }
}

/// The table in bands; its head is repeated as an ornament, so that a screen reader hears it once.
pub fn lay_out(flow: &mut Flow, table: &Table) {
    if table.columns.is_empty() {
        return;
    }
    flow.room(AROUND);
    let places = places(&table.columns);
    let tag = Tag::Table.with_summary(Some(clean_line(&table.name)));
    let tag = flow.tags.add(None, tag);
    let strips = heads(flow, table, tag, &places);
    let head = repeated(flow, &strips);
    rows::push(flow, strips, Keep::Firm, None);
    if table.rows.is_empty() {
        flow.room(AROUND);
        return;
    }
    let body = flow.tags.add(Some(tag), Tag::TBody);
    for (number, row) in table.rows.iter().enumerate() {
        let next = table.rows.get(number + 1);
        // A sum is not parted from the last of what it sums.
        let keep = if next.is_some_and(|next| next.total) {
            Keep::Firm
        } else {
            Keep::Free
        };
        let strips = cells(flow, row, body, &places, next.is_none());
        rows::push(flow, strips, keep, head);
    }
    flow.room(AROUND);
}

fn places(columns: &[Column]) -> Vec<ColumnBox> {
    let shares: i32 = columns
        .iter()
        .map(|column| i32::from(column.share.max(1)))
        .sum();
    let gutters = i32::try_from(columns.len() - 1)
        .unwrap_or(i32::MAX)
        .saturating_mul(GUTTER);
    let text: Length = (WIDTH - gutters).max(0);
    let mut x = 0;
    let place = |column: &Column| {
        let width = share(text, column.share.max(1).into(), shares);
        let place = ColumnBox {
            x,
            width,
            align: column.align,
        };
        x += width + GUTTER;
        place
    };
    columns.iter().map(place).collect()
}

fn heads(flow: &mut Flow, table: &Table, tag: TagId, places: &[ColumnBox]) -> Vec<Strip> {
    let head = flow.tags.add(Some(tag), Tag::THead);
    let row = flow.tags.add(Some(head), Tag::TR);
    let column = |(column, place): (&Column, &ColumnBox)| {
        let cell = flow.tags.add(Some(row), Tag::TH(TableHeaderScope::Column));
        let text = Paragraph::new(&column.head.as_str().into(), SMALL, place.width);
        text.strips(SMALL, *place, Part::Content(cell))
    };
    let columns = table.columns.iter().zip(places).map(column).collect();
    rows::Row {
        columns,
        over: None,
        closed: table.rows.is_empty(),
    }
    .strips()
}

/// A head that would take much of every page comes once only.
fn repeated(flow: &mut Flow, strips: &[Strip]) -> Option<usize> {
    let mut head = Head {
        height: 0,
        marks: Vec::new(),
    };
    for strip in strips {
        for mark in &strip.marks {
            let mut mark = mark.clone();
            mark.y += head.height;
            mark.part = Part::Repeated;
            head.marks.push(mark);
        }
        head.height += strip.height;
    }
    (head.height < HEIGHT / 4).then(|| {
        flow.heads.push(head);
        flow.heads.len() - 1
    })
}

fn cells(
    flow: &mut Flow,
    row: &Row,
    body: TagId,
    places: &[ColumnBox],
    closed: bool,
) -> Vec<Strip> {
    let tag = flow.tags.add(Some(body), Tag::TR);
    let (style, over) = if row.total {
        (VALUE, (BEAM, Ink::Strong))
    } else {
        (BODY, (HAIRLINE, Ink::Hair))
    };
    let nothing = Text::default();
    let column = |(number, place): (usize, &ColumnBox)| {
        let cell = flow.tags.add(Some(tag), Tag::TD);
        let text = row.cells.get(number).unwrap_or(&nothing);
        let text = Paragraph::new(text, style, place.width);
        text.strips(style, *place, Part::Content(cell))
    };
    rows::Row {
        columns: places.iter().enumerate().map(column).collect(),
        over: Some(over),
        closed,
    }
    .strips()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_width_and_end_at_the_edge() {
        let places = places(&[
            Column::new("Date", 1),
            Column::new("What", 2),
            Column::amount("Paid", 0),
        ]);
        assert_eq!(places[0].width, (WIDTH - 2 * GUTTER) / 4);
        let last = places[2];
        assert!((WIDTH - last.x - last.width).abs() < 3);
    }

    #[test]
    fn a_sum_stays_with_the_row_above_it() {
        let mut table = Table::new(
            "Payments",
            vec![Column::new("Day", 1), Column::amount("Paid", 1)],
        );
        table.push(["1 May", "£610.00"]);
        table.push(["1 June", "£610.00"]);
        table.push_total(["Together", "£1,220.00"]);
        let mut flow = Flow::default();
        lay_out(&mut flow, &table);
        let keeps: Vec<_> = flow.bands.iter().map(|band| band.keep).collect();
        assert_eq!(keeps, [Keep::Firm, Keep::Free, Keep::Firm, Keep::Free]);
        assert!(flow.bands[0].head.is_none() && flow.bands[3].head.is_some());
    }
}
